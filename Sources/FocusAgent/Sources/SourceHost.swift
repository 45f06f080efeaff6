// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

public import DBus
public import DesktopSources
public import FocusCore
internal import FocusProcess

/// Does the I/O of all desktop sources: subscriptions, owners, calls with deadlines, settings,
/// streams, timers.
///
/// Belongs to the loop's thread. Nothing waits: each call comes back as an input to its source.
public final class SourceHost {
    /// What the host tells the agent.
    public struct Handlers {
        /// A source said something.
        public var report: (SourceID, SourceReport) -> Void
        /// A source said something about itself as one that can be written.
        public var silencer: (SourceID, SilencerReport) -> Void
        /// The machine woke up; the sources are being read again.
        public var resumed: () -> Void
        public var log: (LogEntry.Level, String) -> Void

        public init(
            report: @escaping (SourceID, SourceReport) -> Void,
            silencer: @escaping (SourceID, SilencerReport) -> Void = { _, _ in }, resumed: @escaping () -> Void,
            log: @escaping (LogEntry.Level, String) -> Void
        ) {
            self.report = report
            self.silencer = silencer
            self.resumed = resumed
            self.log = log
        }
    }

    private let slots: [Slot]
    private let settings: SettingsStore
    private let loop: any EventLoop
    private let clock: () -> Instant
    private let handlers: Handlers
    private var preferences = SourcePreferences()

    /// A signal or reply larger than this, in bytes, is not looked at.
    private static let maximumByteCount = 1 << 20

    /// One source and what runs on its behalf.
    private final class Slot {
        var hosted: HostedSource
        var connection: Connection?
        var subscriptions: [SourceMatch: Subscription] = [:]
        var ownerWatches: [Subscription] = []
        var timers: [SourceTag: any LoopSource] = [:]
        /// By path.
        var files: [String: FileFollower] = [:]
        var streams: [SourceTag: StreamSocket] = [:]
        /// Goes up when the bus is lost: what was asked before does not count any more.
        var generation = 0

        init(_ source: any DesktopSource) { hosted = HostedSource(source) }

        var id: SourceID { hosted.source.description.id }
        var bus: BusKind { hosted.source.bus }
    }

    public init(
        _ sources: [any DesktopSource], settings: SettingsStore, loop: any EventLoop, clock: @escaping () -> Instant,
        handlers: Handlers
    ) {
        slots = sources.map { Slot($0) }
        self.settings = settings
        self.loop = loop
        self.clock = clock
        self.handlers = handlers
    }

    /// Every source, for the machine.
    public var descriptions: [SourceDescription] { slots.map(\.hosted.source.description) }

    /// The unique name of the component behind a source; `nil`: there is none now, or the source has no peer.
    public func owner(of source: SourceID) -> BusName? { slots.first { $0.id == source }?.hosted.peer }

    // MARK: Buses

    /// A bus is there: its sources subscribe and read.
    public func attach(_ connection: Connection, _ bus: BusKind) {
        for slot in slots where slot.bus == bus {
            end(slot)
            slot.connection = connection
            perform(slot.hosted.attach(at: clock(), preferences: preferences), slot)
            for name in slot.hosted.source.names {
                slot.ownerWatches.append(
                    connection.watchOwner(name) { [weak self, weak slot] owner in
                        guard let self, let slot else { return }
                        perform(slot.hosted.ownerChanged(name, owner, at: clock()), slot)
                    })
            }
        }
    }

    /// A bus is lost, or was never there; in words.
    public func detach(_ bus: BusKind, _ words: String) {
        for slot in slots where slot.bus == bus {
            end(slot)
            perform(slot.hosted.detach(words), slot)
        }
    }

    /// Ends everything; nothing is reported any more.
    public func stop() {
        for slot in slots { end(slot) }
    }

    private func end(_ slot: Slot) {
        slot.generation += 1
        for subscription in slot.subscriptions.values { subscription.cancel() }
        for watch in slot.ownerWatches { watch.cancel() }
        for timer in slot.timers.values { timer.cancel() }
        for stream in slot.streams.values { stream.close() }
        slot.subscriptions = [:]
        slot.ownerWatches = []
        slot.timers = [:]
        slot.files = [:]
        slot.streams = [:]
        slot.connection = nil
    }

    /// Who serves notifications now.
    public func serverChanged(_ server: NotificationServer) {
        for slot in slots { perform(slot.hosted.serverChanged(server, at: clock()), slot) }
    }

    /// What the user has set for sources.
    public func setPreferences(_ preferences: SourcePreferences) {
        guard preferences != self.preferences else { return }
        self.preferences = preferences
        for slot in slots { feed(slot, .preferences(preferences)) }
    }

    /// Reads everything again: something may have been missed.
    public func readAgain() {
        for slot in slots { feed(slot, .readAgain) }
    }

    /// Has a source change the desktop's Do Not Disturb.
    public func silence(_ source: SourceID, _ command: SilenceCommand) {
        guard let slot = slots.first(where: { $0.id == source }) else { return }
        perform(slot.hosted.silence(command, at: clock()), slot)
    }

    // MARK: Inputs and outputs

    private func feed(_ slot: Slot, _ input: SourceInput) {
        perform(slot.hosted.handle(input, at: clock()), slot)
    }

