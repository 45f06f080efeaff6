// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusInterfaces
import TestSupport
import Testing

/// The generated services and clients, on either side of a real bus.
@Suite struct ServiceTests {
    @Test func introspection_isTheFile() throws {
        let sides = try Sides()
        sides.export(Focus1.path, Introspection.document(of: [Focus1.xml]), Focus1.exported(by: FakeFocus()))
        let reply: String? = try sides.wait { done in
            sides.client.call(
                sides.service.uniqueName, Focus1.path, "org.freedesktop.DBus.Introspectable", "Introspect",
                deadline: nil
            ) { done((try? $0.get())?.argument(0)) }
        }
        #expect(reply.map { Array($0.utf8) } == Array(try Repository.text("dbus/org.focusfilters.Focus1.xml").utf8))
    }

    @Test func call_arrivesWithItsArguments_andTheAnswerReturns() throws {
        let sides = try Sides()
        let focus = FakeFocus()
        sides.export(Focus1.path, Focus1.xml, Focus1.exported(by: focus))
        let client = Focus1Client(sides.client, destination: sides.service.uniqueName)
        let filter = FilterDescriptor(id: try Identifier(valid: "Büro"), title: "F")
        let options = RegistrationOptions(standby: true)
        let states = try sides.wait { done in
            client.registerFilters(
                appID: "org.example.App", handler: "/handler", filters: [filter.wire], options: options.wire,
                deadline: nil, reply: done)
        }.get()
        #expect(focus.registered == [filter])
        #expect(focus.options == options)
        #expect(focus.handler == "/handler")
        #expect(try states.mapValues { wire throws in try FilterState(wire: wire) } == ["Büro": focus.state])
        let done: Void = try sides.wait { done in
            client.suspend(filter: "Büro", on: true, options: [:], deadline: nil, reply: done)
        }.get()
        #expect(done == ())
        #expect(try sides.wait { client.version(deadline: nil, reply: $0) }.get() == Focus1.version)
    }

    @Test func refusal_arrivesAsTheErrorThatItWas() throws {
        let sides = try Sides()
        sides.export(Focus1.path, Focus1.xml, Focus1.exported(by: FakeFocus()))
        let client = Focus1Client(sides.client, destination: sides.service.uniqueName)
        let result = try sides.wait { done in
            client.getCurrent(appID: "a.b", filter: "x", options: [:], deadline: nil, reply: done)
        }
        guard case .failure(let error) = result else {
            Issue.record("no error")
            return
        }
        #expect(FocusError(error) == FocusError(.unknownFilter, "there is no filter 'x'"))
    }

    @Test func dictionaryWithAKeyTwice_isRefusedByName() throws {
        let sides = try Sides()
        sides.export(Focus1.path, Focus1.xml, Focus1.exported(by: FakeFocus()))
        let entry = DictionaryEntry(key: .string("a"), value: .variant(.boolean(true)))
        let result = try sides.wait { done in
            sides.client.call(
                sides.service.uniqueName, Focus1.path, Focus1.name, "GetStatus",
                [.string("a.b"), .dictionary(key: "s", value: "v", [entry, entry])], deadline: nil, reply: done)
        }
        guard case .failure(.error(let name, let message)) = result else {
            Issue.record("no error")
            return
        }
        #expect(name == "org.freedesktop.DBus.Error.InvalidArgs")
        #expect(message == "the argument 'options' names a key twice")
    }

