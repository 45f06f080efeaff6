// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import CGLib
import DBus
import DesktopSources
import FocusCore
import FocusInterfaces
import FocusProcess
import Glibc

/// Joins everything: connections, names, files, sources, machine and service objects, on one loop and one thread.
final class Agent {
    private let options: Options
    private let log: Log
    private let loop = GLibLoop()
    private let clock = Clock()
    private let paths = Paths()
    private let readiness = Readiness()
    private let control: Connection
    private let focus: Connection
    private let gates: (control: Gate, focus: Gate)
    private let identities: Identities
    private let handlers: Handlers
    private let starter: HelperStarter
    private let commands: CommandRunner
    private var parts: Parts?
    private var signals: Signals?
    private var departures: [Subscription] = []
    private var exitCode: Int32 = 0
    /// Bytes that peers have sent since memory was last given back.
    private var receivedBytes = 0
    private var isEnding = false

    /// What there is once the names are ours.
    private struct Parts {
        let state: StateFolder
        let driver: Driver
        let files: Files
        let host: SourceHost
        let system: BusLink?
        let server: NotificationServerWatch?
        let objects: (control: Control1Object, focus: Focus1Object)
    }

    /// Connects twice to the session bus.
    init(options: Options, log: Log) throws(BusError) {
        self.options = options
        self.log = log
        control = try Connection.open(.session, loop: loop)
        focus = try Connection.open(.session, loop: loop)
        gates = (Gate(Control1.path, on: control), Gate(Focus1.path, on: focus))
        identities = Identities(connection: focus)
        handlers = Handlers(connection: focus)
        starter = HelperStarter(connection: focus)
        commands = CommandRunner(connection: control, loop: loop, log: log, umask: options.umask)
    }

    /// Runs until it is told to end; returns the exit status.
    func run() -> Int32 {
        signals = Signals([SIGTERM, SIGINT, SIGHUP], loop: loop) { [weak self] number in
            if number == SIGHUP {
                self?.parts?.files.reload(isExplicit: true)
            } else {
                self?.endAsFound("told to end by signal \(number)")
            }
        }
        for connection in [control, focus] {
            connection.onDisconnect = { [weak self] in self?.end(1, "the session bus went away") }
            connection.onNameLost = { [weak self] name in self?.end(0, "another program took over the name \(name)") }
        }
        OwnNames(control: control, focus: focus, replaces: options.replaces).take { [weak self] outcome in
            switch outcome {
            case .taken(let old): self?.await(old)
            case .alreadyRunning:
                self?.log.write(.notice, "an agent is running already; --replace takes over from it")
                self?.end(0, "nothing to do")
            case .refused(let words): self?.end(1, words)
            }
        }
        loop.run()
        return exitCode
    }

    /// Waits until the agent that was replaced has left the bus: until then the state is its to write.
    private func await(_ old: Set<BusName>) {
        guard !isEnding else { return }
        var left = old
        guard !left.isEmpty else { return begin() }
        let timer = loop.addTimer(after: .seconds(5)) { [weak self] in
            self?.end(1, "the agent that was replaced does not leave; end it by hand")
        }
        for name in old {
            departures.append(
                control.watchOwner(name) { [weak self] owner in
                    guard owner == nil, left.remove(name) != nil, left.isEmpty, let self else { return }
                    timer.cancel()
                    for departure in departures { departure.cancel() }
                    departures = []
                    begin()
                })
        }
    }

    private func begin() {
        guard !isEnding else { return }
        do throws(StateFolder.Failure) {
            try assemble(StateFolder(path: paths.state, log: log))
        } catch {
            switch error {
            case .locked:
                end(1, "another agent uses the state folder \(paths.state); give each its own XDG_STATE_HOME")
            case .unusable(let failure): end(1, "the state folder cannot be used: \(failure.message)")
            }
        }
    }

