// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

public import DBus
public import FocusCore

/// Follows a Do Not Disturb switch that a notification server keeps in a file, for as long as that server serves.
public struct FileSwitch: Sendable {
    public let description: SourceDescription

    private let row: DoNotDisturbFile
    /// Best first.
    private let paths: [String]
    /// What the files hold, as far as they were read from this server.
    private var readings: [String: FileReading] = [:]
    /// Files that were asked for, and did not come yet.
    private var awaited = 0
    private var isFollowing = false
    private var ledger = FactLedger()
    private var complaint: String?

    public init(_ row: DoNotDisturbFile, _ environment: SourceEnvironment) {
        self.row = row
        paths = row.paths(environment)
        description = SourceDescription(
            id: row.id, facts: [.doNotDisturb, .silenced], products: [row.product], desktops: [row.desktop],
            silencing: .userSwitch(isLasting: true))
    }
}

extension FileSwitch: DesktopSource {
    public var bus: BusKind { .session }
    public var names: [BusName] { ["org.freedesktop.Notifications"] }

    public mutating func handle(_ input: SourceInput, at now: Instant) -> [SourceOutput] {
        switch input {
        case .owner(.some):
            isFollowing = true
            return ask { .followFile($0) }
        case .owner(nil):
            let report: SourceReport = ledger.hasReading ? .ownerLost : .absent("\(row.product) is not running")
            defer { stop() }
            return [.report(report)] + (isFollowing ? paths.map { .unfollowFile($0) } : [])
        case .readAgain:
            return isFollowing ? ask { .readFile($0) } : []
        case .file(let path, let reading):
            return take(path, reading)
        case .start, .reply, .signal, .setting, .stream, .localTime, .preferences, .timer:
            return []
        }
    }

    public func silence(_ command: SilenceCommand, at now: Instant) -> [SourceOutput] {
        guard case .set(let isOn) = command, let path = paths.first else { return [] }
        switch readings[path] {
        case .content(let bytes)?: return write(path, row.write(bytes, isOn))
        case .missing?: return write(path, row.write(nil, isOn))
        // What else it holds would be lost.
        case .unreadable(let words)?: return [.silencer(.refused("\(path) cannot be read: \(words)"))]
        case nil: return [.silencer(.refused("\(path) has not been read"))]
        }
    }

    /// Seen at once, so that what anybody else writes next is not taken for it.
    private func write(_ path: String, _ bytes: [UInt8]) -> [SourceOutput] {
        [.writeFile(path, bytes), .readFile(path)]
    }

    private mutating func ask(_ output: (String) -> SourceOutput) -> [SourceOutput] {
        awaited = paths.count
        return paths.map(output)
    }

    private mutating func stop() {
        isFollowing = false
        readings = [:]
        awaited = 0
        complaint = nil
        ledger.forget()
    }

    private mutating func take(_ path: String, _ reading: FileReading) -> [SourceOutput] {
        guard isFollowing else { return [] }
        readings[path] = reading
        let isAnswer = awaited > 0
        awaited = max(0, awaited - 1)
        guard awaited == 0 else { return [] }
        var isOn: Bool?
        var complaint: String?
        search: for path in paths {
            switch readings[path] {
            case .content(let bytes)?:
                switch row.read(bytes) {
                case .unset: continue
                case .on: isOn = true
                case .off: isOn = false
                case .nonsense(let words): complaint = "\(path): \(words)"
                }
                break search
            case .unreadable(let words)?:
                ledger.forget()
                return [.report(.failing("\(path) cannot be read: \(words)"))]
            case .missing?, nil:
                continue
            }
        }
        if isOn == nil, complaint == nil { isOn = false }
        var outputs: [SourceOutput] = []
        if let complaint, complaint != self.complaint {
            outputs.append(.log(.warning, "\(description.id): \(complaint)"))
        }
        self.complaint = complaint
        let facts = [Fact: FactValue].doNotDisturb(isOn)
        if isAnswer || !ledger.hasReading {
            outputs.append(ledger.reading(facts))
        } else if let change = ledger.change(to: facts) {
            outputs.append(change)
        }
        return outputs
    }
}