    @Test func replyOfAnotherType_isAnError() throws {
        let sides = try Sides()
        let wrong = ExportedInterface(
            name: Focus1.name, members: Focus1.Method.allCases.map(\.description), call: { $0.reply([.string("no")]) })
        sides.export(Focus1.path, Focus1.xml, wrong)
        let client = Focus1Client(sides.client, destination: sides.service.uniqueName)
        let result = try sides.wait { client.getStatus(appID: "a.b", options: [:], deadline: nil, reply: $0) }
        #expect(
            throws: CallError.error(
                name: "org.freedesktop.DBus.Error.InvalidArgs", message: "the reply must be of type 'a{sv}', not 's'")
        ) { try result.get() }
    }

    @Test func properties_areReadAndTheirChangesHeard() throws {
        let sides = try Sides()
        let control = FakeControl()
        sides.export(Control1.path, Control1.xml, Control1.exported(by: control))
        let client = Control1Client(sides.client, destination: sides.service.uniqueName)
        let all = try sides.wait { client.getProperties(deadline: nil, reply: $0) }.get()
        #expect(all.activeMode == "work")
        #expect(all.since == 5)
        #expect(all.facts == ["locked": .boolean(true)])
        #expect(all.override == [:])
        #expect(all.version == Control1.version)
        #expect(try sides.wait { client.reason(deadline: nil, reply: $0) }.get() == control.reason)

        var heard: [Control1.Properties] = []
        client.onPropertiesChanged { heard.append($0) }
        try sides.settle()
        control.activeMode = ""
        try Control1.emitPropertiesChanged([.activeMode, .since], of: control, on: sides.service)
        sides.run { !heard.isEmpty }
        #expect(heard.first?.activeMode == "")
        #expect(heard.first?.since == 5)
        #expect(heard.first?.facts == nil)
    }

    @Test func signals_areHeardWithTheirArguments() throws {
        let sides = try Sides()
        let client = Control1Client(sides.client, destination: sides.service.uniqueName)
        var heard: [String] = []
        client.onModesChanged { heard.append("modes \($0)") }
        client.onFiltersChanged { heard.append("filters \($0.map { "\($0.first)/\($0.second)" })") }
        client.onProblemsChanged { heard.append("problems") }
        try sides.settle()
        try Control1.emitModesChanged(modes: ["work"], on: sides.service)
        try Control1.emitFiltersChanged(filters: [Pair("a.b", "Büro")], on: sides.service)
        try Control1.emitProblemsChanged(on: sides.service)
        sides.run { heard.count == 3 }
        #expect(heard == ["modes [\"work\"]", "filters [\"a.b/Büro\"]", "problems"])
    }

    @Test func everyMethodOfControl_reachesItsOwnMember() throws {
        let sides = try Sides()
        let control = FakeControl()
        sides.export(Control1.path, Control1.xml, Control1.exported(by: control))
        let client = Control1Client(sides.client, destination: sides.service.uniqueName)
        var replies = 0
        func count<Output>(_ result: Result<Output, CallError>) {
            if case .success = result { replies += 1 }
        }
        client.listModes(deadline: nil, reply: count)
        client.listFilters(deadline: nil, reply: count)
        client.listSources(deadline: nil, reply: count)
        client.listFacts(deadline: nil, reply: count)
        client.reportFacts(facts: [:], unknown: [], deadline: nil, reply: count)
        client.listProblems(deadline: nil, reply: count)
        client.activate(mode: "m", options: [:], deadline: nil, reply: count)
        client.deactivate(options: [:], deadline: nil, reply: count)
        client.resume(deadline: nil, reply: count)
        client.hold(mode: "m", reason: "", options: [:], deadline: nil, reply: count)
        client.release(hold: 7, deadline: nil, reply: count)
        client.getMode(mode: "m", deadline: nil, reply: count)
        client.setMode(mode: "m", settings: [:], deadline: nil, reply: count)
        client.createMode(id: "i", preset: "p", settings: [:], deadline: nil, reply: count)
        client.deleteMode(mode: "m", deadline: nil, reply: count)
        client.configure(mode: "m", appID: "a", filter: "f", values: [:], options: [:], deadline: nil, reply: count)
        client.unconfigure(mode: "m", appID: "a", filter: "f", deadline: nil, reply: count)
        client.options(appID: "a", filter: "f", parameter: "p", query: [:], deadline: nil, reply: count)
        client.resolve(appID: "a", filter: "f", parameter: "p", ids: [], options: [:], deadline: nil, reply: count)
        client.describe(appID: "a", filter: "f", values: [:], options: [:], deadline: nil, reply: count)
        client.suggest(appID: "a", filter: "f", context: [:], deadline: nil, reply: count)
        client.setAppPolicy(appID: "a", policy: [:], deadline: nil, reply: count)
        client.explain(deadline: nil, reply: count)
        client.next(count: 7, deadline: nil, reply: count)
        client.preview(facts: [:], at: 9, deadline: nil, reply: count)
        client.history(count: 8, deadline: nil, reply: count)
        client.validate(kind: "k", text: "t", deadline: nil, reply: count)
        client.reload(deadline: nil, reply: count)
        sides.run { replies == Control1.Method.allCases.count }
        #expect(
            control.calls == [
                "listModes", "listFilters", "listSources", "listFacts", "reportFacts", "listProblems", "activate m",
                "deactivate", "resume", "hold m", "release 7",
                "getMode m", "setMode m", "createMode i p", "deleteMode m", "configure m a f", "unconfigure m a f",
                "options a f p", "resolve a f p", "describe a f", "suggest a f", "setAppPolicy a", "explain", "next 7",
                "preview 9", "history 8", "validate k t", "reload",
            ])
    }
}

