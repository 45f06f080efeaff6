// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// A configuration file as KDE's KConfig writes it: groups that may lie in each other, `[Applications][org.kde.kmail]`,
/// and marks behind keys and groups, such as `[$i]` for what nobody may change.
///
/// A change touches the lines that it concerns and no other byte.
struct KConfigText: Hashable, Sendable {
    struct Entry: Hashable, Sendable {
        /// As it is written, without the blanks around it.
        var value: String
        /// Nobody may change it: `[$i]`.
        var isLocked = false
        /// It is said that nothing is said: `[$d]`.
        var isDeleted = false
    }

    private enum Content: Hashable {
        case blank
        case other
        case header([String], isLocked: Bool)
        case key(String, Entry)
    }

    private struct Line: Hashable {
        /// With its end.
        var bytes: [UInt8]
        var content: Content
    }

    private var lines: [Line] = []

    init(_ bytes: [UInt8] = []) {
        var start = bytes.startIndex
        while start < bytes.endIndex {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.endIndex
            lines.append(Self.line(Array(bytes[start..<end])))
            start = end
        }
    }

    var bytes: [UInt8] { lines.flatMap(\.bytes) }

    // MARK: What it says

    /// What counts: the last one, if it is written more than once.
    func entry(_ key: String, in path: [String]) -> Entry? {
        for index in indices(of: key, in: path).reversed() {
            if case .key(_, let entry) = lines[index].content { return entry }
        }
        return nil
    }

    /// Nobody may change what is in the group: it, one that it lies in, or the whole file is locked.
    func isLocked(_ path: [String]) -> Bool {
        lines.contains { line in
            guard case .header(let group, true) = line.content else { return false }
            return path.starts(with: group)
        }
    }

    /// The names of the groups that lie in this one.
    func groups(in path: [String]) -> Set<String> {
        lines.reduce(into: []) { names, line in
            guard case .header(let group, _) = line.content, group.count > path.count, group.starts(with: path) else {
                return
            }
            names.insert(group[path.count])
        }
    }

    /// The lines with that key.
    private func indices(of key: String, in path: [String]) -> [Int] {
        sections(path).flatMap { section in
            section.filter {
                if case .key(key, _) = lines[$0].content { true } else { false }
            }
        }
    }

    /// The lines of each stretch of the group, from its header on.
    private func sections(_ path: [String]) -> [Range<Int>] {
        var sections: [Range<Int>] = []
        var start: Int?
        for (index, line) in lines.enumerated() {
            guard case .header(let group, _) = line.content else { continue }
            if let begun = start { sections.append(begun..<index) }
            start = group == path ? index : nil
        }
        if let start { sections.append(start..<lines.count) }
        return sections
    }

    // MARK: Changes

    /// Gives the key a value that needs no escapes: on its line if it has one, else on a new one in its group, which is
    /// appended after a blank line if it is not there.
    mutating func set(_ key: String, to value: String, in path: [String]) {
        let line = Self.line(Array("\(key)=\(value)\n".utf8))
        if let index = indices(of: key, in: path).last {
            lines[index] = line
        } else if let section = sections(path).last {
            let last = section.last { lines[$0].content != .blank } ?? section.lowerBound
            completeLine(last)
            lines.insert(line, at: last + 1)
        } else {
            if let last = lines.indices.last {
                completeLine(last)
                lines.append(Line(bytes: [UInt8(ascii: "\n")], content: .blank))
            }
            let header = path.map { "[\(Self.escaped($0))]" }.joined() + "\n"
            lines += [Self.line(Array(header.utf8)), line]
        }
    }

    /// Takes the key away; and its group with a blank line, if nothing else is in it.
    mutating func remove(_ key: String, in path: [String]) {
        let found = indices(of: key, in: path)
        guard !found.isEmpty else { return }
        for index in found.reversed() { lines.remove(at: index) }
        while let header = sections(path).last(where: { saysNothing($0) })?.lowerBound {
            lines.remove(at: header)
            let before = header - 1
            if before < 0 {
                if lines.first?.content == .blank { lines.removeFirst() }
            } else if lines[before].content == .blank {
                lines.remove(at: before)
            }
        }
    }

