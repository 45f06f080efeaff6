// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import CGLib
import DBus
import DesktopSources
import FocusCore
import FocusInterfaces
import FocusProcess
import Glibc

/// Joins everything: the agent's calls, the rules, the desktop's knobs, the state on disk. One loop, one thread.
final class Helper {
    static let path: ObjectPath = "/org/focusfilters/System"
    static let name: BusName = "org.focusfilters.System"
    /// How long it stays without anything to do: long enough to see another program set back what was just set.
    private static let rest: Microseconds = .seconds(2)
    /// After a failure: long enough for the agent's further attempts.
    private static let restAfterFailure: Microseconds = .seconds(15)
    private static let deadline: Microseconds = .seconds(10)

    /// Gives everything back, and leaves.
    private let restores: Bool
    let log: Log
    private let loop = GLibLoop()
    private let connection: Connection
    private let file: StateFile
    let desktop = DesktopFamily(current: Environment[Names.Environment.desktop] ?? "")
    let ports: Ports
    private let commands: CommandRunner
    var caretaker: Caretaker
    private var signals: Signals?
    private var agent: (watch: Subscription?, owner: BusName?)
    private var outputs: [Caretaker.Output] = []
    private var isCarryingOut = false
    private var storeFailure: String?
    /// What is on disk is out of date.
    private var isStoreDue = false
    private var timers: (due: (any LoopSource)?, rest: (any LoopSource)?)
    /// The Performs that are not answered yet.
    var calls: [Int: MethodCall<Void>] = [:]
    var lastCall = 0
    /// The last Perform of each filter.
    var newest: [SystemFilter: Int] = [:]
    /// Something other than the caretaker is under way.
    var waits = 0
    private var hasFailed = false
    /// All that is known at the start has been asked for.
    private var hasBegun = false
    private var exitCode: Int32 = 0

    /// Connects to the session bus.
    init(restores: Bool, log: Log, umask: UInt32) throws(BusError) {
        self.restores = restores
        self.log = log
        connection = try Connection.open(.session, loop: loop)
        let paths = Paths()
        file = StateFile(paths)
        ports = Ports(
            connection: connection, loop: loop, paths: paths, desktop: Environment[Names.Environment.desktop] ?? "",
            umask: umask)
        commands = CommandRunner(connection: connection, loop: loop, log: log, umask: umask)
        let (state, problem) = file.read()
        if let problem { log.write(.warning, problem) }
        caretaker = Caretaker(state)
    }

    /// Runs until there is nothing to do; returns the exit status.
    func run() -> Int32 {
        signals = Signals([SIGTERM, SIGINT], loop: loop) { [weak self] _ in self?.end(0) }
        connection.onDisconnect = { [weak self] in self?.end(0) }
        connection.onNameLost = { [weak self] _ in self?.end(0) }
        ports.onChange = { [weak self] knob in
            guard let self else { return }
            carryOut(caretaker.changed(knob))
        }
        ports.notifications.onKnownAppsChange = { [weak self] in self?.followApps() }
        connection.export(
            ExportedObject(
                path: Self.path, introspection: Introspection.document(of: [Handler1.xml]),
                interfaces: [Handler1.exported(by: self)]
            ) { [weak self] invocation in
                self?.agent.owner == invocation.sender
                    ? .granted : .refused(.accessDenied, "only the agent calls this object")
            })
        connection.requestName(Self.name, flags: .doNotQueue) { [weak self] result in
            switch result {
            case .success(.primaryOwner), .success(.alreadyOwner): self?.begin()
            case .success(.exists), .success(.inQueue):
                self?.log.write(.notice, "it is running already")
                self?.end(self?.restores == true ? 1 : 0)
            case .failure(let error):
                self?.log.write(.error, "the bus does not give the name \(Self.name): \(error)")
                self?.end(1)
            }
        }
        loop.run()
        store()
        commands.stop()
        return exitCode
    }

    private func end(_ code: Int32) {
        exitCode = code
        loop.stop()
    }

    private func begin() {
        carryOut(caretaker.begin())
        if restores {
            restore()
        } else {
            followAgent()
            followApps()
        }
        hasBegun = true
        settle()
    }

    private func followAgent() {
        agent.watch = connection.watchOwner(Focus1.busName) { [weak self] owner in
            self?.agent.owner = owner
            if owner != nil { self?.register() }
        }
    }

    /// Gives everything back, as if no mode configured anything.
    private func restore() {
        let token = "restored"
        caretaker.follow(nil)
        for filter in SystemFilter.allCases {
            lastCall += 1
            switch filter {
            case .command:
                carryOut(caretaker.perform(token: token, CommandPair(), environment: [:], call: lastCall))
            case .appearance, .wallpaper, .nightLight, .powerProfile, .sound, .notifications, .settings:
                carryOut(caretaker.perform(filter, token: token, Plan(), call: lastCall))
            }
        }
    }