/// A private bus with the two ends of a call on one loop.
private final class Sides {
    private let bus: PrivateBus
    private let loop: PollLoop
    let client: Connection
    let service: Connection

    init() throws {
        bus = try PrivateBus()
        loop = try #require(PollLoop())
        client = try Connection.open(.custom(bus.address), loop: loop)
        service = try Connection.open(.custom(bus.address), loop: loop)
    }

    deinit {
        client.close()
        service.close()
    }

    func export(_ path: ObjectPath, _ introspection: String, _ interface: ExportedInterface) {
        service.export(ExportedObject(path: path, introspection: introspection, interfaces: [interface]))
    }

    /// Runs the loop until `condition` holds; fails the test if it never does.
    func run(sourceLocation: SourceLocation = #_sourceLocation, until condition: () -> Bool) {
        let holds = loop.run(until: condition, deadline: Deadline.standard.remaining)
        #expect(holds, "it never happened", sourceLocation: sourceLocation)
    }

    /// Starts something and waits for what it hands over.
    func wait<Output>(
        sourceLocation: SourceLocation = #_sourceLocation, _ start: (@escaping (Output) -> Void) -> some Any
    ) throws -> Output {
        var output: Output?
        _ = start { output = $0 }
        run(sourceLocation: sourceLocation) { output != nil }
        return try #require(output, sourceLocation: sourceLocation)
    }

    /// Until the bus has taken the client's match rules in.
    func settle() throws {
        _ = try wait { (done: @escaping (Result<Message, CallError>) -> Void) in
            client.call(.bus, .bus, .bus, "GetId", deadline: nil, reply: done)
        }
    }
}

private final class FakeFocus: Focus1Service {
    var registered: [FilterDescriptor] = []
    var options: RegistrationOptions?
    var handler: ObjectPath?
    let state = FilterState(isActive: true, isSuspended: false, values: [:], serial: 7, token: Token("t"))

    func registerFilters(
        appID: String, handler: ObjectPath, filters: [[String: Value]], options: [String: Value],
        call: MethodCall<[String: [String: Value]]>
    ) {
        do throws(WireError) {
            registered = try FilterDescriptor.list(wire: filters)
            self.options = try RegistrationOptions(wire: options)
            self.handler = handler
            call.reply([registered.first?.id.text ?? "": state.wire()])
        } catch {
            call.fail(error)
        }
    }

    func unregisterFilters(filters: [String], options: [String: Value], call: MethodCall<Void>) { call.reply() }

    func getCurrent(appID: String, filter: String, options: [String: Value], call: MethodCall<[String: Value]>) {
        call.fail(FocusError(.unknownFilter, "there is no filter '\(filter)'"))
    }

    func getStatus(appID: String, options: [String: Value], call: MethodCall<[String: Value]>) { call.reply([:]) }
    func invalidateAppContext(filter: String, options: [String: Value], call: MethodCall<Void>) { call.reply() }
    func suspend(filter: String, on: Bool, options: [String: Value], call: MethodCall<Void>) { call.reply() }
}

private final class FakeControl: Control1Service {
    var activeMode = "work"
    let since: Int64 = 5
    let reason = ModeReason(cause: .override, text: "by hand", facts: []).wire
    let override: [String: Value] = [:]
    let facts = WireFacts.dictionary([.locked: .bool(true)])
    var calls: [String] = []

