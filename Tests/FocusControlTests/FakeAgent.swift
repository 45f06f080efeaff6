// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusInterfaces
import Foundation
import TestSupport

@testable import FocusControl

/// A Control1 service on a private bus, on a thread of its own, that records what it is asked.
final class FakeAgent: @unchecked Sendable {
    // Unchecked: `service` and `connection` are used on the loop's thread only, by `perform`.

    /// Each call with its arguments as JSON.
    let calls = EventProbe<String>()
    private let loop: PollLoop
    private let connection: Connection
    private let service: FakeService
    private let ended = EventProbe<Void>()

    /// Joins the bus and owns the name. `queues`: or waits for it, while another owns it.
    init(_ bus: PrivateBus, isSilent: Bool = false, queues: Bool = false) throws {
        guard let loop = PollLoop() else { throw FixtureError("no loop") }
        self.loop = loop
        connection = try Connection.open(.custom(bus.address), loop: loop)
        service = FakeService(calls, isSilent: isSilent)
        connection.export(
            ExportedObject(
                path: Control1.path, introspection: Control1.xml, interfaces: [Control1.exported(by: service)]))
        var answer: Result<RequestNameReply, CallError>?
        connection.requestName(Control1.busName, flags: queues ? [] : .doNotQueue) { answer = $0 }
        loop.run(until: { answer != nil }, deadline: 30_000_000)
        guard answer == .success(queues ? .inQueue : .primaryOwner) else {
            ended.record(())
            throw FixtureError("the name is not ours: \(String(describing: answer))")
        }
        let ended = ended
        Thread.detachNewThread {
            loop.run()
            ended.record(())
        }
    }

    deinit { stop() }

    /// Leaves the bus; its name is free afterwards.
    func stop() {
        perform { [loop] _, connection in
            connection.releaseName(Control1.busName) { _ in
                connection.close()
                loop.stop()
            }
        }
        _ = ended.waitForNext()
        ended.record(())
    }

    /// Changes what the service says, and signals it, on its thread.
    func perform(_ work: @escaping @Sendable (FakeService, Connection) -> Void) {
        loop.perform { [service = Confined(service), connection = Confined(connection)] in
            work(service.content, connection.content)
        }
    }
}

/// Carries what belongs to the loop's thread there.
private struct Confined<Content>: @unchecked Sendable {
    var content: Content
    init(_ content: Content) { self.content = content }
}

/// What the fake says; ``Samples`` at first.
final class FakeService: Control1Service {
    var activeMode = "work"
    var since = Samples.since
    var reason = Samples.reason
    var override: Row = [:]
    var facts = Samples.facts
    var filters = [Samples.filter]
    var problems = [Samples.problem]
    /// Done after a Hold was answered.
    var afterHold: () -> Void = {}
    private let calls: EventProbe<String>
    private let isSilent: Bool
    private var unanswered: [Any] = []

    init(_ calls: EventProbe<String>, isSilent: Bool) {
        self.calls = calls
        self.isSilent = isSilent
    }

    private func record(_ name: String, _ arguments: any BusRepresentable...) {
        calls.record(([name] + arguments.map { JSON($0.busValue).line }).joined(separator: " "))
    }

    private func isKnown(_ mode: String, _ call: MethodCall<some Any>) -> Bool {
        if mode == "work" || mode == "deep" { return true }
        call.fail(FocusError(.unknownMode, "no mode '\(mode)'; did you mean 'work'?"))
        return false
    }

    func listModes(call: MethodCall<[Row]>) {
        if isSilent { unanswered.append(call) } else { call.reply(Samples.modes) }
    }
    func listFilters(call: MethodCall<[Row]>) { call.reply(filters) }
    func listSources(call: MethodCall<[Row]>) { call.reply(Samples.sources) }
    func listFacts(call: MethodCall<[Row]>) { call.reply(Samples.origins) }
    func reportFacts(facts: Row, unknown: [String], call: MethodCall<Void>) {
        record("ReportFacts", facts, unknown)
        call.reply()
    }
    func listProblems(call: MethodCall<[Row]>) { call.reply(problems) }