    private func assemble(_ state: StateFolder) {
        let settings = SettingsStore()
        let environment = SourceEnvironment(
            userID: getuid(), sessionID: Environment["XDG_SESSION_ID"], settingsBackend: settings.backendName,
            configHome: paths.configHome, configDirectories: paths.configDirectories,
            dataDirectories: paths.dataDirectories,
            runtimeFolder: Environment["XDG_RUNTIME_DIR"], swaySocket: Environment["SWAYSOCK"],
            hyprlandInstance: Environment["HYPRLAND_INSTANCE_SIGNATURE"],
            pipeWireRemote: Environment["PIPEWIRE_REMOTE"],
            // As Flatpak and snapd tell what they run.
            isSandboxed: Environment["container"] == "flatpak" || Environment["SNAP"] != nil)
        let host = SourceHost(
            options.simulates ? [] : allSources(environment), settings: settings, loop: loop,
            clock: { [clock] in clock.now },
            handlers: SourceHost.Handlers(
                report: { [weak self] in self?.parts?.driver.send(.source($0, $1)) },
                silencer: { [weak self] in self?.parts?.driver.send(.silencer($0, $1)) },
                resumed: { [weak self] in
                    self?.parts?.driver.send(.resumed)
                    self?.lookAgain()
                },
                log: { [log] in log.write(LogEntry($0, $1)) }))
        let desktops = (Environment[Names.Environment.desktop] ?? "").split(separator: ":").map(String.init)
        let machine = FocusMachine(
            sources: options.simulates ? [Simulation.description] : host.descriptions + [FactReports.description],
            desktops: desktops, agent: state.agentRecord(), apps: state.appRecords(), answers: state.appAnswers(),
            boot: BootID.current,
            at: clock.now)
        let driver = Driver(machine: machine, clock: clock, loop: loop, log: log)
        driver.delegate = self
        let localZone = LocalZone { [weak driver] in driver?.zoneWasChanged() }
        driver.almanacKeeper = AlmanacKeeper(clock: clock, local: localZone, simulates: options.simulates)
        let owners = AppOwners(focus) { [weak driver] in driver?.send(.owners($0)) }
        let configuration = Configuration(paths: paths, locale: Self.locale)
        let files = Files(
            configuration: configuration, driver: driver, loop: loop, log: log, ownLevel: options.logLevel,
            setPreferences: { host.setPreferences($0) },
            modesChanged: { [weak driver] in if let driver { owners.follow(driver.machine.watchedApps) } })
        let focusObject = Focus1Object(driver: driver, identities: identities) { driver.machine.helper(of: $0) }
        let controlObject = Control1Object(
            driver: driver, identities: identities,
            files: ModeFiles(
                configuration: configuration, paths: paths, descriptor: { driver.machine.descriptor(of: $0) },
                offers: { driver.machine.filters(of: $0) }, reload: { files.reload(isExplicit: true) }),
            policies: PolicyFile(
                configuration: configuration, paths: paths, reload: { files.reload(isExplicit: true) }),
            locale: Self.locale, owner: { host.owner(of: $0) }, takesReports: !options.simulates)
        let system = options.simulates ? nil : systemLink(host, localZone)
        let server =
            options.simulates
            ? nil
            : NotificationServerWatch(
                control, loop: loop,
                report: { [weak host] server in
                    driver.send(.notificationServer(product: server.product))
                    host?.serverChanged(server)
                },
                log: { [log] in log.write(LogEntry($0, $1)) })
        parts = Parts(
            state: state, driver: driver, files: files, host: host, system: system, server: server,
            objects: (controlObject, focusObject))

        focus.onMessage = { [weak self] message in
            self?.noteSize(of: message)
            if let sender = message.sender { self?.parts?.driver.send(.contact(PeerID(sender.text))) }
        }
        control.onMessage = { [weak self] message in self?.noteSize(of: message) }
        focus.watchAllOwners { [weak self] name, _, new in
            owners.changed(name, new)
            guard name.isUnique, new == nil else { return }
            self?.identities.forget(name)
            self?.parts?.driver.send(.vanished(PeerID(name.text)))
            self?.parts?.objects.control.forget(name)
        }
        files.start()
        if options.simulates {
            driver.send(.source(Simulation.description.id, Simulation.start))
            let object = Simulation1Object(driver: driver)
            gates.control.open(
                controlObject.exported(with: [(Simulation1.xml, Simulation1.exported(by: object))]))
        } else {
            driver.send(.source(FactReports.description.id, FactReports.start))
            host.attach(control, .session)
            system?.connect()
            Reconciliation.start { [weak self] in self?.lookAgain() }
            gates.control.open(controlObject.exported())
        }
        gates.focus.open(focusObject.exported)
    }

    /// The system bus may be absent, or go away and come back: the rest goes on without it.
    private func systemLink(_ host: SourceHost, _ localZone: LocalZone) -> BusLink {
        BusLink(
            .system, loop: loop,
            attached: { [weak host] connection in
                host?.attach(connection, .system)
                // The link has changed when this comes, or is about to; the folder's watch sees it as well.
                _ = connection.addMatch(Self.zoneChange) { _ in localZone.look() }
            },
            detached: { [weak host] in host?.detach(.system, $0) }, log: { [log] in log.write(LogEntry($0, $1)) })
    }

