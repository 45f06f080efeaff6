// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import CDBus
internal import Glibc

/// Reads the arguments of a message that the bus library has validated.
enum MessageReader {
    static func values(_ message: OpaquePointer) -> [Value] {
        var iterator = DBusMessageIter()
        guard dbus_message_iter_init(message, &iterator) != 0 else { return [] }
        return remaining(&iterator)
    }

    static func byteCount(_ message: OpaquePointer) -> Int {
        var bytes: UnsafeMutablePointer<CChar>?
        var count: Int32 = 0
        // The library tells a message's size only by copying it out. Without memory for that: as large as can be.
        guard dbus_message_marshal(message, &bytes, &count) != 0 else { return .max }
        dbus_free(bytes)
        return Int(count)
    }

    /// The first argument, if it is a text; at most so many bytes of it.
    static func firstText(_ message: OpaquePointer, maximumBytes: Int) -> String {
        var iterator = DBusMessageIter()
        guard dbus_message_iter_init(message, &iterator) != 0,
            TypeCode(dbus_message_iter_get_arg_type(&iterator)) == .string
        else { return "" }
        var pointer: UnsafePointer<CChar>?
        dbus_message_iter_get_basic(&iterator, &pointer)
        guard let pointer else { return "" }
        let length = strnlen(pointer, maximumBytes + 1)
        let bytes = UnsafeBufferPointer(start: pointer, count: length).map { UInt8(bitPattern: $0) }
        guard length > maximumBytes else { return String(decoding: bytes, as: UTF8.self) }
        let start = bytes.lastIndex { $0 & 0xC0 != 0x80 } ?? 0
        return String(decoding: bytes[..<start], as: UTF8.self) + "…"
    }

    static func depth(_ message: OpaquePointer) -> Int {
        var iterator = DBusMessageIter()
        guard dbus_message_iter_init(message, &iterator) != 0 else { return 0 }
        return depth(&iterator)
    }

    /// All values from here to the end of the container. Recursion is bounded: the library refuses messages that nest
    /// more than 64 deep.
    private static func remaining(_ iterator: inout DBusMessageIter) -> [Value] {
        var values: [Value] = []
        while let value = value(&iterator) {
            values.append(value)
            dbus_message_iter_next(&iterator)
        }
        return values
    }

    private static func value(_ iterator: inout DBusMessageIter) -> Value? {
        switch TypeCode(dbus_message_iter_get_arg_type(&iterator)) {
        case .byte: .byte(basic(&iterator, 0))
        case .boolean: .boolean(basic(&iterator, dbus_bool_t(0)) != 0)
        case .int16: .int16(basic(&iterator, 0))
        case .uint16: .uint16(basic(&iterator, 0))
        case .int32: .int32(basic(&iterator, 0))
        case .uint32: .uint32(basic(&iterator, 0))
        case .int64: .int64(basic(&iterator, 0))
        case .uint64: .uint64(basic(&iterator, 0))
        case .double: .double(basic(&iterator, 0))
        case .string: .string(text(&iterator))
        case .objectPath: .objectPath(ObjectPath(unchecked: text(&iterator)))
        case .signature: .signature(Signature(unchecked: text(&iterator)))
        case .fileDescriptor: .fileDescriptor(FileDescriptor(owning: basic(&iterator, -1)))
        case .array: array(&iterator)
        case .structure: .structure(contents(&iterator))
        case .variant: contents(&iterator).first.map { .variant($0) }
        // An entry is read with its dictionary.
        case .dictionaryEntry, nil: nil
        }
    }

    private static func contents(_ iterator: inout DBusMessageIter) -> [Value] {
        var inner = DBusMessageIter()
        dbus_message_iter_recurse(&iterator, &inner)
        return remaining(&inner)
    }

    private static func array(_ iterator: inout DBusMessageIter) -> Value {
        let elementCode = TypeCode(dbus_message_iter_get_element_type(&iterator))
        var inner = DBusMessageIter()
        dbus_message_iter_recurse(&iterator, &inner)
        if elementCode == .dictionaryEntry { return dictionary(&inner) }
        if elementCode == .byte {
            var bytes: UnsafePointer<UInt8>?
            var count: Int32 = 0
            dbus_message_iter_get_fixed_array(&inner, &bytes, &count)
            return .array(
                element: Signature(unchecked: "y"),
                UnsafeBufferPointer(start: bytes, count: Int(count)).map { .byte($0) })
        }
        let element = signature(&inner, elementCode)
        return .array(element: element, remaining(&inner))
    }

    /// `iterator` is inside the array.
    private static func dictionary(_ iterator: inout DBusMessageIter) -> Value {
        // "{kv}", whether or not there is an entry. The key is one character.
        let entry = signature(&iterator, .dictionaryEntry).text
        let key = Signature(unchecked: String(entry.dropFirst().prefix(1)))
        let content = Signature(unchecked: String(entry.dropFirst(2).dropLast()))
        var entries: [DictionaryEntry] = []
        while dbus_message_iter_get_arg_type(&iterator) != 0 {
            var inner = DBusMessageIter()
            dbus_message_iter_recurse(&iterator, &inner)
            if let key = value(&inner), dbus_message_iter_next(&inner) != 0, let value = value(&inner) {
                entries.append(DictionaryEntry(key: key, value: value))
            }
            dbus_message_iter_next(&iterator)
        }
        return .dictionary(key: key, value: content, entries)
    }

    /// The type at the iterator.
    private static func signature(_ iterator: inout DBusMessageIter, _ code: TypeCode?) -> Signature {
        if let code, !code.isContainer { return code.signature }
        guard let text = dbus_message_iter_get_signature(&iterator) else { return .empty }
        defer { dbus_free(text) }
        return Signature(unchecked: String(cString: text))
    }

    private static func basic<Number: BitwiseCopyable>(_ iterator: inout DBusMessageIter, _ initial: Number) -> Number {
        var number = initial
        dbus_message_iter_get_basic(&iterator, &number)
        return number
    }

    private static func text(_ iterator: inout DBusMessageIter) -> String {
        var pointer: UnsafePointer<CChar>?
        dbus_message_iter_get_basic(&iterator, &pointer)
        return pointer.map { String(cString: $0) } ?? ""
    }

    private static func depth(_ iterator: inout DBusMessageIter) -> Int {
        var deepest = 0
        while let code = TypeCode(dbus_message_iter_get_arg_type(&iterator)) {
            switch code {
            case .array:
                let element = TypeCode(dbus_message_iter_get_element_type(&iterator))
                deepest = max(deepest, 1 + (element?.isContainer == true ? innerDepth(&iterator) : 0))
            case .structure, .variant:
                deepest = max(deepest, 1 + innerDepth(&iterator))
            case .dictionaryEntry:
                // Its array has been counted.
                deepest = max(deepest, innerDepth(&iterator))
            case .byte, .boolean, .int16, .uint16, .int32, .uint32, .int64, .uint64, .double, .string, .objectPath,
                .signature, .fileDescriptor:
                break
            }
            dbus_message_iter_next(&iterator)
        }
        return deepest
    }

    private static func innerDepth(_ iterator: inout DBusMessageIter) -> Int {
        var inner = DBusMessageIter()
        dbus_message_iter_recurse(&iterator, &inner)
        return depth(&inner)
    }
}
