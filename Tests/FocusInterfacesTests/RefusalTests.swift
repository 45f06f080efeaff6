// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusInterfaces
import Testing

/// What does not fit is refused by name, with words that say where; what is not known is passed over.
@Suite struct RefusalTests {
    private let parameter: [String: Value] = [
        "id": .string("order"), "type": .string("string"), "optional": .boolean(true),
    ]

    private func filter(_ changes: [String: Value], parameter change: [String: Value] = [:]) -> [String: Value] {
        let parameter = parameter.merging(change) { $1 }
        return ["id": .string("UpNext"), "title": .string("Up Next"), "parameters": [parameter].busValue]
            .merging(changes) { $1 }
    }

    private func refused(_ wire: [String: Value]) -> WireError? {
        refusal { () throws(WireError) in try FilterDescriptor(wire: wire) }
    }

    @Test func unknownKeys_areIgnored() throws {
        let plain = try FilterDescriptor(wire: filter([:]))
        let more = filter(["x-new": .double(1), "later": .strings([])], parameter: ["x-new": .byte(1)])
        #expect(try FilterDescriptor(wire: more) == plain)
        #expect(try RegistrationOptions(wire: ["x-new": .byte(1)]) == RegistrationOptions())
        #expect(try ModeChanges(wire: ["x-new": .byte(1)]) == ModeChanges())
        #expect(try OverrideEnd(wire: ["x-new": .byte(1)], now: 0) == .boundary)
    }

    @Test(arguments: [
        (["title": Value.int32(1)], "filter 'UpNext': 'title' must be of type 's', not 'i'"),
        (["deadline": .int32(1)], "filter 'UpNext': 'deadline' must be of type 't', not 'i'"),
        (["icon": .string("a")], "filter 'UpNext': 'icon' must be of type '(sv)', not 's'"),
        (
            ["icon": Pair("emblem", Value.string("a")).busValue],
            "filter 'UpNext': 'icon': an icon is 'themed', 'file' or 'bytes', not 'emblem'"
        ),
        (
            ["icon": Pair("themed", Value.string("a")).busValue],
            "filter 'UpNext': 'icon': a 'themed' icon is an array of at least one name"
        ),
        (["parameters": .strings([])], "filter 'UpNext': 'parameters' must be of type 'aa{sv}', not 'as'"),
        (["id": .objectPath("/a")], "'id' must be of type 's', not 'o'"),
    ])
    func keyOfAnotherType_isRefused(change: [String: Value], words: String) {
        let error = refused(filter(change))
        #expect(error?.name.text == "org.freedesktop.DBus.Error.InvalidArgs")
        #expect(error?.message == words)
    }

