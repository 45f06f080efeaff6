// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FocusCore

struct DescriptorRulesTests {
    func fault(_ parameters: ParameterDescriptor...) -> String? {
        message { () throws(FocusError) in try FilterDescriptor(id: id("F"), parameters: parameters).validate() }
    }

    func message(_ work: () throws(FocusError) -> Void) -> String? {
        do {
            try work()
            return nil
        } catch {
            return "\(error.code.rawValue): \(error.message)"
        }
    }

    func parameter(
        _ name: String, _ type: ParameterType = .string, dependsOn: [String] = [], aliases: [String] = []
    ) -> ParameterDescriptor {
        ParameterDescriptor(
            id: id(name), type: type, isOptional: true, dependsOn: dependsOn.map(id), aliases: aliases.map(id))
    }

    @Test func aParameterNeedsADefaultOrIsOptional() {
        let prefix = "InvalidDescriptor: filter 'F', parameter 'a': "
        let needs = "it is neither optional nor has a default; give it one, or make it optional"
        #expect(fault(ParameterDescriptor(id: id("a"), type: .string)) == prefix + needs)
        #expect(fault(ParameterDescriptor(id: id("a"), type: .string, isArray: true)) == prefix + needs)
        #expect(fault(ParameterDescriptor(id: id("a"), type: .string, isOptional: true)) == nil)
        #expect(fault(ParameterDescriptor(id: id("a"), type: .string, defaultValue: .string(""))) == nil)
    }

    @Test(
        arguments: [
            (.bool, .bool(true), nil, true), (.bool, .int(1), nil, false), (.int, .int(1), nil, true),
            (.int, .double(1), nil, false), (.double, .double(1), nil, true), (.double, .double(.nan), nil, false),
            (.double, .double(.infinity), nil, true), (.int, .int(11), 10, false), (.int, .int(10), 10, true),
            (.double, .double(-0.5), 10, false), (.string, .string("x"), nil, true), (.string, .array([]), nil, false),
            (.url, .string("x:"), nil, true), (.entity, .string("é"), nil, true),
            (.date, .string("2026-11-30T09:00:00Z"), nil, true), (.date, .string("tomorrow"), nil, false),
        ] as [(ParameterType, ParameterValue, Double?, Bool)])
    func defaults_mustFit(_ type: ParameterType, _ value: ParameterValue, _ maximum: Double?, _ fits: Bool) {
        var parameter = ParameterDescriptor(
            id: id("a"), type: type, defaultValue: value, minimum: maximum.map { _ in 0 }, maximum: maximum)
        #expect((fault(parameter) == nil) == fits)
        parameter.isArray = true
        #expect((fault(parameter) == nil) == (value == .array([])))
        parameter.defaultValue = .array([value, value])
        #expect((fault(parameter) == nil) == fits)
    }

    @Test func enums_needCases() {
        var parameter = ParameterDescriptor(id: id("a"), type: .enum, defaultValue: .string("due"))
        let prefix = "InvalidDescriptor: filter 'F', parameter 'a': "
        #expect(fault(parameter) == prefix + "an enum needs cases")
        parameter.cases = [Item(value: .string("due"), title: "Due")]
        #expect(fault(parameter) == nil)
        parameter.options = .dynamic
        #expect(fault(parameter) == prefix + "an enum's options are its cases; they cannot be dynamic")
        parameter.options = .static
        parameter.defaultValue = .string("dew")
        #expect(fault(parameter) == prefix + "its default 'dew' must be one of: due")
        parameter.cases += parameter.cases
        #expect(fault(parameter) == prefix + "the case 'due' occurs twice")
        parameter.cases = [Item(value: .int(1), title: "One")]
        #expect(fault(parameter) == prefix + "the case 1 must be of type enum, not int")
        parameter.type = .string
        parameter.cases = []
        #expect(fault(parameter) == prefix + "its options are static, but it has no cases")
    }

