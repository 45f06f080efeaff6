// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import DBus

/// Makes values from fuzz input: mostly such as the project's interfaces know, sometimes such as contradict themselves.
struct ValueSource {
    var input: FuzzInput
    /// How many are still to be made; bounds time and memory.
    private var budget = 512

    init(input: FuzzInput) { self.input = input }

    mutating func arguments() -> [Value] {
        var arguments: [Value] = []
        while !input.isEmpty, arguments.count < 8 { arguments.append(value(depth: 0)) }
        return arguments
    }

    private mutating func value(depth: Int) -> Value {
        budget -= 1
        switch input.number(below: depth > 12 || budget < 0 ? 12 : 20) {
        case 0: return .byte(input.byte())
        case 1: return .boolean(input.flag())
        case 2: return .int16(input.integer())
        case 3: return .uint16(input.integer())
        case 4: return .int32(input.integer())
        case 5: return .uint32(input.integer())
        case 6: return .int64(extreme(input.integer()))
        case 7: return .uint64(UInt64(bitPattern: extreme(input.integer())))
        case 8:
            return .double(input.flag() ? Double(bitPattern: input.integer()) : Double(Int8(bitPattern: input.byte())))
        case 9: return .string(text())
        case 10: return .objectPath(ObjectPath("/" + input.text()) ?? "/a/b")
        case 11: return .signature(Signature(input.text()) ?? "a{sv}")
        case 12:
            let elements = (0..<count()).map { _ in value(depth: depth + 1) }
            return .array(
                element: elements.first?.signature ?? "s", input.flag() ? elements : Array(elements.prefix(1)))
        case 13:
            return .array(
                element: Signature(unchecked: input.text()), (0..<count()).map { _ in value(depth: depth + 1) })
        case 14: return .structure((0..<count()).map { _ in value(depth: depth + 1) })
        case 15: return .structure([.string(text()), .variant(value(depth: depth + 2))])
        case 16: return .variant(value(depth: depth + 1))
        case 17: return .array(element: "a{sv}", (0..<count()).map { _ in dictionary(depth: depth + 1) })
        case 18: return .array(element: "s", (0..<count()).map { _ in .string(text()) })
        default: return dictionary(depth: depth)
        }
    }

    private mutating func dictionary(depth: Int) -> Value {
        var entries: [DictionaryEntry] = []
        for _ in 0..<count() {
            entries.append(
                DictionaryEntry(key: .string(text()), value: .variant(value(depth: depth + 2))))
        }
        return .dictionary(key: "s", value: .variant, entries)
    }

    private mutating func count() -> Int { budget < 0 ? 0 : input.number(below: 9) }

    private mutating func extreme(_ number: Int64) -> Int64 {
        switch input.number(below: 4) {
        case 0: .max
        case 1: .min
        case 2: number
        default: Int64(Int8(truncatingIfNeeded: number))
        }
    }

    private mutating func text() -> String { input.flag() ? input.text() : input.element(of: Self.words) }

    private static let words = [
        "id", "title", "description", "icon", "aliases", "deadline", "parameters", "type", "array", "optional",
        "default", "cases", "options", "minimum", "maximum", "entity-name", "depends-on", "value", "subtitle",
        "synonyms", "bool", "int", "double", "string", "url", "date", "enum", "entity", "none", "static", "dynamic",
        "performed", "standby", "until", "for", "ends", "boundary", "time", "resumed", "name", "color", "when",
        "priority", "enabled", "leave-delay", "filters", "unset", "realtime", "boottime", "zone", "themed", "file",
        "bytes", "active", "suspended", "values", "serial", "token", "reason", "previous", "mode", "mode-name",
        "focused", "locked", "battery", "network", "do-not-disturb", "org.example.App", "org.example.App/Filter",
        "work", "UpNext", "order", "2026-11-30T09:00:00Z",
    ]
}
