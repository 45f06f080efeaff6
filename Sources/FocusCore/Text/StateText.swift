// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// The files of the state folder: records as key files that end with a digest, so that a file that was cut short or
/// garbled is known for one. Keys that a newer agent wrote are passed over.
public enum StateText {
    /// The agent's record as text.
    public static func text(of record: AgentRecord) -> [UInt8] {
        var lines = ["[Agent]"]
        if let mode = record.mode { lines.append("Mode=\(mode)") }
        lines += ["Since=\(record.since)", "SerialLimit=\(record.serialLimit)"]
        lines += [
            "", "[Reason]", "Cause=\(record.reason.cause.rawValue)", "Text=\(KeyFile.escaped(record.reason.text))",
            "Facts=\(KeyFile.escaped(record.reason.facts.map(\.name)))",
        ]
        if let override = record.override {
            lines += ["", "[Override]"]
            if let mode = override.mode { lines.append("Mode=\(mode)") }
            lines.append("Since=\(override.since)")
            if override.isByDesktopSwitch { lines.append("ByDesktopSwitch=true") }
            switch override.ends {
            case .boundary: lines.append("Ends=boundary")
            case .time(let until): lines += ["Ends=time", "Until=\(until)"]
            case .resumed: lines.append("Ends=resumed")
            }
        }
        if let boundary = record.boundary {
            lines += ["", "[Boundary]"]
            if let mode = boundary.automatic { lines.append("Automatic=\(mode)") }
            if let value = boundary.doNotDisturb { lines.append("DoNotDisturb=\(value)") }
            if let edge = boundary.edge { lines.append("Edge=\(edge)") }
        }
        if !record.trueSince.isEmpty {
            lines += ["", "[TrueSince]", "Boot=\(KeyFile.escaped(record.boot))"]
            for (fact, since) in record.trueSince.sorted(by: { $0.key < $1.key }) { lines.append("\(fact)=\(since)") }
        }
        for (source, silence) in record.silence.sorted(by: { $0.key < $1.key }) {
            lines += [
                "", "[\(silencePrefix)\(source)]", "Before=\(silence.before)", "Written=\(silence.written)",
                "Keeper=\(KeyFile.escaped(silence.keeper))", "Overruled=\(silence.isOverruled)",
                "InForce=\(silence.isInForce)",
            ]
        }
        return sealed(lines)
    }

    private static let silencePrefix = "Silence "

    /// Reads what ``text(of:)-(AgentRecord)`` wrote.
    public static func agentRecord(_ bytes: [UInt8]) throws(TextError) -> AgentRecord {
        let file = try unsealed(bytes)
        let agent = try group("Agent", file)
        let reason = try group("Reason", file)
        var record = AgentRecord()
        record.mode = try agent["Mode"]?.modeID()
        record.since = try entry("Since", agent).int()
        record.serialLimit = try entry("SerialLimit", agent).unsigned()
        record.reason = ModeReason(
            cause: try entry("Cause", reason).choice(ModeReason.Cause.self), text: try entry("Text", reason).string(),
            facts: try entry("Facts", reason).list().compactMap(Fact.init(named:)))
        if let override = file[group: "Override"] {
            record.override = Override(
                mode: try override["Mode"]?.modeID(), ends: try ending(override),
                since: try entry("Since", override).int(),
                isByDesktopSwitch: try override["ByDesktopSwitch"]?.bool() ?? false)
        }
        for group in file.groups where group.name.hasPrefix(silencePrefix) {
            let source = SourceID(String(group.name.dropFirst(silencePrefix.count)))
            record.silence[source] = Ownership.Record(
                before: try entry("Before", group).bool(), written: try entry("Written", group).bool(),
                keeper: try entry("Keeper", group).string(), isOverruled: try entry("Overruled", group).bool(),
                isInForce: try group["InForce"]?.bool() ?? false)
        }
        if let boundary = file[group: "Boundary"] {
            record.boundary = BoundaryWatch(
                automatic: try boundary["Automatic"]?.modeID(), doNotDisturb: try boundary["DoNotDisturb"]?.bool(),
                edge: try boundary["Edge"]?.int())
        }
        if let trueSince = file[group: "TrueSince"] {
            record.boot = try entry("Boot", trueSince).string()
            for entry in trueSince.entries {
                if let fact = Fact(named: entry.fullKey) { record.trueSince[fact] = try entry.int() }
            }
        }
        return record
    }

