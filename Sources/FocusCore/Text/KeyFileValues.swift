// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

extension KeyFile.Entry {
    /// The key as the file writes it.
    public var fullKey: String { locale.map { "\(key)[\($0)]" } ?? key }

    /// The value without the spaces at its end.
    public var trimmedValue: String {
        var bytes = Substring(rawValue).utf8
        while let last = bytes.last, KeyFileReader.isSpace(last) { bytes.removeLast() }
        return String(Substring(bytes))
    }

    /// The value with `\s`, `\n`, `\t`, `\r` and `\\` replaced by what they stand for.
    public func string() throws(TextError) -> String {
        guard rawValue.utf8.contains(UInt8(ascii: "\\")) else { return rawValue }
        var result = String.UnicodeScalarView()
        var scalars = rawValue.unicodeScalars.enumerated().makeIterator()
        while let (offset, scalar) = scalars.next() {
            result.append(scalar == "\\" ? try Self.unescape(scalars.next()?.element, self, offset) : scalar)
        }
        return String(result)
    }

    /// The value's elements, separated by `;`, which may also end the last; `\;` is a `;` within an element.
    public func list() throws(TextError) -> [String] {
        var elements: [String] = []
        var element = String.UnicodeScalarView()
        var scalars = rawValue.unicodeScalars.enumerated().makeIterator()
        while let (offset, scalar) = scalars.next() {
            switch scalar {
            case "\\":
                let next = scalars.next()?.element
                element.append(next == ";" ? ";" : try Self.unescape(next, self, offset))
            case ";":
                elements.append(String(element))
                element = String.UnicodeScalarView()
            default:
                element.append(scalar)
            }
        }
        if !element.isEmpty { elements.append(String(element)) }
        return elements
    }

    /// `true` or `false`.
    public func bool() throws(TextError) -> Bool {
        switch trimmedValue {
        case "true": return true
        case "false": return false
        default: throw error("\(fullKey) must be 'true' or 'false'")
        }
    }

    /// A whole number in decimal digits, at most 64 bits.
    public func int() throws(TextError) -> Int64 {
        guard let number = Int64(trimmedValue) else { throw error("\(fullKey) must be a whole number") }
        return number
    }

    /// A number in decimal digits, neither infinite nor undefined.
    public func double() throws(TextError) -> Double {
        guard let number = Double(trimmedValue), number.isFinite else { throw error("\(fullKey) must be a number") }
        return number
    }

    /// A program with its arguments.
    public func execLine() throws(TextError) -> ExecLine {
        let text = try string()
        do throws(TextError) {
            return try ExecLine(text)
        } catch {
            // An escape before the place moves it; the value's own start is never wrong.
            throw text.isExactly(rawValue) ? placed(error) : self.error("\(fullKey): \(error.message)")
        }
    }

    /// An error about the value, `offset` scalars into it.
    public func error(_ message: String, offset: Int = 0) -> TextError {
        TextError(line: line, column: valueColumn + offset, message: message)
    }

    /// Places an error that a reader of the raw value found, counting from the value's start.
    func placed(_ inner: TextError) -> TextError {
        // A reader of ours stays within the value; the agent's, which is GLib's, is not trusted to.
        let last = rawValue.unicodeScalars.count
        let offset = inner.line == 1 ? min(max(inner.column - 1, 0), last) : last
        return error("\(fullKey): \(inner.message)", offset: offset)
    }

    private static func unescape(
        _ scalar: Unicode.Scalar?, _ entry: Self, _ offset: Int
    ) throws(TextError) -> Unicode.Scalar {
        switch scalar {
        case "s": return " "
        case "n": return "\n"
        case "t": return "\t"
        case "r": return "\r"
        case "\\": return "\\"
        default:
            throw entry.error(
                "\(entry.fullKey): after '\\' may come s, n, t, r or another '\\'; write '\\\\' for a backslash",
                offset: offset)
        }
    }
}

extension KeyFile.Group {
    /// The entry of `key` that suits `locale` best, as the Desktop Entry Specification has it; else the one without a
    /// locale.
    ///
    /// `locale` is `lang_COUNTRY.ENCODING@MODIFIER`, of which all but `lang` may be absent, or several with `:` between
    /// them, best first, as in `LANGUAGE`. `C` and `POSIX` have no translations.
    public func localized(_ key: String, locale: String) -> KeyFile.Entry? {
        for locale in locale.split(separator: ":") {
            for name in Self.names(of: locale) {
                if let entry = entries.first(where: { $0.locale == name && $0.key.isExactly(key) }) { return entry }
            }
        }
        return self[key]
    }

    private static func names(of locale: Substring) -> [String] {
        let parts = locale.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        guard let place = parts.first?.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).first,
            let language = place.split(separator: "_", maxSplits: 1, omittingEmptySubsequences: false).first,
            !language.isEmpty, language != "C", language != "POSIX"
        else { return [] }
        let modifier = parts.count > 1 ? "@\(parts[1])" : ""
        var names: [String] = []
        for name in ["\(place)\(modifier)", "\(place)", "\(language)\(modifier)", "\(language)"]
        where !names.contains(name) { names.append(name) }
        return names
    }
}
