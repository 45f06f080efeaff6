// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import DesktopSources
import FocusCore
import FocusInterfaces

/// Serves `org.focusfilters.Control1` to people's tools; callers in a sandbox are refused.
final class Control1Object: Control1Service {
    private let driver: Driver
    private let identities: Identities
    private let files: ModeFiles
    private let policies: PolicyFile
    private let questions: Questions
    private let locale: String
    /// The unique name of a source's component.
    private let owner: (SourceID) -> BusName?
    /// What programs report; `nil` while the desktop is simulated.
    private var reports: FactReports?

    /// A mode's or a descriptor's text, and what a call has around it.
    private static let maximumCall = (1 << 20) + (64 << 10)

    init(
        driver: Driver, identities: Identities, files: ModeFiles, policies: PolicyFile, locale: String,
        owner: @escaping (SourceID) -> BusName?, takesReports: Bool
    ) {
        self.driver = driver
        self.identities = identities
        self.files = files
        self.policies = policies
        questions = Questions(driver: driver)
        self.locale = locale
        self.owner = owner
        reports = takesReports ? FactReports() : nil
    }

    /// The object, with the interfaces that stand beside this one.
    func exported(with others: [(xml: String, interface: ExportedInterface)] = []) -> ExportedObject {
        ExportedObject(
            path: Control1.path, introspection: Introspection.document(of: [Control1.xml] + others.map(\.xml)),
            interfaces: [Control1.exported(by: self)] + others.map(\.interface),
            admit: { [identities, driver] in Self.admit($0, identities, driver) })
    }

    /// Decides about a call when the agent is ready: a property read before would never be told of again.
    private static func admit(_ invocation: Invocation, _ identities: Identities, _ driver: Driver) -> Admission {
        guard invocation.message.byteCount <= maximumCall else {
            let error = FocusError(
                .limitExceeded,
                "the call has \(invocation.message.byteCount) bytes; at most \(maximumCall) are allowed")
            return .refused(error.name, error.message)
        }
        identities.inLine(invocation) { done in
            identities.identify(invocation.sender) { identity in
                switch identity {
                case .success(.none): driver.whenReady { invocation.admit() }
                case .success(.flatpak), .success(.other):
                    invocation.fail(.accessDenied, "focus modes are not controlled from inside a sandbox")
                case .failure(let error): invocation.fail(.accessDenied, error.message)
                }
                done()
            }
        }
        return .deferred
    }

    // Properties

    var activeMode: String { driver.machine.activeMode?.text ?? "" }
    var since: Int64 { driver.machine.since }
    var reason: [String: Value] { driver.machine.reason.wire }
    var override: [String: Value] { driver.machine.override?.wire ?? [:] }
    var facts: [String: Value] { WireFacts.dictionary(driver.machine.facts) }

    // Reports

    func reportFacts(facts: [String: Value], unknown: [String], call: MethodCall<Void>) {
        guard reports != nil else {
            return call.fail(.notSupported, "the desktop is simulated; Simulation1.SetFacts sets facts")
        }
        do throws(WireError) {
            let change = try WireFacts.read(set: facts, unknown: unknown)
            switch reports?.take(change, from: PeerID(call.sender.text)) {
            case .success(let report?): driver.send(.source(FactReports.description.id, report))
            case .success(nil), nil: break
            case .failure:
                throw .focus(
                    FocusError(.limitExceeded, "\(FactReports.maximumCount) programs report already"))
            }
            call.reply()
        } catch {
            call.fail(error)
        }
    }

    /// A peer left the bus: what it reported does not stand any more.
    func forget(_ peer: BusName) {
        guard let report = reports?.forget(PeerID(peer.text)) else { return }
        driver.send(.source(FactReports.description.id, report))
    }

    // Lists

    func listFacts(call: MethodCall<[[String: Value]]>) {
        call.reply(driver.machine.factOverviews(at: driver.clock.now).map(\.wire))
    }

    func listModes(call: MethodCall<[[String: Value]]>) {
        call.reply(driver.machine.modeOverviews.map { $0.mode.row(condition: $0.condition) })
    }

    func listFilters(call: MethodCall<[[String: Value]]>) {
        call.reply(driver.machine.filterOverviews.map(\.wire))
    }

    func listSources(call: MethodCall<[[String: Value]]>) {
        call.reply(driver.machine.sourceOverviews.map { $0.wire(owner: owner($0.id)) })
    }

    func listProblems(call: MethodCall<[[String: Value]]>) {
        call.reply(driver.machine.problems.map { $0.problem.wire(since: $0.since) })
    }

    func explain(call: MethodCall<[String: Value]>) {
        call.reply(driver.machine.explain(at: driver.clock.now).wire)
    }

    func next(count: UInt32, call: MethodCall<[[String: Value]]>) {
        call.reply(driver.machine.coming(Int(count), at: driver.clock.now).map(\.wire))
    }

    func preview(facts: [String: Value], at: Int64, call: MethodCall<[String: Value]>) {
        do throws(WireError) {
            let facts = try WireFacts.read(set: facts, unknown: [])
            let now = driver.clock.now
            call.reply(driver.machine.preview(facts, at: at == 0 ? now.realtime : at, now: now).wire)
        } catch {
            call.fail(error)
        }
    }

    func history(count: UInt32, call: MethodCall<[[String: Value]]>) {
        call.reply(driver.machine.history(Int(count)).map(\.wire))
    }

    // By hand

    func activate(mode: String, options: [String: Value], call: MethodCall<Void>) {
        do throws(WireError) {
            let id = try ModeID(wire: mode)
            let end = try OverrideEnd(wire: options, now: driver.clock.now.realtime)
            request(call) { .activate(id, end, $0) }
        } catch {
            call.fail(error)
        }
    }