    private func perform(_ outputs: [SourceOutput], _ slot: Slot) {
        for output in outputs {
            switch output {
            case .call(let tag, let call): self.call(tag, call, slot)
            case .match(let match): subscribe(match, slot)
            case .unmatch(let match): slot.subscriptions.removeValue(forKey: match)?.cancel()
            case .readSetting(let key): feed(slot, .setting(settings.read(key)))
            case .writeSetting(let key, let value):
                guard !settings.write(key, value) else { continue }
                handlers.silencer(slot.id, .refused("the setting \(key.schema) \(key.key) is locked"))
            case .writeFile(let path, let bytes): write(path, bytes, slot)
            case .silencer(.keeper(let name?)):
                // Unique names begin anew with each bus.
                let bus = slot.connection?.serverID ?? ""
                handlers.silencer(slot.id, .keeper("\(bus)/\(name)"))
            case .silencer(let report): handlers.silencer(slot.id, report)
            case .readFile(let path): read(path, slot)
            case .followFile(let path): follow(path, slot)
            case .unfollowFile(let path): slot.files[path] = nil
            case .resolveLocalTime(let time): feed(slot, .localTime(time, LocalTime.instant(of: time)))
            case .open(let tag, let address): open(tag, address, slot)
            case .send(let tag, let bytes): slot.streams[tag]?.send(bytes)
            case .close(let tag): slot.streams.removeValue(forKey: tag)?.close()
            case .report(let report): handlers.report(slot.id, report)
            case .timer(let tag, let wait): start(tag, wait, slot)
            case .alarm(let tag, let instant): start(tag, at: instant, slot)
            case .cancelTimer(let tag): slot.timers.removeValue(forKey: tag)?.cancel()
            case .log(let level, let text): handlers.log(level, text)
            case .resumed:
                // After what is being reported now has taken effect.
                loop.enqueue { [weak self] in
                    self?.handlers.resumed()
                    self?.readAgain()
                }
            }
        }
    }

    private func call(_ tag: SourceTag, _ call: SourceCall, _ slot: Slot) {
        guard let connection = slot.connection else { return }
        let generation = slot.generation
        connection.call(
            call.destination, call.path, call.interface, call.member, call.arguments, deadline: call.deadline
        ) { [weak self, weak slot] result in
            guard let self, let slot, slot.generation == generation else { return }
            feed(slot, .reply(tag, result.flatMap { Self.arguments(of: $0) }))
        }
    }

    private static func arguments(of reply: Message) -> Result<[Value], CallError> {
        guard reply.byteCount <= maximumByteCount else {
            let words = "the reply has \(reply.byteCount) bytes, more than \(maximumByteCount)"
            return .failure(.error(name: ErrorName.limitsExceeded.text, message: words))
        }
        return .success(reply.arguments)
    }

    private func subscribe(_ match: SourceMatch, _ slot: Slot) {
        guard let connection = slot.connection, slot.subscriptions[match] == nil else { return }
        slot.subscriptions[match] = connection.addMatch(match.rule) { [weak self, weak slot] message in
            guard let self, let slot, let sender = message.sender, let path = message.path,
                let interface = message.interface, let member = message.member
            else { return }
            guard message.byteCount <= Self.maximumByteCount else {
                feed(slot, .readAgain)
                return
            }
            let signal = SourceSignal(
                sender: sender, path: path, interface: interface, member: member, arguments: message.arguments)
            perform(slot.hosted.signal(signal, for: match, at: clock()), slot)
        }
    }

    private func open(_ tag: SourceTag, _ address: SocketAddress, _ slot: Slot) {
        slot.streams.removeValue(forKey: tag)?.close()
        slot.streams[tag] = StreamSocket(address, loop: loop) { [weak self, weak slot] event in
            guard let self, let slot else { return }
            if case .closed = event { slot.streams[tag] = nil }
            feed(slot, .stream(tag, event))
        }
    }

    private func start(_ tag: SourceTag, _ wait: Microseconds, _ slot: Slot) {
        slot.timers.removeValue(forKey: tag)?.cancel()
        slot.timers[tag] = loop.addTimer(after: wait) { [weak self, weak slot] in
            guard let self, let slot else { return }
            slot.timers[tag] = nil
            feed(slot, .timer(tag))
        }
    }

    private func start(_ tag: SourceTag, at instant: Int64, _ slot: Slot) {
        slot.timers.removeValue(forKey: tag)?.cancel()
        slot.timers[tag] = RealtimeAlarm(at: instant, loop: loop) { [weak self, weak slot] in
            guard let self, let slot else { return }
            slot.timers.removeValue(forKey: tag)?.cancel()
            feed(slot, .timer(tag))
        }
    }

    // MARK: Files

    private func follow(_ path: String, _ slot: Slot) {
        if slot.files[path] == nil {
            slot.files[path] = FileFollower(path, loop: loop) { [weak self, weak slot] in
                guard let self, let slot else { return }
                read(path, slot)
            }
            if slot.files[path] == nil {
                handlers.log(.warning, "\(slot.id): \(path) cannot be watched: too many watches (inotify) are in use")
            }
        }
        read(path, slot)
    }

    private func read(_ path: String, _ slot: Slot) {
        feed(slot, .file(path, Self.reading(of: path)))
    }

    private func write(_ path: String, _ bytes: [UInt8], _ slot: Slot) {
        do throws(AtomicFile.Failure) {
            if let slash = path.lastIndex(of: "/") {
                try AtomicFile.makeFolder(String(path[..<slash]), mode: 0o700)
            }
            try AtomicFile.write(path, bytes, mode: 0o600)
        } catch {
            handlers.silencer(slot.id, .refused(error.message))
        }
    }

    private static func reading(of path: String) -> FileReading {
        do throws(AtomicFile.Failure) {
            return try AtomicFile.read(path).map { .content($0) } ?? .missing
        } catch {
            return .unreadable(error.reason)
        }
    }
}