    @Test func limits_mustMakeSense() {
        let prefix = "InvalidDescriptor: filter 'F', parameter 'a': "
        var parameter = ParameterDescriptor(id: id("a"), type: .int, isOptional: true, minimum: 2, maximum: 1)
        #expect(fault(parameter) == prefix + "its minimum is greater than its maximum")
        parameter.maximum = 2
        #expect(fault(parameter) == nil)
        parameter.maximum = .nan
        #expect(fault(parameter) == prefix + "its minimum or maximum is not a number")
        parameter.type = .string
        #expect(
            fault(parameter) == prefix
                + "only an int or a double has a minimum or maximum, not a parameter of type string")
    }

    @Test func names_areUnique() {
        let taken = "is already the id or an alias of a parameter; give it another"
        #expect(fault(parameter("a"), parameter("b", aliases: ["c"]), parameter("d")) == nil)
        for (other, name) in [
            (parameter("a"), "a"), (parameter("b", aliases: ["a"]), "a"), (parameter("x"), "x"),
            (parameter("b", aliases: ["b"]), "b"), (parameter("b", aliases: ["x"]), "x"),
        ] {
            #expect(
                fault(parameter("a", aliases: ["x"]), other)
                    == "InvalidDescriptor: filter 'F', parameter '\(other.id)': '\(name)' \(taken)")
        }
        #expect(fault(parameter("é"), parameter("e\u{301}")) == nil)
    }

    @Test func dependencies_existAndHaveNoCycle() {
        let prefix = "InvalidDescriptor: filter 'F', parameter "
        #expect(fault(parameter("a", dependsOn: ["b"]), parameter("b", dependsOn: ["c"]), parameter("c")) == nil)
        #expect(
            fault(parameter("list", dependsOn: ["acount"]), parameter("account"))
                == prefix + "'list': it depends on 'acount', which is not a parameter; did you mean 'account'?")
        #expect(fault(parameter("a", dependsOn: ["a"])) == prefix + "'a': it depends on itself: a → a")
        #expect(
            fault(
                parameter("a", dependsOn: ["b"]), parameter("b", dependsOn: ["d", "c"]),
                parameter("c", dependsOn: ["b"]), parameter("d")) == prefix + "'b': it depends on itself: b → c → b")
    }

    @Test func limits_areKept() {
        let parameters = (0...256).map { parameter("p\($0)", dependsOn: $0 == 0 ? [] : ["p\($0 - 1)"]) }
        let tooMany = FilterDescriptor(id: id("F"), parameters: parameters)
        #expect(
            message { () throws(FocusError) in try tooMany.validate() }
                == "LimitExceeded: filter 'F': 257 parameters; a filter may have at most 256")
        let most = FilterDescriptor(id: id("F"), parameters: Array(parameters.dropLast()))
        #expect(message { () throws(FocusError) in try most.validate() } == nil)
        let filters = (0...256).map { FilterDescriptor(id: id("F\($0)")) }
        #expect(
            message { () throws(FocusError) in try FilterDescriptor.validate(filters) }
                == "LimitExceeded: filter 'F256': an app may have at most 256 filters")
        #expect(message { () throws(FocusError) in try FilterDescriptor.validate(filters.dropLast()) } == nil)
        for deadline in [0, -1, .seconds(601), .max] as [Microseconds] {
            #expect(
                message { () throws(FocusError) in try FilterDescriptor(id: id("F"), deadline: deadline).validate() }
                    == "InvalidDescriptor: filter 'F': the deadline must be from 1ms to 10min")
        }
    }

    @Test func filters_areUniqueWithinTheApp() {
        let filters = [
            FilterDescriptor(id: id("A"), aliases: [id("Old")]), FilterDescriptor(id: id("B"), aliases: [id("Old")]),
        ]
        #expect(
            message { () throws(FocusError) in try FilterDescriptor.validate(filters) }
                == "InvalidDescriptor: filter 'B': 'Old' is already the id or an alias of a filter; give it another")
    }

    @Test(arguments: [
        ("2026-11-30T09:00:00Z", true), ("2026-11-30t09:00:00.123456789z", true), ("2026-11-30 09:00:00+01:00", true),
        ("2024-02-29T00:00:00-00:00", true), ("2000-02-29T23:59:60Z", true), ("2023-02-29T00:00:00Z", false),
        ("1900-02-29T00:00:00Z", false), ("2026-13-01T00:00:00Z", false), ("2026-00-01T00:00:00Z", false),
        ("2026-04-31T00:00:00Z", false), ("2026-04-00T00:00:00Z", false), ("2026-11-30T24:00:00Z", false),
        ("2026-11-30T09:60:00Z", false), ("2026-11-30T09:00:61Z", false), ("2026-11-30T09:00:00", false),
        ("2026-11-30", false), ("2026-11-30T09:00:00.Z", false), ("2026-11-30T09:00:00+24:00", false),
        ("2026-11-30T09:00:00Zx", false), ("", false), ("٢026-11-30T09:00:00Z", false),
    ])
    func dates_areTimestampsOfRFC3339(_ text: String, _ expected: Bool) {
        #expect(isTimestamp(text) == expected)
    }
}
