// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

// What the readers of the project's own files have in common.

/// Whether a group or key is one that others may add at will: nobody warns of `X-…`.
func isExtension(_ name: String) -> Bool { name.utf8.starts(with: "X-".utf8) }

/// Problems that do not keep files from being used.
struct FileWarnings {
    /// As many of one file are listed: who sees them all wants no more.
    static let limit = 50

    private(set) var problems: [Problem] = []
    private var counts: [String: Int] = [:]

    mutating func add(_ message: @autoclosure () -> String, path: String, line: Int, column: Int) {
        let count = counts[path, default: 0] + 1
        counts[path] = count
        guard count <= Self.limit else { return }
        let words = count == Self.limit ? "from here on, warnings are left out" : message()
        problems.append(
            Problem(
                kind: .file, subject: path, message: words.shortened(to: TextError.maximumMessage), file: path,
                line: line, column: column))
    }
}

/// The warning about a group that is not among `names`; `word`: the part of its name that may be mistyped.
func unknownGroup(_ name: String, word: String? = nil, among names: [String]) -> String {
    "unknown group '[\(name)]'\(suggestion(for: word ?? name, among: names))"
}

/// The warning about a key that is not among `names`.
func unknownKey(_ entry: KeyFile.Entry, among names: some Sequence<String>) -> String {
    if entry.locale != nil, names.contains(entry.key) {
        return "'\(entry.key)' is not translated; '\(entry.fullKey)' is ignored"
    }
    return "unknown key '\(entry.fullKey)'\(suggestion(for: entry.key, among: names))"
}

extension KeyFile.Entry {
    /// Reads the raw value, without the spaces at its end, with `parse`, whose error's place is within it.
    func read<Value>(_ parse: (String) throws(TextError) -> Value) throws(TextError) -> Value {
        do {
            return try parse(trimmedValue)
        } catch {
            throw placed(error)
        }
    }

    /// Reads GVariant text; `nothing` is nil.
    func configuredValue(
        _ value: (String) -> Result<ConfiguredValue, TextError>
    ) throws(TextError) -> ConfiguredValue {
        switch trimmedValue {
        case "nothing":
            return .none
        case "":
            throw error("\(fullKey): a value is missing; write 'nothing' for none, or remove the line for the default")
        default:
            return try read { text throws(TextError) in try value(text).get() }
        }
    }

    /// Reads one of the raw values of an enumeration.
    func choice<Choice: RawRepresentable & CaseIterable>(
        _ type: Choice.Type
    ) throws(TextError) -> Choice where Choice.RawValue == String {
        let names = type.allCases.map(\.rawValue)
        guard let choice = Choice(rawValue: trimmedValue) else {
            let near = suggestion(for: trimmedValue, among: names)
            throw error("\(fullKey) must be one of: \(names.joined(separator: ", "))\(near)")
        }
        return choice
    }
}

extension String {
    /// The rest after `prefix`; `nil` if the text does not start with it.
    func removingPrefix(_ prefix: String) -> String? {
        utf8.starts(with: prefix.utf8) ? String(Substring(utf8.dropFirst(prefix.utf8.count))) : nil
    }
}
