// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// What is known of a process on the bus: one connection serves one app.
struct Peer: Sendable {
    /// The app that it serves, or waits to serve.
    var app: AppID?
    /// What it was told of filters that it does not serve now.
    var memory: [Identifier: Delivery] = [:]
    /// The app that `memory` is about.
    var memoryOf: AppID?

    /// Takes in what the process was told of filters that it no longer serves; of too many, only what is in flight.
    mutating func remember(_ deliveries: [Identifier: Delivery]) {
        memory.merge(deliveries) { _, new in new }
        guard memory.count > Self.memoryLimit else { return }
        memory = memory.filter {
            if case .inFlight = $0.value.phase { true } else { false }
        }
    }

    /// More than the filters that one registration may have.
    private static let memoryLimit = 512
}

extension FocusMachine {
    /// Apps with a process, and how many there may be.
    static let appLimit = 4096
    /// How many processes may wait in line for one app.
    static let lineLimit = 32

    // MARK: Events

    mutating func register(_ registration: Registration, _ request: RequestID) {
        do throws(FocusError) {
            let states = try admit(registration)
            courier.outbox.reply(request, .registered(states))
        } catch {
            courier.outbox.log(.info, "\(registration.app): \(registration.peer) is refused: \(error.message)")
            courier.outbox.reply(request, .refused(error))
        }
    }

    mutating func unregister(_ peer: PeerID, _ filters: [Identifier], _ request: RequestID) {
        guard let id = peers[peer]?.app, let registrant = registrant(peer, of: id) else {
            courier.outbox.reply(request, .done)
            return
        }
        // An app may name as many as a message holds.
        let (offered, leaving) = (Set(registrant.filters.map(\.id)), Set(filters))
        if let unknown = filters.first(where: { !offered.contains($0) }) {
            let hint = suggestion(for: unknown.text, among: registrant.filters.lazy.map(\.id.text))
            courier.outbox.reply(
                request, .refused(FocusError(.unknownFilter, "\(id): '\(unknown)' is not registered\(hint)")))
            return
        }
        courier.outbox.reply(request, .done)
        let remaining = registrant.filters.filter { !leaving.contains($0.id) }
        if filters.isEmpty || remaining.isEmpty {
            leave(peer, id)
            peers[peer]?.app = nil
        } else {
            var reduced = registrant
            reduced.filters = remaining
            reduced.registration.filters = remaining
            place(reduced, of: id)
        }
    }

    mutating func vanish(_ peer: PeerID) {
        let id = peers[peer]?.app
        let hasServed = id.map { giveUpPlace(peer, $0) } ?? false
        // In between: neither who is gone nor who takes its place is told of a mode that changes with its holds.
        releaseAll(of: peer)
        if let id { settlePlace(of: id, isVacant: hasServed) }
        dropInquiries(to: peer)
        peers[peer] = nil
    }

    mutating func contact(_ peer: PeerID) {
        guard let id = peers[peer]?.app else { return }
        apps[id]?.heard(peer, &courier)
    }

    mutating func performed(_ peer: PeerID, _ filter: Identifier, serial: UInt64, attempt: Int, failure: String?) {
        if let id = peers[peer]?.app,
            apps[id]?.performed(
                peer, filter, serial: serial, attempt: attempt, failure: failure, &courier) == true
        {
            // An acknowledgement is a message as any other, for the filters that it is not about.
            if failure == nil, peer != Self.programPeer(of: id) { apps[id]?.heard(peer, &courier) }
            return
        }
        if let sent = peers[peer]?.memory[filter]?.sent {
            if failure == nil, sent.serial == serial, let id = peers[peer]?.memoryOf, peer == Self.programPeer(of: id) {
                apps[id]?.rememberLateRun(sent, of: filter, &courier)
            }
            _ = peers[peer]?.memory[filter]?.replied(serial: serial, attempt: attempt, failure: failure, want: sent)
        }
    }

    mutating func suspend(_ peer: PeerID, _ filter: Identifier, _ isOn: Bool, _ request: RequestID) {
        guard let id = peers[peer]?.app else {
            courier.outbox.reply(request, .refused(.notRegistered))
            return
        }
        do throws(FocusError) {
            let mode = activeModeEntry
            try apps[id]?.suspend(filter, isOn, in: mode, &courier)
            suspending.insert(id)
            courier.outbox.reply(request, .done)
        } catch {
            courier.outbox.reply(request, .refused(error))
        }
    }

    // MARK: Who serves

