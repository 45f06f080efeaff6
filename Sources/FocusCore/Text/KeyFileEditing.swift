// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Changes in place: every byte that a change does not concern stays as it is. Each throws, and changes nothing, if the
/// result would not be a key file that says what was asked for.
extension KeyFile {
    /// An empty file.
    public init() {
        bytes = []
        groups = []
    }

    /// Gives `key` (`name` or `name[locale]`) this raw value: on its line if it has one, else on a new line after the
    /// group's last key; a group that is not there is appended after a blank line.
    ///
    /// Use ``escaped(_:)`` for text.
    public mutating func set(_ key: String, to rawValue: String, in groupName: String) throws(TextError) {
        var edited = bytes
        let line = Array("\(key)=\(rawValue)".utf8) + lineEnd
        if let group = self[group: groupName] {
            if let entry = group.entry(written: key) {
                edited.replaceSubrange(entry.valueRange, with: rawValue.utf8)
            } else {
                let place = group.entries.last?.lineRange.upperBound ?? group.headerRange.upperBound
                edited.insert(contentsOf: lineCompletion(at: place) + line, at: place)
            }
        } else {
            edited += opening(of: groupName) + line
        }
        let result = try KeyFile(parsing: edited)
        guard result.groups.count == groups.count + (self[group: groupName] == nil ? 1 : 0),
            result[group: groupName]?.entry(written: key)?.rawValue.isExactly(rawValue) == true
        else { throw TextError(column: 1, message: "'\(key)' cannot be written with this value") }
        self = result
    }

    /// Removes `key` with its line; nothing happens if it is not there.
    public mutating func remove(_ key: String, in groupName: String) throws(TextError) {
        guard let entry = self[group: groupName]?.entry(written: key) else { return }
        var edited = bytes
        edited.removeSubrange(entry.lineRange)
        self = try KeyFile(parsing: edited)
    }

    /// Appends an empty group after a blank line; nothing happens if it is there.
    public mutating func addGroup(_ name: String) throws(TextError) {
        guard self[group: name] == nil else { return }
        let result = try KeyFile(parsing: bytes + opening(of: name))
        guard result.groups.last?.name.isExactly(name) == true, result.groups.count == groups.count + 1 else {
            throw TextError(column: 1, message: "'\(name)' cannot be the name of a group")
        }
        self = result
    }

    /// Removes a group's header and keys, and one of the blank lines that parted it from its neighbours. Its comments
    /// stay. Nothing happens if it is not there.
    public mutating func removeGroup(_ name: String) throws(TextError) {
        guard let group = self[group: name] else { return }
        var edited = bytes
        for entry in group.entries.reversed() { edited.removeSubrange(entry.lineRange) }
        let start = group.headerRange.lowerBound
        edited.removeSubrange(group.headerRange)
        let after = edited[start...].prefix { $0 != UInt8(ascii: "\n") }
        let before = edited[..<start].dropLast().reversed().prefix { $0 != UInt8(ascii: "\n") }
        let isParted = start > 0 && before.allSatisfy(KeyFileReader.isSpace)
        if isParted, after.allSatisfy(KeyFileReader.isSpace) {
            edited.removeSubrange(start - before.count - 1..<start)
        }
        self = try KeyFile(parsing: edited)
    }

    /// `text` as a value that ``Entry/string()`` gives back: escaped as GLib does, and spaces at the end too, since
    /// editors like to cut them off. What no key file can hold becomes U+FFFD: a NUL, and a form feed at the start.
    public static func escaped(_ text: String) -> String {
        let scalars = Array(text.unicodeScalars)
        let body = scalars.firstIndex { $0 != " " } ?? scalars.count
        let tail = scalars.lastIndex { $0 != " " } ?? -1
        var result = String.UnicodeScalarView()
        for (index, scalar) in scalars.enumerated() {
            switch scalar {
            case " " where index < body || index > tail: result.append(contentsOf: #"\s"#.unicodeScalars)
            case "\n": result.append(contentsOf: #"\n"#.unicodeScalars)
            case "\r": result.append(contentsOf: #"\r"#.unicodeScalars)
            case "\t": result.append(contentsOf: #"\t"#.unicodeScalars)
            case "\\": result.append(contentsOf: #"\\"#.unicodeScalars)
            case "\u{C}" where index == 0, "\0":
                result.append("\u{FFFD}")
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    /// `elements` as a value that ``Entry/list()`` gives back.
    public static func escaped(_ elements: [String]) -> String {
        elements.map { element in
            escaped(element).unicodeScalars.map { $0 == ";" ? #"\;"# : String($0) }.joined() + ";"
        }.joined()
    }

    /// What comes before a new group's keys: the end of the last line, a blank line and the header.
    private func opening(of group: String) -> [UInt8] {
        var text = lineCompletion(at: bytes.count)
        if !bytes.isEmpty {
            let last = bytes.dropLast(text.isEmpty ? 1 : 0).reversed().prefix { $0 != UInt8(ascii: "\n") }
            if !last.allSatisfy(KeyFileReader.isSpace) { text += lineEnd }
        }
        return text + Array("[\(group)]".utf8) + lineEnd
    }

    /// As the file's first line ends.
    private var lineEnd: [UInt8] {
        guard let feed = bytes.firstIndex(of: UInt8(ascii: "\n")), feed > 0, bytes[feed - 1] == UInt8(ascii: "\r")
        else { return [UInt8(ascii: "\n")] }
        return [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
    }

    /// What is missing at the end of the line before `offset`, which only the file's last can lack.
    private func lineCompletion(at offset: Int) -> [UInt8] {
        switch bytes[..<offset].last {
        case nil, UInt8(ascii: "\n"): []
        case UInt8(ascii: "\r"): [UInt8(ascii: "\n")]
        default: lineEnd
        }
    }
}

extension KeyFile.Group {
    fileprivate func entry(written key: String) -> KeyFile.Entry? {
        entries.first { $0.fullKey.isExactly(key) }
    }
}