    @Test func missingKey_isNamed() {
        #expect(refused(["title": .string("a")])?.message == "'id' of type 's' is missing")
        let error = refusal { () throws(WireError) in
            try FilterDescriptor.list(wire: [["id": .string("a")], ["title": .string("a")]])
        }
        #expect(error?.message == "filter 2: 'id' of type 's' is missing")
        var untyped = filter([:])
        untyped["parameters"] = [["id": Value.string("order")]].busValue
        #expect(
            refused(untyped)?.message == "filter 'UpNext': parameter 'order': 'type' of type 's' is missing")
    }

    @Test func keyThatComesTwice_isRefused() {
        let twice = Value.dictionary(
            key: "s", value: "s",
            [
                DictionaryEntry(key: .string("a"), value: .string("t")),
                DictionaryEntry(key: .string("a"), value: .string("u")),
            ])
        let error = refusal { () throws(WireError) in try RegistrationOptions(wire: ["performed": twice]) }
        #expect(error?.name.text == "org.freedesktop.DBus.Error.InvalidArgs")
        #expect(error?.message == "'performed' names a key twice")
    }

    @Test(arguments: [
        (
            ["type": Value.string("colour")],
            "'type' is 'colour'; it can be 'bool', 'int', 'double', 'string', 'url', "
                + "'date', 'enum', 'entity'"
        ),
        (["options": .string("some")], "'options' is 'some'; it can be 'none', 'static', 'dynamic'"),
    ])
    func wordThatIsNoneOfThose_isInvalidDescriptor(change: [String: Value], words: String) {
        let error = refused(filter([:], parameter: change))
        #expect(error?.name.text == "org.focusfilters.Error.InvalidDescriptor")
        #expect(error?.message == "filter 'UpNext': parameter 'order': \(words)")
    }

    @Test func deadlineOfZero_isInvalidDescriptor() {
        #expect(refused(filter(["deadline": .uint64(0)]))?.name.text == "org.focusfilters.Error.InvalidDescriptor")
        #expect(refused(filter(["deadline": .uint64(.max)]))?.name.text == "org.focusfilters.Error.InvalidDescriptor")
    }

    @Test(arguments: ["", "9a", "a b", "a/b", "a-b", String(repeating: "a", count: 129), "💡"])
    func textThatIsNoID_isInvalidID(text: String) {
        #expect(refused(filter(["id": .string(text)]))?.name.text == "org.focusfilters.Error.InvalidId")
        #expect(
            refused(filter([:], parameter: ["id": .string(text)]))?.name.text == "org.focusfilters.Error.InvalidId")
        #expect(
            refused(filter(["aliases": .strings([text])]))?.name.text == "org.focusfilters.Error.InvalidId")
        #expect(
            refusal { () throws(WireError) in try WireValues.read([text: .boolean(true)]) }?.name.text
                == "org.focusfilters.Error.InvalidId")
    }

    @Test func sameIDTwice_isInvalidDescriptor() {
        var wire = filter([:])
        wire["parameters"] = [parameter, parameter].busValue
        #expect(refused(wire)?.name.text == "org.focusfilters.Error.InvalidDescriptor")
        let error = refusal { () throws(WireError) in try FilterDescriptor.list(wire: [filter([:]), filter([:])]) }
        #expect(error?.name.text == "org.focusfilters.Error.InvalidDescriptor")
        #expect(error?.message == "the id 'UpNext' comes twice")
    }

    @Test func whatTheRulesRefuse_isRefused() {
        // Neither optional nor with a default.
        let error = refused(filter([:], parameter: ["optional": .boolean(false)]))
        #expect(error?.name.text == "org.focusfilters.Error.InvalidDescriptor")
        #expect(error?.message.contains("order") == true)
    }

    @Test(arguments: [
        Value.strings([]).busValue, .structure([.string("a")]), .objectPath("/a"),
        .array(element: "v", []), .array(element: "as", [.strings([])]), .dictionary(key: "s", value: "v", []),
    ])
    func valueOfNoParametersType_isRefused(value: Value) throws {
        guard value != Value.strings([]).busValue else {
            // A variant in the variant is what some languages' libraries send.
            #expect(try WireValues.read(["a": value]) == [try Identifier(valid: "a"): .array([])])
            return
        }
        let error = refusal { () throws(WireError) in try WireValues.read(["a": value]) }
        #expect(
            error?.message
                == "parameter 'a': a value must be of type 'b', 'x', 'd' or 's', or an array of one of them, not "
                + "'\(value.signature)'")
    }

    @Test(arguments: [
        (["until": Value.int64(5)], OverrideEnd.time(5)), (["for": .uint64(5)], .time(9)), ([:], .boundary),
        (["ends": .string("boundary")], .boundary), (["ends": .string("resumed")], .resumed),
        (["ends": .string("time"), "until": .int64(5)], .time(5)),
        (["ends": .string("time"), "for": .uint64(1)], .time(5)),
    ])
    func overrideOptions_sayWhenItEnds(options: [String: Value], end: OverrideEnd) throws {
        #expect(try OverrideEnd(wire: options, now: 4) == end)
        #expect(try OverrideEnd(wire: end.wire, now: 4) == end)
    }

    @Test(arguments: [
        (["until": Value.int64(4)], "'until' is not in the future"),
        (["for": .uint64(0)], "'for' must be above 0 and end in this age"),
        (["for": .uint64(.max)], "'for' must be above 0 and end in this age"),
        (["until": .int64(5), "for": .uint64(1)], "'until' and 'for' cannot both be given"),
        (["ends": .string("time")], "'ends' is 'time', but neither 'until' nor 'for' says when"),
        (
            ["ends": .string("boundary"), "until": .int64(5)],
            "an override that ends at a time cannot end otherwise too: leave 'ends' out"
        ),
        (["ends": .string("never")], "'ends' is 'never'; it can be 'boundary', 'time' or 'resumed'"),
        (
            ["ends": .string("never"), "for": .uint64(1)],
            "'ends' is 'never'; it can be 'boundary', 'time' or 'resumed'"
        ),
        (["until": .uint64(5)], "'until' must be of type 'x', not 't'"),
    ])
    func contradictoryOverrideOptions_areRefused(options: [String: Value], words: String) {
        let error = refusal { () throws(WireError) in try OverrideEnd(wire: options, now: 4) }
        #expect(error?.name.text == "org.freedesktop.DBus.Error.InvalidArgs")
        #expect(error?.message == words)
    }

    @Test(arguments: [
        (["priority": Value.int32(1001)], "InvalidValue", "'priority' is 1001; it can be -1000 to 1000"),
        (["leave-delay": .uint64(.max)], "InvalidValue", "'leave-delay' is 18446744073709551615 µs, which is too long"),
        (
            ["filters": ["a/b": [String: Value]()].busValue], "InvalidId",
            "'a/b' is not an app's and a filter's id with '/' between, such as org.example.Tasks/UpNext"
        ),
        (
            ["filters": ["a.b/c": ["d": Value.boolean(true)]].busValue, "none": ["a.b/c": ["d"]].busValue],
            "InvalidValue", "filter 'a.b/c': parameter 'd' has a value, and is to be nil as well"
        ),
    ])
    func modeSettingThatCannotBe_isRefused(settings: [String: Value], code: String, words: String) {
        let error = refusal { () throws(WireError) in try ModeChanges(wire: settings) }
        #expect(error?.name.text == "org.focusfilters.Error.\(code)")
        #expect(error?.message == words)
    }

    @Test(arguments: [
        (["icon": Value.string("a"), "unset": .strings(["icon"])], "'icon' is given, and named in 'unset' as well"),
        (
            ["none": [String: [String]]().busValue, "unset": .strings(["filters"])],
            "'filters' is given, and named in 'unset' as well"
        ),
        (["unset": .strings(["id"])], "'unset' names 'id', which is no key that has a default"),
        (["enabled": .string("yes")], "'enabled' must be of type 'b', not 's'"),
    ])
    func contradictoryModeSettings_areRefused(settings: [String: Value], words: String) {
        let error = refusal { () throws(WireError) in try ModeChanges(wire: settings) }
        #expect(error?.name.text == "org.freedesktop.DBus.Error.InvalidArgs")
        #expect(error?.message == words)
    }

    @Test(
        arguments: [
            (["luck": Value.boolean(true)], [], "there is no fact 'luck'"),
            ([:], ["luck"], "there is no fact 'luck'"),
            (["locked": .string("yes")], [], "'locked' is a bool, not of type 's'"),
            (["battery": .string("full")], [], "'battery' is a number, not of type 's'"),
            (["battery": .double(.nan)], [], "'battery' is a number, not of type 'd'"),
            (["battery": .double(-5)], [], "'battery' is -5.0; it can be 0 to 100"),
            (["battery": .int64(.max)], [], "'battery' is 9.223372036854776e+18; it can be 0 to 100"),
            (["network": .string("a\u{1B}[2J")], [], "'network' has control characters"),
            (
                ["power-profile": .string(String(repeating: "é", count: 600))], [],
                "'power-profile' is longer than 1024 bytes"
            ),
            (["locked": .boolean(true)], ["locked"], "'locked' is named twice"),
            ([:], ["idle", "idle"], "'idle' is named twice"),
        ] as [([String: Value], [String], String)])
    func factThatCannotBe_isRefused(facts: [String: Value], unknown: [String], words: String) {
        let error = refusal { () throws(WireError) in try WireFacts.read(set: facts, unknown: unknown) }
        #expect(error?.name.text == "org.freedesktop.DBus.Error.InvalidArgs")
        #expect(error?.message == words)
    }

    @Test func focusErrors_goThereAndBack() {
        for code in FocusError.Code.allCases {
            let error = FocusError(code, "words")
            #expect(ErrorName(error.name.text) != nil)
            #expect(FocusError(CallError.error(name: error.name.text, message: "words")) == error)
        }
        #expect(FocusError(CallError.error(name: "org.focusfilters.Error.New", message: "")) == nil)
        #expect(FocusError(CallError.timedOut) == nil)
    }
}