    private func register() {
        let performed = caretaker.state.tokens.map { ($0.key.rawValue, $0.value) }
        var registration: [String: Value] = [:]
        registration.set(Focus1.RegisterFiltersOptionsKey.performed, Dictionary(uniqueKeysWithValues: performed))
        waits += 1
        Focus1Client(connection).registerFilters(
            appID: SystemFilter.app, handler: Self.path, filters: [], options: registration, deadline: Self.deadline
        ) { [weak self] result in
            guard let self else { return }
            waits -= 1
            if case .failure(let error) = result {
                log.write(.error, "the agent refuses the filters: \(error)")
                exitCode = 1
            }
            settle()
        }
    }

    // MARK: The caretaker's outputs

    private var now: Int64 { Int64(g_get_monotonic_time()) }

    func carryOut(_ new: [Caretaker.Output]) {
        outputs += new
        guard !isCarryingOut else { return }
        isCarryingOut = true
        while !outputs.isEmpty { carryOut(outputs.removeFirst()) }
        isCarryingOut = false
        // Much may be given back in one go.
        if isStoreDue { loop.enqueue { [weak self] in self?.store() } }
        settle()
    }

    private func carryOut(_ output: Caretaker.Output) {
        switch output {
        case .store: isStoreDue = true
        case .look(let knob, let wish): look(knob, wish)
        case .write(let knob, let value):
            store()
            write(knob, value)
        case .run(let run):
            store()
            let command = Command(
                name: "\(SystemFilter.app)/\(SystemFilter.command.rawValue)",
                exec: ExecLine(program: "/bin/sh", ["-c", run.command]), environment: run.environment,
                deadline: run.deadline)
            commands.run(command) { [weak self] outcome in
                guard let self else { return }
                switch outcome {
                case .succeeded: carryOut(caretaker.ran(failure: nil))
                case .failed(let words):
                    carryOut(caretaker.ran(failure: "the command to \(run.environment["FOCUS_PHASE"] ?? ""): \(words)"))
                }
            }
        case .answer(let call, let refusal):
            store()
            if let refusal {
                hasFailed = true
                log.write(.warning, refusal.words)
                calls.removeValue(forKey: call)?.fail(.failed, refusal.words)
            } else {
                calls.removeValue(forKey: call)?.reply()
            }
        case .failed(let refusal): log.write(.warning, refusal.words)
        case .takenOver(let knob): log.write(.notice, "\(knob.text): changed meanwhile, so it is left as it is")
        }
    }

    private func store() {
        guard isStoreDue else { return }
        isStoreDue = false
        // They speak of what is there now.
        outputs.removeAll { $0 == .store }
        do throws(AtomicFile.Failure) {
            try file.write(caretaker.state)
            storeFailure = nil
        } catch {
            storeFailure = "what is there now cannot be noted, and so not given back later: \(error.message)"
        }
    }

    private func look(_ knob: Knob, _ wish: String?) {
        let done: (Caretaker.Look) -> Void = { [weak self] look in
            guard let self else { return }
            carryOut(caretaker.looked(knob, look, at: now))
        }
        ports.look(knob, wish: wish, done: done)
    }

    private func write(_ knob: Knob, _ value: KnobValue) {
        let done: (String?) -> Void = { [weak self] refusal in
            guard let self else { return }
            carryOut(caretaker.wrote(knob, refusal: refusal, at: now))
        }
        if let storeFailure { return done(storeFailure) }
        log.write(.info, "\(knob.text): writing")
        ports.write(knob, value, done: done)
    }

    // MARK: Time

    /// Arms what comes next: a deadline of the caretaker's, or the end.
    func settle() {
        timers.due?.cancel()
        timers.due = caretaker.nextDue.map { due in
            loop.addTimer(after: max(due - now, 0)) { [weak self] in
                guard let self else { return }
                carryOut(caretaker.advance(to: now))
            }
        }
        timers.rest?.cancel()
        timers.rest = nil
        guard hasBegun, !caretaker.isBusy, waits == 0, calls.isEmpty else { return }
        if restores { return end(hasFailed ? 1 : 0) }
        // Apps that come later are to be silenced too.
        guard !ports.notifications.isFollowing else { return }
        timers.rest = loop.addTimer(after: hasFailed ? Self.restAfterFailure : Self.rest) { [weak self] in
            guard let self else { return }
            end(exitCode)
        }
    }
}