    private mutating func admit(_ registration: Registration) throws(FocusError) -> [Identifier: FilterState] {
        let (peer, id) = (registration.peer, registration.app)
        if let other = peers[peer]?.app, other != id {
            throw FocusError(
                .alreadyRegistered,
                "this connection already offers the filters of \(other); unregister those or use another connection")
        }
        let filters = registration.filters.isEmpty ? descriptors[id]?.filters ?? [] : registration.filters
        if filters.isEmpty {
            throw FocusError(
                .unknownApp, "no filters were given, and no descriptor file \(id).filters with filters is installed")
        }
        if peers[peer]?.app == nil, peers.count >= Self.appLimit {
            throw FocusError(.limitExceeded, "\(Self.appLimit) connections offer filters already")
        }
        for (filter, token) in registration.performed { peers[peer]?.memory[filter]?.named(token) }
        var registrant = Registrant(registration, filters: filters, arrival: arrivals)
        if let old = self.registrant(peer, of: id) {
            registrant = Registrant(registration, filters: filters, arrival: old.arrival)
            if old.registration != registration || old.filters != filters { place(registrant, of: id) }
        } else {
            if let serving = apps[id]?.serving, serving.registration.rank <= registration.rank, !registration.standby {
                throw FocusError(
                    .alreadyRegistered,
                    "the filters of \(id) are already served by another process; say 'standby' to wait in line")
            }
            if let line = apps[id]?.line, line.count >= Self.lineLimit {
                throw FocusError(.limitExceeded, "\(Self.lineLimit) processes wait in line for \(id) already")
            }
            arrivals &+= 1
            if peers[peer]?.memoryOf != id { peers[peer] = Peer(memoryOf: id) }
            peers[peer]?.app = id
            place(registrant, of: id)
        }
        let mode = activeModeEntry
        return Dictionary(
            filters.map { ($0.id, apps[id]?.state(of: $0, in: mode)) }, uniquingKeysWith: { first, _ in first }
        ).compactMapValues(\.self)
    }

    /// The process's place with the app, in service or in line.
    func registrant(_ peer: PeerID, of id: AppID) -> Registrant? {
        guard let app = apps[id] else { return nil }
        if let serving = app.serving, serving.registration.peer == peer { return serving }
        return app.line.first { $0.registration.peer == peer }
    }

    /// Puts a process where it belongs: in service if it comes first or serves already, else in line.
    mutating func place(_ registrant: Registrant, of id: AppID) {
        let peer = registrant.registration.peer
        apps[id, default: App(id: id)].line.removeAll { $0.registration.peer == peer }
        if apps[id]?.serving?.registration.peer == peer {
            let isOutranked = apps[id]?.line.contains { $0.registration.rank < registrant.registration.rank } ?? false
            if !isOutranked { return serve(registrant, of: id) }
            release(peer, id) { _ in true }
            apps[id]?.vacate(&courier)
        }
        apps[id]?.line.append(registrant)
        settleLine(of: id)
    }

    /// Serves who comes first; a process of higher rank displaces one of lower.
    private mutating func settleLine(of id: AppID) {
        guard let app = apps[id] else { return }
        guard var next = app.line.min(by: { $0.precedes($1) }) else { return }
        if next.registration.filters.isEmpty, let file = app.file { next.filters = file.filters }
        if let serving = app.serving {
            guard next.registration.rank < serving.registration.rank else { return }
            release(serving.registration.peer, id) { _ in true }
            apps[id]?.vacate(&courier)
            apps[id]?.line.append(serving)
            courier.outbox.log(.info, "\(id): \(next.registration.peer) displaces \(serving.registration.peer)")
        }
        apps[id]?.line.removeAll { $0.registration.peer == next.registration.peer }
        serve(next, of: id)
    }

    mutating func serve(_ registrant: Registrant, of id: AppID) {
        let peer = registrant.registration.peer
        let isNew = apps[id]?.serving?.registration.peer != peer
        courier.background.insert(id)
        let offered = Set(registrant.filters.map(\.id))
        if !isNew { withdraw(peer, id) { !offered.contains($0) } }
        apps[id]?.sharesMode = policies[id]?.shareMode ?? false
        let (mode, configurations) = (activeModeEntry, resolution.modes.configurations(of: id))
        apps[id]?.serve(registrant, memory: peers[peer]?.memory ?? [:], configurations, mode, &courier)
        for filter in offered { peers[peer]?.memory[filter] = nil }
        if isNew { courier.outbox.log(.info, "\(id): served by \(peer), \(offered.count) filters") }
    }

    private mutating func release(_ peer: PeerID, _ id: AppID, where isGone: (Identifier) -> Bool) {
        let memory = apps[id]?.release(&courier, where: isGone) ?? [:]
        peers[peer]?.remember(memory)
    }

    /// The same for filters that the process itself withdraws.
    private mutating func withdraw(_ peer: PeerID, _ id: AppID, where isGone: (Identifier) -> Bool) {
        var memory = apps[id]?.release(&courier, where: isGone) ?? [:]
        for filter in memory.keys { memory[filter]?.withdraw() }
        peers[peer]?.remember(memory)
    }

    /// The process offers the app's filters no more; the next in line takes over.
    mutating func leave(_ peer: PeerID, _ id: AppID) {
        let hasServed = giveUpPlace(peer, id)
        settlePlace(of: id, isVacant: hasServed)
    }

    /// Returns whether the process served.
    private mutating func giveUpPlace(_ peer: PeerID, _ id: AppID) -> Bool {
        apps[id]?.line.removeAll { $0.registration.peer == peer }
        guard apps[id]?.serving?.registration.peer == peer else { return false }
        withdraw(peer, id) { _ in true }
        apps[id]?.vacate(&courier)
        courier.outbox.log(.info, "\(id): \(peer) left")
        return true
    }

    private mutating func settlePlace(of id: AppID, isVacant: Bool) {
        if isVacant {
            settleLine(of: id)
            if apps[id]?.serving == nil { describe(id) }
            courier.background.insert(id)
        }
        forgetIfIdle(id)
    }
}

extension FocusError {
    static let notRegistered = FocusError(
        .unknownApp, "this connection has not registered any filters; call RegisterFilters first")
}