    func activate(mode: String, options: Row, call: MethodCall<Void>) {
        record("Activate", mode, options)
        guard isKnown(mode, call) else { return }
        activeMode = mode
        override = ["mode": .string(mode), "ends": .string("resumed"), "since": .int64(Samples.since)]
        call.reply()
    }

    func deactivate(options: Row, call: MethodCall<Void>) {
        record("Deactivate", options)
        activeMode = ""
        override = ["mode": .string(""), "ends": .string("boundary")]
        call.reply()
    }

    func hold(mode: String, reason: String, options: [String: Value], call: MethodCall<UInt64>) {
        record("Hold \(mode) \(reason)")
        call.reply(7)
        afterHold()
    }

    func release(hold: UInt64, call: MethodCall<Void>) {
        record("Release \(hold)")
        call.reply()
    }

    func resume(call: MethodCall<Void>) {
        record("Resume")
        override = [:]
        call.reply()
    }

    func getMode(mode: String, call: MethodCall<Row>) {
        if isKnown(mode, call) { call.reply(Samples.settings) }
    }
    func setMode(mode: String, settings: Row, call: MethodCall<Void>) { call.reply() }

    func createMode(id: String, preset: String, settings: Row, call: MethodCall<Void>) {
        record("CreateMode", id, preset, settings)
        call.reply()
    }

    func deleteMode(mode: String, call: MethodCall<Void>) {
        record("DeleteMode", mode)
        if isKnown(mode, call) { call.reply() }
    }

    func configure(mode: String, appID: String, filter: String, values: Row, options: Row, call: MethodCall<Void>) {
        record("Configure", mode, appID, filter, values, options)
        call.reply()
    }

    func unconfigure(mode: String, appID: String, filter: String, call: MethodCall<Void>) {
        record("Unconfigure", mode, appID, filter)
        call.reply()
    }

    func explain(call: MethodCall<Row>) { call.reply(Samples.explanation) }

    func next(count: UInt32, call: MethodCall<[Row]>) {
        record("Next", count)
        call.reply(Array(Samples.coming.prefix(Int(count))))
    }

    func preview(facts: Row, at: Int64, call: MethodCall<Row>) {
        record("Preview", facts, at)
        call.reply(Samples.forecast)
    }

    func history(count: UInt32, call: MethodCall<[Row]>) {
        record("History", count)
        call.reply(Array(Samples.history.prefix(Int(count))))
    }

    func options(appID: String, filter: String, parameter: String, query: Row, call: MethodCall<[Row]>) {
        record("Options", appID, filter, parameter, query)
        call.reply(Samples.sections)
    }

    func resolve(
        appID: String, filter: String, parameter: String, ids: [Value], options: Row, call: MethodCall<[Row]>
    ) {
        record("Resolve", appID, filter, parameter, ids, options)
        call.reply(Samples.items)
    }

    func describe(appID: String, filter: String, values: Row, options: Row, call: MethodCall<Row>) {
        record("Describe", appID, filter, values, options)
        call.reply(["title": .string("Up Next"), "subtitle": .string("Work only"), "as-of": .int64(Samples.since)])
    }

    func suggest(appID: String, filter: String, context: Row, call: MethodCall<[Row]>) {
        record("Suggest", appID, filter, context)
        call.reply([["title": .string("Only urgent"), "values": (["urgentOnly": .boolean(true)] as Row).busValue]])
    }

    func setAppPolicy(appID: String, policy: Row, call: MethodCall<Void>) {
        record("SetAppPolicy", appID, policy)
        for key in ["share-mode", "activate"] { if let value = policy[key] { filters[0][key] = value } }
        call.reply()
    }

    func validate(kind: String, text: String, call: MethodCall<[Row]>) {
        record("Validate", kind, text)
        let problem: Row = ["kind": .string("file"), "message": .string("no [Mode]"), "line": .uint32(1)]
        call.reply(text.contains("[Mode]") ? [] : [problem])
    }

    func reload(call: MethodCall<[Row]>) {
        record("Reload")
        call.reply(problems)
    }
}