    func deactivate(options: [String: Value], call: MethodCall<Void>) {
        do throws(WireError) {
            let end = try OverrideEnd(wire: options, now: driver.clock.now.realtime)
            request(call) { .deactivate(end, $0) }
        } catch {
            call.fail(error)
        }
    }

    func resume(call: MethodCall<Void>) { request(call) { .resume($0) } }

    func hold(mode: String, reason: String, options: [String: Value], call: MethodCall<UInt64>) {
        do throws(WireError) {
            let mode = try ModeID(wire: mode)
            guard reason.utf8.count <= 1000 else {
                throw .focus(FocusError(.invalidValue, "the reason is longer than 1000 bytes"))
            }
            let number = UInt64.random(in: 1 ... .max)
            guard let id = HoldID(number) else { return }
            driver.request({ .hold(id, PeerID(call.sender.text), mode, reason: reason, $0) }) { reply in
                switch reply {
                case .held(let id): call.reply(id.number)
                case .done, .registered, .sections, .items, .display, .suggestions: call.reply(number)
                case .refused(let error): call.fail(error)
                }
            }
        } catch {
            call.fail(error)
        }
    }

    func release(hold: UInt64, call: MethodCall<Void>) {
        guard let id = HoldID(hold) else {
            return call.fail(FocusError(.invalidValue, "0 is no hold"))
        }
        request(call) { .release(id, PeerID(call.sender.text), $0) }
    }

    private func request(_ call: MethodCall<Void>, _ make: @escaping (RequestID) -> Event) {
        driver.request(make) { reply in
            switch reply {
            case .done, .registered, .sections, .items, .display, .suggestions, .held: call.reply()
            case .refused(let error): call.fail(error)
            }
        }
    }

    // Modes' files

    func getMode(mode: String, call: MethodCall<[String: Value]>) {
        do throws(WireError) {
            let id = try ModeID(wire: mode)
            guard let mode = files.mode(id) else { return call.fail(files.unknownMode(id)) }
            call.reply(mode.settings { driver.machine.parameters(of: $0) })
        } catch {
            call.fail(error)
        }
    }

    func setMode(mode: String, settings: [String: Value], call: MethodCall<Void>) {
        edit(call) { [files] () throws(WireError) in
            try files.change(ModeID(wire: mode), ModeChanges(wire: settings))
        }
    }

    func createMode(id: String, preset: String, settings: [String: Value], call: MethodCall<Void>) {
        edit(call) { [files] () throws(WireError) in
            try files.create(
                ModeID(wire: id), preset: preset.isEmpty ? nil : ModeID(wire: preset), ModeChanges(wire: settings))
        }
    }

    func deleteMode(mode: String, call: MethodCall<Void>) {
        edit(call) { [files] () throws(WireError) in try files.delete(ModeID(wire: mode)) }
    }

    func configure(
        mode: String, appID: String, filter: String, values: [String: Value], options: [String: Value],
        call: MethodCall<Void>
    ) {
        edit(call) { [files] () throws(WireError) in
            let key = FilterKey(app: try AppID(wire: appID), filter: try Identifier(wire: filter, of: "a filter"))
            let configured = try WireConfiguration.read(values: values, options: options)
            try files.configure(ModeID(wire: mode), key, configured)
        }
    }

    func unconfigure(mode: String, appID: String, filter: String, call: MethodCall<Void>) {
        edit(call) { [files] () throws(WireError) in
            let key = FilterKey(app: try AppID(wire: appID), filter: try Identifier(wire: filter, of: "a filter"))
            try files.unconfigure(ModeID(wire: mode), key)
        }
    }

    /// Answers when the edit is in force.
    private func edit(_ call: MethodCall<Void>, _ work: () throws(WireError) -> Void) {
        do throws(WireError) {
            try work()
            call.reply()
        } catch {
            call.fail(error)
        }
    }

    // Apps

    func options(
        appID: String, filter: String, parameter: String, query: [String: Value], call: MethodCall<[[String: Value]]>
    ) { questions.options(appID, filter, parameter, query, call) }

    func resolve(
        appID: String, filter: String, parameter: String, ids: [Value], options: [String: Value],
        call: MethodCall<[[String: Value]]>
    ) { questions.resolve(appID, filter, parameter, ids, call) }

    func describe(
        appID: String, filter: String, values: [String: Value], options: [String: Value],
        call: MethodCall<[String: Value]>
    ) { questions.describe(appID, filter, values, call) }

    func suggest(appID: String, filter: String, context: [String: Value], call: MethodCall<[[String: Value]]>) {
        questions.suggest(appID, filter, call)
    }

    func setAppPolicy(appID: String, policy: [String: Value], call: MethodCall<Void>) {
        edit(call) { [policies] () throws(WireError) in
            try policies.change(AppID(wire: appID), AppPolicyChange(wire: policy))
        }
    }

    func validate(kind: String, text: String, call: MethodCall<[[String: Value]]>) {
        guard let kind = Validation.Kind(rawValue: kind) else {
            let kinds = Validation.Kind.allCases.map(\.rawValue).joined(separator: ", ")
            return call.fail(.invalidArgs, "there is no kind '\(kind)'; there are \(kinds)")
        }
        call.reply(Validation.problems(of: kind, in: text, locale: locale, driver.machine).map { $0.wire() })
    }

    func reload(call: MethodCall<[[String: Value]]>) {
        call.reply(files.reload().map { $0.wire() })
    }
}
