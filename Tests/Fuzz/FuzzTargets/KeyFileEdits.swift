// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import FocusCore

/// A key file, and edits of it: each edit leaves a key file that says what was asked for, and every other line alone.
enum KeyFileEdits {
    private enum Edit: CaseIterable {
        case set
        case setNew
        case remove
        case addGroup
        case removeGroup
    }

    static func run(_ input: inout FuzzInput) throws(Finding) {
        let edit = input.element(of: Edit.allCases)
        let (groupNumber, entryNumber) = (Int(input.byte()), Int(input.byte()))
        let value = input.text()
        let bytes = input.rest()
        let file: KeyFile
        do throws(TextError) {
            file = try KeyFile(parsing: bytes)
        } catch {
            return try TextPlaces(bytes).check(error)
        }
        try readValues(of: file)
        try Finding.unlessEqual(file.bytes, bytes, "a file's bytes")
        guard !file.groups.isEmpty else { return }
        let group = file.groups[groupNumber % file.groups.count]
        switch edit {
        case .set:
            guard !group.entries.isEmpty else { return }
            try set(group.entries[entryNumber % group.entries.count], to: value, in: group, of: file)
        case .setNew: try set(value, in: group, of: file)
        case .remove:
            guard !group.entries.isEmpty else { return }
            try remove(group.entries[entryNumber % group.entries.count], in: group, of: file)
        case .addGroup: try addGroup(value, to: file)
        case .removeGroup: try remove(group, of: file)
        }
    }

    /// Every value is read as everything; an error's place is within the text.
    private static func readValues(of file: KeyFile) throws(Finding) {
        let places = TextPlaces(file.bytes)
        for group in file.groups {
            _ = group.localized("Name", locale: "de_AT.UTF-8@euro:fr")
            for entry in group.entries {
                do throws(TextError) { _ = try entry.string() } catch { try places.check(error) }
                do throws(TextError) { _ = try entry.list() } catch { try places.check(error) }
                do throws(TextError) { _ = try entry.bool() } catch { try places.check(error) }
                do throws(TextError) { _ = try entry.int() } catch { try places.check(error) }
                do throws(TextError) { _ = try entry.double() } catch { try places.check(error) }
            }
        }
    }

    private static func set(
        _ entry: KeyFile.Entry, to text: String, in group: KeyFile.Group, of file: KeyFile
    ) throws(Finding) {
        let raw = KeyFile.escaped(text)
        let edited = try edited(file) { (file: inout KeyFile) throws(TextError) in
            try file.set(entry.fullKey, to: raw, in: group.name)
        }
        try Finding.unlessEqual(
            lines(edited.bytes, without: entry.line), lines(file.bytes, without: entry.line), "the other lines of a set"
        )
        try checkText(text, of: entry.fullKey, in: group.name, of: edited)
    }

    private static func set(_ text: String, in group: KeyFile.Group, of file: KeyFile) throws(Finding) {
        let key = "X-Fuzz"
        let edited = try edited(file) { (file: inout KeyFile) throws(TextError) in
            try file.set(key, to: KeyFile.escaped(text), in: group.name)
        }
        try checkText(text, of: key, in: group.name, of: edited)
        if group[key] == nil {
            try Finding.unless(contains(lines(edited.bytes), lines(file.bytes)), "a new key cost a line")
        }
    }

    private static func remove(
        _ entry: KeyFile.Entry, in group: KeyFile.Group, of file: KeyFile
    ) throws(Finding) {
        let edited = try edited(file) { (file: inout KeyFile) throws(TextError) in
            try file.remove(entry.fullKey, in: group.name)
        }
        try Finding.unlessEqual(edited.bytes, joined(file.bytes, without: [entry.line]), "a removed key's file")
    }

    private static func addGroup(_ name: String, to file: KeyFile) throws(Finding) {
        var edited = file
        do throws(TextError) {
            try edited.addGroup(name)
        } catch {
            // Not every text can be a group's name.
            return try FuzzMessages.check(error.message)
        }
        try Finding.unless(edited[group: name] != nil, "a group that was added is not there")
        try Finding.unless(edited.bytes.starts(with: file.bytes), "a new group changed what was before it")
    }

    private static func remove(_ group: KeyFile.Group, of file: KeyFile) throws(Finding) {
        let edited = try edited(file) { (file: inout KeyFile) throws(TextError) in try file.removeGroup(group.name) }
        let gone = Set([group.line] + group.entries.map(\.line))
        let left = joined(file.bytes, without: gone).split(separator: UInt8(ascii: "\n")).filter { !isBlank($0) }
        try Finding.unlessEqual(
            edited.bytes.split(separator: UInt8(ascii: "\n")).filter { !isBlank($0) }, left, "a removed group's file")
        try Finding.unlessEqual(
            edited.groups.map(\.name), file.groups.map(\.name).filter { !$0.utf8.elementsEqual(group.name.utf8) },
            "the groups that are left")
    }

    /// The file after an edit that must succeed.
    private static func edited(
        _ file: KeyFile, _ edit: (inout KeyFile) throws(TextError) -> Void
    ) throws(Finding) -> KeyFile {
        var edited = file
        do throws(TextError) {
            try edit(&edited)
            return edited
        } catch {
            throw Finding("a file that can be read cannot be edited: \(error)")
        }
    }

    /// What was set is what is read.
    private static func checkText(
        _ text: String, of key: String, in group: String, of file: KeyFile
    ) throws(Finding) {
        let entry = file[group: group]?.entries.first { $0.fullKey.utf8.elementsEqual(key.utf8) }
        do throws(TextError) {
            let read = try entry?.string()
            var expected = String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 })
            if expected.first == "\u{C}" { expected.replaceSubrange(...expected.startIndex, with: ["\u{FFFD}"]) }
            guard read?.utf8.elementsEqual(String(expected).utf8) == true else {
                throw TextError(column: 1, message: "it reads as '\(read ?? "nothing")'")
            }
        } catch {
            throw Finding("'\(text)' was set: \(error.message)")
        }
    }

    /// The lines with their ends; the last may lack one.
    private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let end = rest.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? rest.endIndex
            lines.append(rest[..<end])
            rest = rest[end...]
        }
        return lines
    }

    private static func lines(_ bytes: [UInt8], without number: Int) -> [[UInt8]] {
        lines(bytes).enumerated().filter { $0.offset != number - 1 }.map { Array($0.element) }
    }

    private static func joined(_ bytes: [UInt8], without numbers: Set<Int>) -> [UInt8] {
        Array(lines(bytes).enumerated().filter { !numbers.contains($0.offset + 1) }.map(\.element).joined())
    }

    /// Whether `few` are among `many`, in the same order; the end of a last line may have been added.
    private static func contains(_ many: [ArraySlice<UInt8>], _ few: [ArraySlice<UInt8>]) -> Bool {
        var left = few[...]
        for line in many {
            guard let next = left.first else { return true }
            if line == next || line.starts(with: next) && line.dropFirst(next.count).allSatisfy(isLineEnd) {
                left = left.dropFirst()
            }
        }
        return left.isEmpty
    }

    private static func isLineEnd(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\n") }
    private static func isBlank(_ line: ArraySlice<UInt8>) -> Bool {
        line.allSatisfy { $0 == UInt8(ascii: " ") || (0x09...0x0D).contains($0) && $0 != 0x0B }
    }
}