    /// There is nothing under its header, nor a mark in that.
    private func saysNothing(_ section: Range<Int>) -> Bool {
        guard case .header(_, isLocked: false) = lines[section.lowerBound].content else { return false }
        return section.dropFirst().allSatisfy { lines[$0].content == .blank }
    }

    private mutating func completeLine(_ index: Int) {
        if lines[index].bytes.last != UInt8(ascii: "\n") { lines[index].bytes.append(UInt8(ascii: "\n")) }
    }
}

// MARK: Lines

extension KConfigText {
    private static func line(_ bytes: [UInt8]) -> Line {
        let text = trimmed(bytes[...])
        let content: Content =
            switch text.first {
            case nil: .blank
            case UInt8(ascii: "#"): .other
            case UInt8(ascii: "["): header(text) ?? .other
            case _?: key(text)
            }
        return Line(bytes: bytes, content: content)
    }

    /// `[A][B]`, with `[$i]` behind it where nobody may change what is in it; that alone means the whole file.
    private static func header(_ text: ArraySlice<UInt8>) -> Content? {
        var path: [String] = []
        var isLocked = false
        var rest = text
        while rest.first == UInt8(ascii: "[") {
            guard let end = rest.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            let name = rest[(rest.startIndex + 1)..<end]
            if name.first == UInt8(ascii: "$") {
                if name.contains(UInt8(ascii: "i")) { isLocked = true }
            } else {
                path.append(unescaped(name))
            }
            rest = rest[(end + 1)...]
        }
        return .header(path, isLocked: isLocked)
    }

    private static func key(_ text: ArraySlice<UInt8>) -> Content {
        let equals = text.firstIndex(of: UInt8(ascii: "="))
        var name = trimmed(text[..<(equals ?? text.endIndex)])
        var entry = Entry(
            value: equals.map { String(decoding: trimmed(text[($0 + 1)...]), as: UTF8.self) } ?? "")
        while name.last == UInt8(ascii: "]"), let start = name.lastIndex(of: UInt8(ascii: "[")),
            name[start...].dropFirst().first == UInt8(ascii: "$")
        {
            let marks = name[start...]
            if marks.contains(UInt8(ascii: "i")) { entry.isLocked = true }
            if marks.contains(UInt8(ascii: "d")) { entry.isDeleted = true }
            name = trimmed(name[..<start])
        }
        return .key(String(decoding: name, as: UTF8.self), entry)
    }

    private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let start = text.drop { isBlank($0) }
        return start.prefix(upTo: start.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? start.startIndex)
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || (9...13).contains(byte) }

    /// A group's name as KConfig writes it.
    private static func escaped(_ name: String) -> String {
        var text = ""
        for (index, scalar) in name.unicodeScalars.enumerated() {
            switch scalar {
            case "[": text += #"\x5b"#
            case "]": text += #"\x5d"#
            case "\\": text += #"\\"#
            case " " where index == 0: text += #"\s"#
            case _: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    private static func unescaped(_ name: ArraySlice<UInt8>) -> String {
        var bytes: [UInt8] = []
        var rest = name
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let kind = rest.popFirst() else {
                bytes.append(byte)
                continue
            }
            switch kind {
            case UInt8(ascii: "s"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "t"): bytes.append(UInt8(ascii: "\t"))
            case UInt8(ascii: "n"): bytes.append(UInt8(ascii: "\n"))
            case UInt8(ascii: "r"): bytes.append(UInt8(ascii: "\r"))
            case UInt8(ascii: "x"):
                if let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16), rest.count >= 2 {
                    bytes.append(code)
                    rest = rest.dropFirst(2)
                } else {
                    bytes += [byte, kind]
                }
            default: bytes.append(kind)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