    /// An app's record as text.
    public static func text(of record: AppRecord) -> [UInt8] {
        var lines = ["[App]", "Touched=\(KeyFile.escaped(record.touched.sorted().map(\.text)))", "", "[Suspended]"]
        for (filter, token) in record.suspended.sorted(by: { $0.key < $1.key }) {
            lines.append("\(filter)=\(KeyFile.escaped(token.text))")
        }
        if !record.acknowledged.isEmpty { lines += ["", "[Acknowledged]"] }
        for (filter, token) in record.acknowledged.sorted(by: { $0.key < $1.key }) {
            lines.append("\(filter)=\(KeyFile.escaped(token.text))")
        }
        return sealed(lines)
    }

    /// Reads what ``text(of:)-(AppRecord)`` wrote.
    public static func appRecord(_ bytes: [UInt8]) throws(TextError) -> AppRecord {
        let file = try unsealed(bytes)
        var record = AppRecord(touched: Set(try entry("Touched", try group("App", file)).identifiers()))
        record.suspended = try tokens(try group("Suspended", file))
        if let acknowledged = file[group: "Acknowledged"] { record.acknowledged = try tokens(acknowledged) }
        return record
    }

    private static func tokens(_ group: KeyFile.Group) throws(TextError) -> [Identifier: Token] {
        var tokens: [Identifier: Token] = [:]
        for entry in group.entries {
            guard let filter = Identifier(entry.fullKey) else {
                throw TextError(line: entry.line, column: entry.column, message: "'\(entry.fullKey)' is not an id")
            }
            tokens[filter] = Token(try entry.string())
        }
        return tokens
    }

    private enum Ending: String, CaseIterable {
        case boundary
        case time
        case resumed
    }

    private static func ending(_ group: KeyFile.Group) throws(TextError) -> OverrideEnd {
        switch try entry("Ends", group).choice(Ending.self) {
        case .boundary: .boundary
        case .time: .time(try entry("Until", group).int())
        case .resumed: .resumed
        }
    }

    package static func group(_ name: String, _ file: KeyFile) throws(TextError) -> KeyFile.Group {
        guard let group = file[group: name] else {
            throw TextError(column: 1, message: "the group '[\(name)]' is missing")
        }
        return group
    }

    package static func entry(_ key: String, _ group: KeyFile.Group) throws(TextError) -> KeyFile.Entry {
        guard let entry = group[key] else {
            throw TextError(line: group.line, column: group.column, message: "the key '\(key)' is missing")
        }
        return entry
    }

    private static let seal = Array("\n[Check]\nDigest=".utf8)

    package static func sealed(_ lines: [String]) -> [UInt8] {
        let body = Array((lines.joined(separator: "\n") + "\n").utf8)
        return body + seal + Array(digest(of: body).utf8) + [UInt8(ascii: "\n")]
    }

    package static func unsealed(_ bytes: [UInt8]) throws(TextError) -> KeyFile {
        let file = try KeyFile(parsing: bytes)
        let body = bytes.dropLast(seal.count + 17)
        guard bytes[body.endIndex...].elementsEqual(seal + Array(digest(of: body).utf8) + [UInt8(ascii: "\n")]) else {
            throw TextError(column: 1, message: "the file was cut short or changed: its digest does not fit")
        }
        return file
    }

    /// FNV-1a in 64 bits, as 16 digits; it notices every change of one byte. No guard against people, who may write the
    /// state anyway.
    public static func digest(of bytes: some Sequence<UInt8>) -> String {
        let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

extension KeyFile.Entry {
    fileprivate func modeID() throws(TextError) -> ModeID {
        guard let mode = ModeID(rawValue) else { throw error("\(fullKey) must be a mode's id") }
        return mode
    }

    fileprivate func unsigned() throws(TextError) -> UInt64 {
        guard let number = UInt64(rawValue) else { throw error("\(fullKey) must be a whole number, not negative") }
        return number
    }
}
