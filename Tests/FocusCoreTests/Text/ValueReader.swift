// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

@testable import FocusCore

/// Reads enough of GVariant's text format for the tests; the agent uses GLib.
func readValue(_ text: String) -> Result<ConfiguredValue, TextError> {
    var reader = ValueReader(scalars: Array(text.unicodeScalars)[...])
    guard let value = reader.value(), reader.scalars.isEmpty else {
        return .failure(TextError(column: reader.scalars.startIndex + 1, message: "not a value"))
    }
    return .success(.value(value))
}

private struct ValueReader {
    var scalars: ArraySlice<Unicode.Scalar>

    mutating func value() -> ParameterValue? {
        skip(" ")
        for (word, value) in [("true", ParameterValue.bool(true)), ("false", .bool(false)), ("@as []", .array([]))]
        where skip(word) { return value }
        if skip("[") {
            var elements: [ParameterValue] = []
            while !skip("]") {
                guard elements.isEmpty || skip(", "), let element = value() else { return nil }
                elements.append(element)
            }
            return .array(elements)
        }
        skip("int64 ")
        if scalars.first == "'" || scalars.first == "\"" { return string() }
        let number = scalars.prefix { !",] ".unicodeScalars.contains($0) }
        scalars = scalars.dropFirst(number.count)
        let text = String(String.UnicodeScalarView(number))
        return Int64(text).map { .int($0) } ?? Double(text).map { .double($0) }
    }

    private mutating func string() -> ParameterValue? {
        let quote = scalars.removeFirst()
        var result = String.UnicodeScalarView()
        while let scalar = scalars.popFirst() {
            switch scalar {
            case quote: return .string(String(result))
            case "\\":
                guard let escape = scalars.popFirst() else { return nil }
                let letters: [Unicode.Scalar: Unicode.Scalar] = [
                    "a": "\u{07}", "b": "\u{08}", "f": "\u{0C}", "n": "\n", "r": "\r", "t": "\t", "v": "\u{0B}",
                ]
                if escape == "u" || escape == "U" {
                    let digits = scalars.prefix(escape == "u" ? 4 : 8)
                    scalars = scalars.dropFirst(digits.count)
                    guard let code = UInt32(String(String.UnicodeScalarView(digits)), radix: 16),
                        let scalar = Unicode.Scalar(code)
                    else { return nil }
                    result.append(scalar)
                } else {
                    result.append(letters[escape] ?? escape)
                }
            default: result.append(scalar)
            }
        }
        return nil
    }

    @discardableResult
    private mutating func skip(_ text: String) -> Bool {
        guard scalars.starts(with: text.unicodeScalars) else { return false }
        scalars = scalars.dropFirst(text.unicodeScalars.count)
        return true
    }
}

extension TextFile {
    init(_ path: String, _ text: String) { self.init(path: path, bytes: Array(text.utf8)) }
}

/// The error that `work` throws.
func fileRefusal<Value>(_ work: () throws(FileError) -> Value) -> FileError? {
    do {
        _ = try work()
        return nil
    } catch {
        return error
    }
}

/// An id that the test knows to be one.
func id(_ text: String) -> Identifier {
    guard let id = Identifier(text) else { fatalError("\(text) is not an id") }
    return id
}

/// A filter that the test knows to be one.
func filterKey(_ text: String) -> FilterKey {
    guard let key = FilterKey(text) else { fatalError("\(text) is not a filter") }
    return key
}

/// A mode's id that the test knows to be one.
func modeID(_ text: String) -> ModeID {
    guard let id = ModeID(text) else { fatalError("\(text) is not a mode's id") }
    return id
}

/// An app's id that the test knows to be one.
func appID(_ text: String) -> AppID {
    guard let id = AppID(text) else { fatalError("\(text) is not an app's id") }
    return id
}
