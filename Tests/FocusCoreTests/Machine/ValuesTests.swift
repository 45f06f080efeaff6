// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FocusCore

/// Fitting what the user wrote, tokens, and the heap.
struct ValuesTests {
    private func parameter(
        _ type: ParameterType, isArray: Bool = false, isOptional: Bool = false, defaultValue: ParameterValue? = nil,
        cases: [String] = [], options: OptionsKind = .none, minimum: Double? = nil, maximum: Double? = nil
    ) -> ParameterDescriptor {
        ParameterDescriptor(
            id: Make.id("p"), type: type, isArray: isArray, isOptional: isOptional, defaultValue: defaultValue,
            cases: cases.map { Item(value: .string($0), title: $0) }, options: options, minimum: minimum,
            maximum: maximum
        )
    }

    @Test
    func scalars_fitTheirTypeOnly() {
        let samples: [ParameterValue] = [.bool(true), .int(3), .double(3.5), .string("x"), .array([])]
        for type in ParameterType.allCases {
            let fitting = samples.filter { parameter(type).fit($0).complaints.isEmpty }
            let expected: [ParameterValue] =
                switch type {
                case .bool: [.bool(true)]
                case .int: [.int(3)]
                case .double: [.int(3), .double(3.5)]
                case .string, .url, .enum, .entity: [.string("x")]
                case .date: []
                }
            #expect(fitting == expected, "\(type)")
        }
        #expect(parameter(.date).fit(.string("2026-11-30T09:00:00Z")).complaints.isEmpty)
        #expect(parameter(.double).fit(ParameterValue.int(3)).outcome == .value(.double(3)))
        #expect(
            parameter(.double).fit(ParameterValue.int(9_007_199_254_740_993)).outcome == .defaulted, "not without loss")
        #expect(parameter(.double).fit(.double(.nan)).outcome == .defaulted)
    }

    @Test
    func ranges_hold() {
        let level = parameter(.int, minimum: 1, maximum: 5)
        #expect(level.fit(ParameterValue.int(5)) == Fit(.value(.int(5))))
        #expect(level.fit(ParameterValue.int(6)) == Fit(.defaulted, complaints: ["must be at most 5.0"]))
        #expect(level.fit(ParameterValue.int(0)).outcome == .defaulted)
        #expect(parameter(.double, maximum: 1).fit(.double(1.5)).outcome == .defaulted)
    }

    @Test
    func cases_limitAnEnum_unlessTheyAreDynamic() {
        #expect(parameter(.enum, cases: ["due", "title"]).fit(.string("due")).complaints.isEmpty)
        #expect(
            parameter(.enum, cases: ["due", "title"]).fit(.string("x")).complaints == ["must be one of: due, title"])
        #expect(parameter(.enum, cases: ["due"], options: .dynamic).fit(.string("x")).complaints.isEmpty)
        #expect(parameter(.string, cases: ["due"], options: .static).fit(.string("x")).outcome == .defaulted)
    }

    @Test
    func arrays_loseWhatDoesNotFit() {
        let numbers = parameter(.int, isArray: true, maximum: 9)
        #expect(numbers.fit(.array([])) == Fit(.value(.array([]))))
        let partly = numbers.fit(.array([.int(1), .string("x"), .int(10), .int(2)]))
        #expect(partly.outcome == .value(.array([.int(1), .int(2)])))
        #expect(partly.complaints == ["element 2 must be of type int, not text", "element 3 must be at most 9.0"])
        #expect(numbers.fit(.array([.int(10)])).outcome == .defaulted)
        #expect(numbers.fit(ParameterValue.int(1)).outcome == .defaulted)
    }

    @Test
    func nothing_fitsTheOptionalOnly() {
        #expect(parameter(.int, isOptional: true).fit(ConfiguredValue.none) == Fit(.nothing))
        #expect(parameter(.int).fit(ConfiguredValue.none).outcome == .defaulted)
    }

    @Test
    func configuration_isFilledUp_andTheRestReported() {
        let filter = FilterDescriptor(
            id: Make.id("F"),
            parameters: [
                ParameterDescriptor(id: Make.id("a"), type: .int, defaultValue: .int(1)),
                ParameterDescriptor(id: Make.id("b"), type: .int, isOptional: true, defaultValue: .int(2)),
                ParameterDescriptor(
                    id: Make.id("category"), type: .int, defaultValue: .int(3), aliases: [Make.id("group")]),
                ParameterDescriptor(id: Make.id("d"), type: .int, isOptional: true),
            ])
        let (values, complaints) = filter.effectiveValues([
            Make.id("a"): .value(.string("x")), Make.id("b"): .none, Make.id("group"): .int(7),
            Make.id("categori"): .int(8),
        ])
        #expect(values == [Make.id("a"): .int(1), Make.id("category"): .int(7)])
        #expect(
            complaints == [
                "'a' must be of type int, not text",
                "'categori' is not a parameter of this filter; did you mean 'category'?",
            ])
        #expect(
            filter.effectiveValues([Make.id("group"): .int(7), Make.id("category"): .int(8)]).values[
                Make.id("category")]
                == .int(8))
    }

    @Test
    func tokens_differWhenAnythingDoes() {
        let (a, b) = (Make.id("a"), Make.id("b"))
        let contents: [[Identifier: ParameterValue]] = [
            [:], [a: .int(0)], [a: .bool(false)], [a: .double(0)], [a: .double(-0.0)], [a: .string("")],
            [a: .array([])],
            [b: .int(0)], [a: .int(0), b: .int(0)], [a: .array([.array([]), .array([])])],
            [a: .array([.string("ab"), .string("c")])], [a: .array([.string("a"), .string("bc")])],
            [a: .array([.string("abc")])], [a: .string("abc")], [a: .string("\u{e9}")], [a: .string("e\u{301}")],
        ]
        var tokens: Set<Token> = []
        for values in contents {
            for isActive in [true, false] {
                for mode in [
                    nil, SharedMode(id: "", name: ""), SharedMode(id: "a", name: "b"), SharedMode(id: "ab", name: ""),
                ] {
                    for filter in [a, b] {
                        tokens.insert(TokenDigest.token(filter: filter, isActive: isActive, values: values, mode: mode))
                    }
                }
            }
        }
        #expect(tokens.count == contents.count * 2 * 4 * 2)
        #expect(tokens.allSatisfy { $0.text.utf8.count == 32 && $0.text.allSatisfy(\.isHexDigit) })
    }

    @Test
    func token_isTheSameForEver() {
        // A restart of the agent, also of a newer version, must not make every app perform again.
        let token = TokenDigest.token(
            filter: Make.id("UpNext"), isActive: true,
            values: [Make.id("level"): .int(1), Make.id("tags"): .array([.string("x")])], mode: nil)
        #expect(token == Token("a8baf01eb0d9ac2fa24db7ba52a0ee96"))
    }

    @Test(arguments: [UInt64(1), 2, 3])
    func heap_givesTheEarliest_whateverWasCancelled(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var heap = TimerHeap<Int>()
        var model: [Int: (due: Int64, handle: TimerHeap<Int>.Handle)] = [:]
        var now: Int64 = 0
        for key in 0..<3000 {
            switch Int.random(in: 0..<4, using: &random) {
            case 0, 1:
                let due = now + Int64.random(in: 0...50, using: &random)
                model[key] = (due, heap.insert(key, due: due))
            case 2:
                guard let victim = model.keys.sorted().randomElement(using: &random), let entry = model[victim] else {
                    continue
                }
                heap.cancel(entry.handle)
                model[victim] = nil
            default:
                now += Int64.random(in: 0...10, using: &random)
                var last = Int64.min
                while let fired = heap.popDue(at: now) {
                    let due = model.removeValue(forKey: fired)?.due
                    #expect(due.map { $0 >= last && $0 <= now } == true)
                    last = due ?? last
                }
            }
            #expect(heap.nextDue == model.values.map(\.due).min())
            #expect(heap.count == model.count)
        }
    }
}
