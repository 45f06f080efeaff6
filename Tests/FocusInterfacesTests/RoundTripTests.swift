// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusInterfaces
import Testing

/// What is written is read back the same.
@Suite struct RoundTripTests {
    @Test(arguments: 0..<200 as Range<UInt64>)
    func anyValues_comeBackTheSame(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let values = try Arbitrary.values(&random)
        #expect(try WireValues.read(WireValues.dictionary(values)) == values)
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func anyFilter_comesBackTheSame(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let filter = try Arbitrary.filter(&random)
        #expect(try FilterDescriptor(wire: filter.wire) == filter)
        #expect(try FilterDescriptor.list(wire: [filter.wire]) == [filter])
    }

    @Test(arguments: 0..<50 as Range<UInt64>)
    func anyStateAndTransition_comeBackTheSame(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let state = FilterState(
            isActive: .random(using: &random), isSuspended: .random(using: &random),
            values: try Arbitrary.values(&random), serial: .random(in: 0...UInt64.max, using: &random),
            token: Token("t\(seed)"))
        #expect(try FilterState(wire: state.wire()) == state)
        let transition = Transition(
            serial: .random(in: 0...UInt64.max, using: &random), token: Token("t\(seed)"), reason: .catchUp,
            isActive: .random(using: &random), previous: Bool.random(using: &random) ? state.values : nil,
            mode: Bool.random(using: &random) ? SharedMode(id: "", name: "") : nil)
        #expect(try Transition(wire: transition.wire()) == transition)
    }

    @Test func unknownPerformReason_countsAsChanged() throws {
        var wire = Transition(serial: 1, token: Token("t"), reason: .ended, isActive: false).wire()
        wire["reason"] = .string("of-a-later-version")
        #expect(try Transition(wire: wire).reason == .changed)
    }

    @Test func icons_comeBackTheSame() throws {
        for icon in [Icon.themed(["a", "b"]), .file("file:///a.svg"), .bytes([0, 255]), .bytes([])] {
            #expect(try Icon(icon.wire) == icon)
        }
        #expect(Icon.themed(["a"]).wire.busValue.signature.text == "(sv)")
        #expect(Icon.bytes([]).wire.second.signature.text == "ay")
    }

    @Test func statusAndOptions_comeBackTheSame() throws {
        for status in [
            FocusStatus(isFocused: false), FocusStatus(isFocused: true, mode: SharedMode(id: "a", name: "A")),
        ] {
            #expect(try FocusStatus(wire: status.wire) == status)
        }
        let options = RegistrationOptions(performed: [try Identifier(valid: "a"): Token("t")], standby: true)
        #expect(try RegistrationOptions(wire: options.wire) == options)
        #expect(try RegistrationOptions(wire: [:]) == RegistrationOptions())
        let clock = ClockSetting(realtime: 1, boottime: nil)
        #expect(try ClockSetting(wire: clock.wire) == clock)
    }

    @Test func wireTypes_areThoseOfTheTable() throws {
        let types: [(ParameterValue, String)] = [
            (.bool(true), "b"), (.int(1), "x"), (.double(1), "d"), (.string("a"), "s"), (.array([.bool(true)]), "ab"),
            (.array([.int(1)]), "ax"), (.array([.double(1)]), "ad"), (.array([.string("a")]), "as"),
        ]
        for (value, signature) in types { #expect(value.busValue().signature.text == signature) }
        for type in ParameterType.allCases {
            #expect(ParameterValue.array([]).busValue(of: type).signature.text == "a" + type.scalarSignature)
        }
    }

    @Test func emptyArray_isSentWithTheParametersType() throws {
        let id = try Identifier(valid: "counts")
        let parameters = [ParameterDescriptor(id: id, type: .int, isArray: true)]
        let wire = WireValues.dictionary([id: .array([])], of: parameters)
        #expect(wire["counts"]?.signature.text == "ax")
        #expect(try WireValues.read(wire) == [id: .array([])])
    }

    @Test func integersOfOtherWidths_areAcceptedIfTheyFit() throws {
        let accepted: [Value] = [.byte(7), .int16(7), .uint16(7), .int32(7), .uint32(7), .int64(7), .uint64(7)]
        for value in accepted {
            #expect(try ParameterValue(value) == .int(7))
            #expect(try ParameterValue(.variant(value)) == .int(7))
            #expect(try ParameterValue(.array(element: value.signature, [value])) == .array([.int(7)]))
        }
        #expect(try ParameterValue(.uint64(UInt64(Int64.max))) == .int(.max))
        let error = refusal { () throws(WireError) in try ParameterValue(.uint64(UInt64(Int64.max) + 1)) }
        #expect(error?.name.text == "org.freedesktop.DBus.Error.InvalidArgs")
        #expect(error?.message == "9223372036854775808 is too great: integers are sent as 'x'")
    }

    @Test func modeSettings_comeBackAsChanges() throws {
        let filter = try #require(FilterKey("org.example.Tasks/UpNext"))
        let filters: [FilterKey: [Identifier: ConfiguredValue]] = [
            filter: [try Identifier(valid: "order"): .value(.string("due")), try Identifier(valid: "list"): .none]
        ]
        let mode = Mode(
            id: try #require(ModeID("work")), name: "Work", icon: "briefcase-symbolic", color: "#3584e4", priority: -5,
            isEnabled: false, condition: try Condition(parsing: "locked"), leaveDelay: .seconds(2), filters: filters)
        let changes = try ModeChanges(wire: mode.settings())
        #expect(changes.name == .set("Work"))
        #expect(changes.icon == .set("briefcase-symbolic"))
        #expect(changes.color == .set("#3584e4"))
        #expect(changes.when == .set("locked"))
        #expect(changes.priority == .set(-5))
        #expect(changes.isEnabled == .set(false))
        #expect(changes.leaveDelay == .set(.seconds(2)))
        #expect(changes.filters == filters)
    }

    @Test func absentSettings_areNoChange_unsetOnesGoBack() throws {
        #expect(try ModeChanges(wire: [:]) == ModeChanges())
        let changes = try ModeChanges(wire: ["unset": .strings(["icon", "leave-delay", "filters"])])
        #expect(changes.icon == .unset)
        #expect(changes.leaveDelay == .unset)
        #expect(changes.filters == [:])
        #expect(changes.name == nil)
    }

    @Test func facts_areReadByTheirTypes() throws {
        let facts: [Fact: FactValue] = [.locked: .bool(true), .battery: .number(12.5), .network: .text("Büro")]
        let read = try WireFacts.read(set: WireFacts.dictionary(facts), unknown: ["idle"])
        let expected: [Fact: FactValue?] = [
            .locked: .bool(true), .battery: .number(12.5), .network: .text("Büro"), .idle: nil,
        ]
        #expect(read == expected)
        #expect(try WireFacts.read(set: ["battery": .int32(12)], unknown: []) == [.battery: .number(12)])
    }
}

/// Values of any shape, by a seed.
enum Arbitrary {
    static func filter(_ random: inout SeededGenerator) throws -> FilterDescriptor {
        let count = Int.random(in: 0...5, using: &random)
        return FilterDescriptor(
            id: try identifier(&random), title: text(&random), summary: text(&random),
            icon: [nil, .themed(["a-symbolic"]), .file("/a.png"), .bytes([1, 2])].randomElement(using: &random) ?? nil,
            aliases: Bool.random(using: &random) ? [try identifier(&random)] : [],
            deadline: .random(in: 1...60_000_000, using: &random),
            parameters: try (0..<count).map { try parameter($0, &random) })
    }

    /// One that holds together as the rules want it.
    private static func parameter(_ index: Int, _ random: inout SeededGenerator) throws -> ParameterDescriptor {
        let kind = try #require([ParameterType.bool, .int, .double, .string, .enum].randomElement(using: &random))
        let isArray = Bool.random(using: &random)
        let isOptional = Bool.random(using: &random)
        let cases = [Item(value: .string("a"), title: "A"), Item(value: .string("b"), title: "B", subtitle: "b")]
        let value: ParameterValue
        switch kind {
        case .bool: value = .bool(.random(using: &random))
        case .int: value = .int(.random(in: 0...9, using: &random))
        case .double: value = .double(.random(in: 0...9, using: &random))
        case .string, .url, .date, .entity: value = .string(text(&random))
        case .enum: value = .string("b")
        }
        return ParameterDescriptor(
            id: try Identifier(valid: "p\(index)_\(try identifier(&random))"), type: kind, isArray: isArray,
            isOptional: isOptional,
            defaultValue: isOptional && Bool.random(using: &random)
                ? nil : isArray ? .array(Bool.random(using: &random) ? [] : [value]) : value,
            title: text(&random), summary: text(&random), cases: kind == .enum ? cases : [],
            options: kind == .enum ? .static : .none, minimum: kind == .int || kind == .double ? 0 : nil,
            maximum: kind == .int || kind == .double ? 9 : nil)
    }

    static func values(_ random: inout SeededGenerator) throws -> [Identifier: ParameterValue] {
        var values: [Identifier: ParameterValue] = [:]
        for _ in 0..<Int.random(in: 0...8, using: &random) {
            let count = Int.random(in: 0...4, using: &random)
            let kind = Int.random(in: 0...3, using: &random)
            values[try identifier(&random)] =
                Bool.random(using: &random)
                ? .array((0..<count).map { _ in scalar(kind, &random) }) : scalar(kind, &random)
        }
        return values
    }

    private static func scalar(_ kind: Int, _ random: inout SeededGenerator) -> ParameterValue {
        switch kind {
        case 0: .bool(.random(using: &random))
        case 1: .int([.min, 0, .max, .random(in: -9...9, using: &random)].randomElement(using: &random) ?? 0)
        case 2: .double([-.infinity, 0, 1e300, .random(in: -1...1, using: &random)].randomElement(using: &random) ?? 0)
        default: .string(text(&random))
        }
    }

    static func identifier(_ random: inout SeededGenerator) throws -> Identifier {
        let letters = Array("abcXYZ_äßжλ日本").map(String.init)
        let text = (0..<Int.random(in: 1...12, using: &random)).map { _ in letters.randomElement(using: &random) ?? "a"
        }
        return try Identifier(valid: text.joined())
    }

    static func text(_ random: inout SeededGenerator) -> String {
        ["", "Up Next", "Büro/日本", "e\u{301}", "a\nb", "🏳️‍🌈", "'\"<>&"].randomElement(using: &random) ?? ""
    }
}
