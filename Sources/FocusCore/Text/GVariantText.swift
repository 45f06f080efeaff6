// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// `value` in GVariant's text format, so that reading gives back a value of the same kind: `true`, `5`,
/// `int64 5000000000`, `5.0`, `'text'`, `['a', 'b']`, `@as []`.
///
/// An `int` within 32 bits is written without its type, as people do; who reads takes any integer for an `int`. A
/// subnormal double is written as zero, since GLib reads no such number. An empty array has no type of its own.
public func gvariantText(of value: ParameterValue) -> String {
    switch value {
    case .bool(let value): value ? "true" : "false"
    case .int(let value): Int32(exactly: value) == nil ? "int64 \(value)" : "\(value)"
    case .double(let value): gvariantText(of: value)
    case .string(let value): gvariantText(of: value)
    case .array(let elements): gvariantText(of: elements)
    }
}

/// As ``gvariantText(of:)-(ParameterValue)``; `nothing` for a parameter that is to be nil.
public func gvariantText(of value: ConfiguredValue) -> String {
    switch value {
    case .none: "nothing"
    case .value(let value): gvariantText(of: value)
    }
}

private func gvariantText(of elements: [ParameterValue]) -> String {
    guard !elements.isEmpty else { return "@as []" }
    var isWide = false
    let texts = elements.map { element in
        guard case .int(let value) = element else { return gvariantText(of: element) }
        isWide = isWide || Int32(exactly: value) == nil
        return "\(value)"
    }
    // One element's type is the type of all.
    return "[\(isWide ? "int64 " : "")\(texts.joined(separator: ", "))]"
}

private func gvariantText(of value: Double) -> String {
    // Swift's description is the shortest that reads back, and has always a point, an exponent, or is inf or nan.
    value.isNaN ? "nan" : value.isSubnormal ? "0.0" : value.description
}

/// Quoted and escaped as `g_variant_print` does.
private func gvariantText(of text: String) -> String {
    let quote: Unicode.Scalar = text.unicodeScalars.contains("'") ? "\"" : "'"
    var result = String.UnicodeScalarView()
    result.append(quote)
    for scalar in text.unicodeScalars {
        switch scalar {
        case quote, "\\":
            result.append("\\")
            result.append(scalar)
        case "\u{07}": result.append(contentsOf: #"\a"#.unicodeScalars)
        case "\u{08}": result.append(contentsOf: #"\b"#.unicodeScalars)
        case "\u{0C}": result.append(contentsOf: #"\f"#.unicodeScalars)
        case "\n": result.append(contentsOf: #"\n"#.unicodeScalars)
        case "\r": result.append(contentsOf: #"\r"#.unicodeScalars)
        case "\t": result.append(contentsOf: #"\t"#.unicodeScalars)
        case "\u{0B}": result.append(contentsOf: #"\v"#.unicodeScalars)
        case _ where isPrintable(scalar): result.append(scalar)
        default:
            let digits = String(scalar.value, radix: 16)
            let width = scalar.value <= 0xFFFF ? 4 : 8
            result.append(contentsOf: (width == 4 ? #"\u"# : #"\U"#).unicodeScalars)
            result.append(contentsOf: (String(repeating: "0", count: width - digits.count) + digits).unicodeScalars)
        }
    }
    result.append(quote)
    return String(result)
}

private func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .unassigned, .surrogate, .lineSeparator, .paragraphSeparator: false
    default: true
    }
}
