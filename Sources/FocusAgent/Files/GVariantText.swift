// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import CGLib
package import FocusCore

/// Parameter values as GVariant text, as in dconf, read by GLib.
package enum GVariantText {
    /// Reads one value; `nothing` is nil. Integers of any width become `int`; a parameter's type is not known here, so
    /// numbers are fitted to it later. Errors tell the place within the text.
    package static func parse(_ text: String) -> Result<ConfiguredValue, TextError> {
        switch text.filter({ $0 != " " }) {
        // GLib cannot infer a type for these; the parameter's descriptor knows it.
        case "nothing": return .success(.none)
        case "[]": return .success(.value(.array([])))
        default: break
        }
        var error: UnsafeMutablePointer<GError>?
        guard let variant = g_variant_parse(nil, text, nil, nil, &error) else {
            defer { g_clear_error(&error) }
            return .failure(failure(error, in: text))
        }
        // A parsed value is not floating.
        defer { g_variant_unref(variant) }
        guard let value = value(of: variant) else {
            let type = String(cString: g_variant_get_type_string(variant))
            return .failure(
                TextError(
                    line: 1, column: 1,
                    message: "a value of type '\(type)' is none that a parameter can have; write a boolean, a number, "
                        + "a text in quotes, or a list of one of them in brackets"))
        }
        return .success(value)
    }

    private static func failure(_ error: UnsafeMutablePointer<GError>?, in text: String) -> TextError {
        guard let error, let message = error.pointee.message else {
            return TextError(line: 1, column: 1, message: "not a GVariant text")
        }
        // GLib writes `FROM-TO:MESSAGE` or `AT:MESSAGE`, in bytes.
        let words = String(cString: message)
        let digits = words.prefix { $0.isNumber }
        let place = Int(digits) ?? 0
        let column = String(decoding: text.utf8.prefix(place), as: UTF8.self).unicodeScalars.count + 1
        let reason = words.firstIndex(of: ":").map { String(words[words.index(after: $0)...]) } ?? words
        return TextError(
            line: 1, column: column,
            message: "\(reason); texts are written in quotes, as in name='Work'")
    }

    private static func value(of variant: OpaquePointer) -> ConfiguredValue? {
        let type = String(cString: g_variant_get_type_string(variant))
        if type.hasPrefix("m") {
            guard let child = g_variant_get_maybe(variant) else { return ConfiguredValue.none }
            defer { g_variant_unref(child) }
            return value(of: child)
        }
        if let scalar = scalar(of: variant, type: type) { return .value(scalar) }
        guard type.hasPrefix("a"), type.utf8.count == 2 else { return nil }
        var elements: [ParameterValue] = []
        for index in 0..<g_variant_n_children(variant) {
            guard let child = g_variant_get_child_value(variant, index) else { return nil }
            defer { g_variant_unref(child) }
            guard let element = scalar(of: child, type: String(type.dropFirst())) else { return nil }
            elements.append(element)
        }
        // An empty array still has to be of a type that parameters have.
        if elements.isEmpty && !"bynqiuxtds".contains(type.dropFirst()) { return nil }
        return .value(.array(elements))
    }

    private static func scalar(of variant: OpaquePointer, type: String) -> ParameterValue? {
        switch type {
        case "b": .bool(g_variant_get_boolean(variant) != 0)
        case "y": .int(Int64(g_variant_get_byte(variant)))
        case "n": .int(Int64(g_variant_get_int16(variant)))
        case "q": .int(Int64(g_variant_get_uint16(variant)))
        case "i": .int(Int64(g_variant_get_int32(variant)))
        case "u": .int(Int64(g_variant_get_uint32(variant)))
        case "x": .int(Int64(g_variant_get_int64(variant)))
        case "t": Int64(exactly: g_variant_get_uint64(variant)).map { .int($0) }
        case "d": .double(g_variant_get_double(variant))
        case "s": .string(String(cString: g_variant_get_string(variant, nil)))
        default: nil
        }
    }
}