    /// What systemd-timedated sends when somebody sets the time zone.
    private static let zoneChange = MatchRule(
        path: "/org/freedesktop/timedate1", interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged")

    /// Reads every source again: a signal may have been lost.
    private func lookAgain() {
        parts?.host.readAgain()
        parts?.driver.send(.timer)
    }

    /// A while after much was received, gives back what it took.
    private func noteSize(of message: Message) {
        let limit = 1 << 20
        guard receivedBytes <= limit else { return }
        receivedBytes += min(message.byteCount, limit + 1)
        guard receivedBytes > limit else { return }
        _ = loop.addTimer(after: .seconds(2)) { [weak self] in
            self?.receivedBytes = 0
            ResidentMemory.giveBack()
        }
    }

    /// Ends, and leaves the desktop's Do Not Disturb as the user had it; waits a little until that has taken effect.
    private func endAsFound(_ words: String) {
        guard !isEnding, let driver = parts?.driver else { return end(0, words) }
        driver.send(.end)
        guard driver.machine.isSilenceUnderWay else { return end(0, words) }
        let timer = loop.addTimer(after: .seconds(2)) { [weak self] in self?.end(0, words) }
        driver.onIdle = { [weak self, weak driver] in
            guard driver?.machine.isSilenceUnderWay != true else { return }
            timer.cancel()
            self?.end(0, words)
        }
    }

    /// Orderly, once: what is stored is complete, what was sent has left, the names are free.
    private func end(_ code: Int32, _ words: String) {
        guard !isEnding else { return }
        isEnding = true
        exitCode = code
        log.write(code == 0 ? .info : .error, words)
        readiness.notify("STOPPING=1")
        commands.stop()
        parts?.server?.stop()
        parts?.host.stop()
        parts?.system?.close()
        // Before the names are free: who takes over begins when they are.
        parts?.state.release()
        for connection in [focus, control] {
            connection.flush()
            connection.close()
        }
        loop.stop()
    }

    /// As gettext chooses it.
    private static var locale: String {
        ["LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { Environment[$0] }.first ?? ""
    }
}

extension Agent: Driver.Delegate {
    func perform(_ perform: Perform) {
        guard let driver = parts?.driver else { return }
        let parameters = driver.machine.parameters(of: FilterKey(app: perform.app, filter: perform.filter))
        handlers.perform(perform, parameters: parameters) { [weak driver] in driver?.performed(perform, failure: $0) }
    }

    func ask(_ inquiry: Inquiry) {
        guard let driver = parts?.driver else { return }
        let parameters = driver.machine.parameters(of: FilterKey(app: inquiry.app, filter: inquiry.filter))
        handlers.ask(inquiry, parameters: parameters) { [weak driver] result in
            driver?.send(.answered(inquiry.id, of: inquiry.app, result))
        }
    }

    func run(_ perform: Perform, _ run: ProgramRun) {
        let input = ProgramInput(perform)
        let command = Command(
            name: "\(perform.app)/\(perform.filter)", exec: run.exec, environment: input.environment,
            input: Array(input.standardInput.utf8), deadline: run.deadline)
        commands.run(command) { [weak driver = parts?.driver] outcome in
            driver?.performed(perform, failure: outcome.failure)
        }
    }

    func start(_ start: HelperStart) {
        starter.start(start) { [weak driver = parts?.driver] failure in
            driver?.send(.helperStart(start.app, number: start.number, failure: failure))
        }
    }

    func silence(_ source: SourceID, _ command: SilenceCommand) { parts?.host.silence(source, command) }

    func store(_ record: AgentRecord, isAhead: Bool) {
        guard let state = parts?.state else { return }
        if isAhead { return state.store(record) }
        guard state.storeLater(record) else { return }
        // Modes come and go in bursts; what a crash loses meanwhile is since when a mode is on.
        _ = loop.addTimer(after: .milliseconds(500)) { [weak state] in state?.flushAgent() }
    }

    func store(_ app: AppID, _ record: AppRecord, isAhead: Bool) {
        guard let state = parts?.state else { return }
        if isAhead { return state.store(app, record) }
        guard state.storeLater(app, record) else { return }
        // Marks come off when a mode ends, and the next one sets them again, which Performs wait for. One that stays too
        // long costs a call too many at worst.
        _ = loop.addTimer(after: .seconds(5)) { [weak state] in state?.flush() }
    }

    func store(_ app: AppID, _ answers: AppAnswers, isAhead: Bool) {
        guard let state = parts?.state else { return }
        if isAhead { return state.store(app, answers) }
        guard state.storeLater(app, answers) else { return }
        // What a crash loses is told again when the app is asked.
        _ = loop.addTimer(after: .seconds(5)) { [weak state] in state?.flush() }
    }

    func announce(_ news: Driver.News) {
        guard let object = parts?.objects.control, !isEnding else { return }
        do throws(BusError) {
            let properties = Control1.Property.allCases.filter { property in
                news.properties.contains { $0.rawValue == property.rawValue }
            }
            if !properties.isEmpty { try Control1.emitPropertiesChanged(properties, of: object, on: control) }
            if !news.modes.isEmpty {
                try Control1.emitModesChanged(modes: news.modes.sorted().map(\.text), on: control)
            }
            if !news.filters.isEmpty {
                let filters = news.filters.sorted().map { Pair($0.app.text, $0.filter.text) }
                try Control1.emitFiltersChanged(filters: filters, on: control)
            }
            if !news.sources.isEmpty {
                try Control1.emitSourcesChanged(sources: news.sources.sorted().map(\.text), on: control)
            }
            if news.problems { try Control1.emitProblemsChanged(on: control) }
        } catch {
            log.write(.debug, "a signal could not be sent: \(error)")
        }
    }

    func becameReady() {
        log.write(.info, "ready")
        readiness.notify("READY=1")
        _ = loop.addTimer(after: .seconds(1)) { ResidentMemory.trim() }
    }
}
