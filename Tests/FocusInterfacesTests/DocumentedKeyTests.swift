// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
@testable import FocusCore
import FocusInterfaces
import InterfaceGenerator
import Testing

/// What is sent has the keys that the interface files document, with their types, and no others.
@Suite struct DocumentedKeyTests {
    /// Dictionaries that only come in, or are not sent yet.
    private static let notSent: Set<String> = [
        "Handler1.Section", "Handler1.Description", "Handler1.Suggestion", "Control1.ConfigureOptions",
        "Control1.OptionsQuery", "Control1.AppPolicy",
    ]

    @Test func sampleOfEachForm_hasAllDocumentedKeysAndNoOthers() throws {
        let samples = try Samples()
        var missing = Self.notSent
        for interface in try Repository.interfaces() {
            for dictionary in interface.dictionaries {
                let name = "\(interface.shortName).\(dictionary.name)"
                guard let sample = samples.all[name] else {
                    #expect(missing.remove(name) != nil, "no sample of \(name)")
                    continue
                }
                let documented = dictionary.keys.filter { !samples.onlyReceived.contains("\(name).\($0.name)") }
                #expect(Set(sample.keys) == Set(documented.map(\.name)), "\(name)")
                for key in documented where key.signature != "v" {
                    #expect(sample[key.name]?.signature.text == key.signature, "\(name) '\(key.name)'")
                }
            }
        }
        #expect(missing.subtracting(samples.all.keys) == [])
    }
}

/// One full value of each wire form.
private struct Samples {
    var all: [String: [String: Value]] = [:]
    /// Keys that are read, and never sent.
    let onlyReceived: Set<String> = ["Control1.ModeSettings.unset", "Control1.OverrideOptions.for"]

    init() throws {
        let item = Item(
            value: .string("due"), title: "By due date", subtitle: "Soonest first",
            icon: .themed(["x-office-calendar"]),
            synonyms: ["deadline"])
        let parameter = ParameterDescriptor(
            id: try Identifier(valid: "order"), type: .double, isArray: true, isOptional: true,
            defaultValue: .array([.double(1)]), title: "Order", summary: "How to sort", cases: [item],
            options: .dynamic, minimum: 0, maximum: 2, entityName: "Order", dependsOn: [try Identifier(valid: "list")],
            aliases: [try Identifier(valid: "sorting")])
        let filter = FilterDescriptor(
            id: try Identifier(valid: "UpNext"), title: "Up Next", summary: "Shows what is next", icon: .bytes([1]),
            aliases: [try Identifier(valid: "Next")], deadline: .seconds(30), parameters: [parameter])
        let values: [Identifier: ParameterValue] = [parameter.id: .array([.double(1)])]
        let reason = ModeReason(cause: .condition, text: "do-not-disturb", facts: [.doNotDisturb])
        let mode = Mode(
            id: try #require(ModeID("work")), name: "Work", icon: "briefcase-symbolic", color: "#3584e4", priority: 50,
            condition: try Condition(parsing: "do-not-disturb"), schedule: try Schedule(parsing: "09:00-17:00"),
            enterDelay: .seconds(2), leaveDelay: .seconds(1), doNotDisturb: true,
            filters: [
                try #require(FilterKey("org.example.Tasks/UpNext")): [
                    parameter.id: .value(.bool(true)), try Identifier(valid: "list"): .none,
                ]
            ], file: "/modes/work.mode")
        let explanation = Explanation(
            mode: mode.id, since: 1, reason: reason, override: nil,
            terms: [
                Explanation.Term(
                    text: "do-not-disturb", fact: .doNotDisturb, source: "dunst", value: .bool(true), age: 1,
                    against: [])
            ],
            candidates: [Explanation.Candidate(mode: mode.id, priority: 50, condition: .yes, reason: reason)])
        let forecast = Forecast(
            mode: mode.id, reason: reason,
            changes: [
                Forecast.Change(
                    key: try #require(FilterKey("org.example.Tasks/UpNext")), values: values, parameters: [parameter])
            ])
        all = [
            "Focus1.FilterDescription": filter.wire,
            "Focus1.ParameterDescription": parameter.wire,
            "Focus1.Item": item.wire,
            "Focus1.FilterState": FilterState(
                isActive: true, isSuspended: false, values: values, serial: 1, token: Token("t")
            ).wire(),
            "Focus1.Status": FocusStatus(isFocused: true, mode: SharedMode(id: "work", name: "Work")).wire,
            "Focus1.RegisterFiltersOptions": RegistrationOptions(
                performed: [filter.id: Token("t")], standby: true
            ).wire,
            "Handler1.Transition": Transition(
                serial: 1, token: Token("t"), reason: .activated, isActive: true, previous: values,
                mode: SharedMode(id: "work", name: "Work")
            ).wire(),
            "Handler1.OptionsQuery": OptionsQuery(search: "work", values: values, limit: 5).wire(),
            "Control1.KnownSection": ItemSection(title: "Lists", subtitle: "Here", items: [item]).wire(asOf: 4),
            "Control1.KnownItem": item.wire(asOf: 4),
            "Control1.KnownDescription": FilterDisplay(
                title: "Up Next", subtitle: "Work", icon: .themed(["x"]),
                notificationFilter: OwnTerms(["allow": Value.string("work")])
            ).wire(asOf: 4),
            "Control1.KnownSuggestion": FilterSuggestion(title: "Urgent", values: values).wire(asOf: 4),
            "Control1.Reason": reason.wire,
            "Control1.Override": Override(mode: mode.id, ends: .time(2), since: 1).wire,
            "Control1.OverrideOptions": OverrideEnd.time(2).wire,
            "Control1.ModeSettings": mode.settings(),
            "Control1.ModeRow": mode.row(condition: .yes),
            "Control1.FilterRow": FilterOverview(
                key: try #require(FilterKey("org.example.Tasks/UpNext")), descriptor: filter, state: .served,
                failure: "no",
                isActive: true, isSuspended: false, values: values, serial: 2, acknowledgedSerial: 1, modes: [mode.id],
                peer: nil
            ).wire,
            "Control1.SourceRow": SourceOverview(
                id: "logind", state: .failing, isInCharge: true, detail: "hangs", facts: [.locked: .bool(true)],
                tells: [.locked], read: 1
            ).wire(owner: ":1.7"),
            "Control1.FactRow": FactOverview(
                fact: .locked, value: .bool(true), source: "logind", age: 1, against: ["saver"], isHeld: true
            ).wire,
            "Control1.Explanation": explanation.wire,
            "Control1.Term": try #require(explanation.wire.optional(Control1.ExplanationKey.terms)?.first),
            "Control1.Candidate": try #require(explanation.wire.optional(Control1.ExplanationKey.candidates)?.first),
            "Control1.Problem": Problem(
                kind: .file, subject: "a", message: "b", file: "c", line: 1, column: 2
            ).wire(since: 3),
            "Control1.ComingChange": ComingChange(at: 1, mode: mode.id, reason: reason).wire,
            "Control1.Forecast": forecast.wire,
            "Control1.ForecastChange": try #require(forecast.wire.optional(Control1.ForecastKey.changes)?.first),
            "Control1.HistoryRow": HistoryRow(
                .perform, at: 1, mode: mode.id, text: "changed", filter: FilterKey("org.example.Tasks/UpNext"),
                serial: 2
            ).wire,
            "Simulation1.Clock": ClockSetting(realtime: 1, boottime: 2, zone: "Europe/Paris").wire,
        ]
    }
}