    private func answer(_ name: String, _ call: MethodCall<Void>) {
        calls.append(name)
        call.reply()
    }

    private func answer(_ name: String, _ call: MethodCall<[String: Value]>) {
        calls.append(name)
        call.reply([:])
    }

    private func answer(_ name: String, _ call: MethodCall<[[String: Value]]>) {
        calls.append(name)
        call.reply([])
    }

    func listModes(call: MethodCall<[[String: Value]]>) { answer("listModes", call) }
    func listFilters(call: MethodCall<[[String: Value]]>) { answer("listFilters", call) }
    func listSources(call: MethodCall<[[String: Value]]>) { answer("listSources", call) }
    func listFacts(call: MethodCall<[[String: Value]]>) { answer("listFacts", call) }
    func reportFacts(facts: [String: Value], unknown: [String], call: MethodCall<Void>) { answer("reportFacts", call) }
    func listProblems(call: MethodCall<[[String: Value]]>) { answer("listProblems", call) }
    func activate(mode: String, options: [String: Value], call: MethodCall<Void>) { answer("activate \(mode)", call) }
    func deactivate(options: [String: Value], call: MethodCall<Void>) { answer("deactivate", call) }
    func resume(call: MethodCall<Void>) { answer("resume", call) }
    func hold(mode: String, reason: String, options: [String: Value], call: MethodCall<UInt64>) {
        calls.append("hold \(mode)")
        call.reply(7)
    }
    func release(hold: UInt64, call: MethodCall<Void>) { answer("release \(hold)", call) }
    func getMode(mode: String, call: MethodCall<[String: Value]>) { answer("getMode \(mode)", call) }
    func setMode(mode: String, settings: [String: Value], call: MethodCall<Void>) { answer("setMode \(mode)", call) }
    func createMode(id: String, preset: String, settings: [String: Value], call: MethodCall<Void>) {
        answer("createMode \(id) \(preset)", call)
    }
    func deleteMode(mode: String, call: MethodCall<Void>) { answer("deleteMode \(mode)", call) }
    func configure(
        mode: String, appID: String, filter: String, values: [String: Value], options: [String: Value],
        call: MethodCall<Void>
    ) { answer("configure \(mode) \(appID) \(filter)", call) }
    func unconfigure(mode: String, appID: String, filter: String, call: MethodCall<Void>) {
        answer("unconfigure \(mode) \(appID) \(filter)", call)
    }
    func explain(call: MethodCall<[String: Value]>) { answer("explain", call) }
    func next(count: UInt32, call: MethodCall<[[String: Value]]>) { answer("next \(count)", call) }
    func preview(facts: [String: Value], at: Int64, call: MethodCall<[String: Value]>) { answer("preview \(at)", call) }
    func history(count: UInt32, call: MethodCall<[[String: Value]]>) { answer("history \(count)", call) }
    func options(
        appID: String, filter: String, parameter: String, query: [String: Value], call: MethodCall<[[String: Value]]>
    ) { answer("options \(appID) \(filter) \(parameter)", call) }
    func resolve(
        appID: String, filter: String, parameter: String, ids: [Value], options: [String: Value],
        call: MethodCall<[[String: Value]]>
    ) { answer("resolve \(appID) \(filter) \(parameter)", call) }
    func describe(
        appID: String, filter: String, values: [String: Value], options: [String: Value],
        call: MethodCall<[String: Value]>
    ) { answer("describe \(appID) \(filter)", call) }
    func suggest(appID: String, filter: String, context: [String: Value], call: MethodCall<[[String: Value]]>) {
        answer("suggest \(appID) \(filter)", call)
    }
    func setAppPolicy(appID: String, policy: [String: Value], call: MethodCall<Void>) {
        answer("setAppPolicy \(appID)", call)
    }
    func validate(kind: String, text: String, call: MethodCall<[[String: Value]]>) {
        answer("validate \(kind) \(text)", call)
    }
    func reload(call: MethodCall<[[String: Value]]>) { answer("reload", call) }
}
