// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import CDBus

/// Writes arguments into a message that is being made.
enum MessageWriter {
    /// Checks everything first: the bus library ends the process over text or types that it does not accept.
    static func append(_ values: [Value], to message: OpaquePointer) throws(BusError) {
        guard !values.isEmpty else { return }
        try ValueCheck.check(values)
        var iterator = DBusMessageIter()
        dbus_message_iter_init_append(message, &iterator)
        for value in values {
            guard append(value, &iterator) else { throw .outOfMemory }
        }
    }

    /// False if there is no memory; the message is then of no more use.
    private static func append(_ value: Value, _ iterator: inout DBusMessageIter) -> Bool {
        switch value {
        case .byte(let number): basic(number, .byte, &iterator)
        case .boolean(let flag): basic(dbus_bool_t(flag ? 1 : 0), .boolean, &iterator)
        case .int16(let number): basic(number, .int16, &iterator)
        case .uint16(let number): basic(number, .uint16, &iterator)
        case .int32(let number): basic(number, .int32, &iterator)
        case .uint32(let number): basic(number, .uint32, &iterator)
        case .int64(let number): basic(number, .int64, &iterator)
        case .uint64(let number): basic(number, .uint64, &iterator)
        case .double(let number): basic(number, .double, &iterator)
        case .string(let text): string(text, .string, &iterator)
        case .objectPath(let path): string(path.text, .objectPath, &iterator)
        case .signature(let signature): string(signature.text, .signature, &iterator)
        case .fileDescriptor: false
        case .array(let element, let values):
            container(.array, element.text, &iterator) { inner in
                if element.text == "y" { return bytes(values, &inner) }
                return values.allSatisfy { append($0, &inner) }
            }
        case .dictionary(let key, let content, let entries):
            container(.array, "{" + key.text + content.text + "}", &iterator) { inner in
                entries.allSatisfy { entry in
                    container(.dictionaryEntry, nil, &inner) { append(entry.key, &$0) && append(entry.value, &$0) }
                }
            }
        case .structure(let fields):
            container(.structure, nil, &iterator) { inner in fields.allSatisfy { append($0, &inner) } }
        case .variant(let value):
            container(.variant, value.signature.text, &iterator) { append(value, &$0) }
        }
    }

    private static func basic<Number: BitwiseCopyable>(
        _ number: Number, _ code: TypeCode, _ iterator: inout DBusMessageIter
    ) -> Bool {
        var number = number
        return dbus_message_iter_append_basic(&iterator, code.rawValue, &number) != 0
    }

    private static func string(_ text: String, _ code: TypeCode, _ iterator: inout DBusMessageIter) -> Bool {
        text.withCString { characters in
            var pointer: UnsafePointer<CChar>? = characters
            return dbus_message_iter_append_basic(&iterator, code.rawValue, &pointer) != 0
        }
    }

    private static func bytes(_ values: [Value], _ iterator: inout DBusMessageIter) -> Bool {
        guard !values.isEmpty else { return true }
        let bytes = values.compactMap { if case .byte(let byte) = $0 { byte } else { nil } }
        return bytes.withUnsafeBufferPointer { buffer in
            var start = buffer.baseAddress
            return dbus_message_iter_append_fixed_array(&iterator, TypeCode.byte.rawValue, &start, Int32(buffer.count))
                != 0
        }
    }

    private static func container(
        _ code: TypeCode, _ contents: String?, _ iterator: inout DBusMessageIter,
        fill: (inout DBusMessageIter) -> Bool
    ) -> Bool {
        var inner = DBusMessageIter()
        guard dbus_message_iter_open_container(&iterator, code.rawValue, contents, &inner) != 0 else { return false }
        guard fill(&inner) else {
            dbus_message_iter_abandon_container(&iterator, &inner)
            return false
        }
        return dbus_message_iter_close_container(&iterator, &inner) != 0
    }
}
