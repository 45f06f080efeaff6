// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

public import DBus
public import FocusCore

/// A source together with what every host must mind for it: who its peer is, whose signals count, and how often a peer
/// may come and go. Pure, like the source.
public struct HostedSource: Sendable {
    public private(set) var source: any DesktopSource
    /// The unique name of the component's owner, as the source knows it.
    public private(set) var peer: BusName?

    /// To begin again when the bus was lost.
    private let pristine: any DesktopSource
    private var owners: [BusName: BusName] = [:]
    /// Names of which it is not known yet who owns them.
    private var unasked: Set<BusName> = []
    /// Who serves notifications, as far as it is known.
    private var server: NotificationServer?
    private var isAttached = false
    /// The source knows whether it has a peer.
    private var isIntroduced = false
    private var gate = OwnerGate()
    private var isGateClosed = false
    /// The owner's loss was reported, and nothing was read since.
    private var isLost = false

    static let gateTimer: SourceTag = "owner"

    public init(_ source: any DesktopSource) {
        self.source = source
        pristine = source
    }

    /// The bus is there. For each of the source's names ``ownerChanged(_:_:at:)`` is to follow.
    public mutating func attach(
        at now: Instant, preferences: SourcePreferences = SourcePreferences()
    ) -> [SourceOutput] {
        isAttached = true
        unasked = Set(source.names)
        return step(.preferences(preferences), at: now) + step(.start, at: now)
    }

    /// The bus is lost, or never was there; in words.
    public mutating func detach(_ words: String) -> [SourceOutput] {
        let hadPeer = isAttached && (peer != nil || source.names.isEmpty)
        let wasLost = isLost
        self = HostedSource(pristine)
        isLost = wasLost
        return keeper() + tempered([.report(hadPeer ? .ownerLost : .absent(words))])
    }

    /// Who owns one of the source's names now.
    public mutating func ownerChanged(_ name: BusName, _ owner: BusName?, at now: Instant) -> [SourceOutput] {
        guard isAttached else { return [] }
        unasked.remove(name)
        owners[name] = owner
        return reconsider(at: now)
    }

    /// Who serves notifications now.
    public mutating func serverChanged(_ server: NotificationServer, at now: Instant) -> [SourceOutput] {
        self.server = server
        return isAttached ? reconsider(at: now) : []
    }

    private mutating func reconsider(at now: Instant) -> [SourceOutput] {
        guard unasked.isEmpty else { return [] }
        let wanted = self.wanted
        if !isIntroduced {
            guard wanted != nil || !isServerPending else { return [] }
            isIntroduced = true
            if wanted == nil { return step(.owner(nil), at: now) }
        }
        guard wanted != peer else { return [] }
        var outputs: [SourceOutput] = []
        if peer != nil {
            peer = nil
            outputs += keeper() + step(.owner(nil), at: now)
        }
        guard wanted != nil, !isGateClosed else { return outputs }
        if let wait = gate.arrival(at: now) {
            isGateClosed = true
            let name = "\(source.description.id)"
            outputs.append(.log(.warning, "\(name): its owner keeps changing; looking again in \(wait / 1_000_000) s"))
            outputs.append(.timer(Self.gateTimer, after: wait))
            return outputs
        }
        return outputs + welcome(at: now)
    }

    /// Takes in a signal that `match` let through.
    public mutating func signal(_ signal: SourceSignal, for match: SourceMatch, at now: Instant) -> [SourceOutput] {
        // The bus resolves a well-known sender when it routes; a signal of the old owner may still be under way.
        guard !match.onlyFromPeer || signal.sender == peer else { return [] }
        return step(.signal(signal), at: now)
    }

    /// Takes in everything else.
    public mutating func handle(_ input: SourceInput, at now: Instant) -> [SourceOutput] {
        guard isAttached else { return [] }
        if case .timer(Self.gateTimer) = input {
            isGateClosed = false
            return welcome(at: now)
        }
        return step(input, at: now)
    }

    /// Changes the desktop's Do Not Disturb.
    public mutating func silence(_ command: SilenceCommand, at now: Instant) -> [SourceOutput] {
        guard isAttached else { return [.silencer(.refused("the bus is not there"))] }
        guard peer != nil || source.names.isEmpty else { return [.silencer(.refused("it is not running"))] }
        return tempered(source.silence(command, at: now))
    }

    private var wanted: BusName? {
        source.names.lazy.compactMap { name in
            guard let owner = owners[name] else { return nil }
            return name != .notifications || serves(owner) ? owner : nil
        }.first
    }

    /// Several products own the one name: a source for some of them has nothing to ask any other.
    private func serves(_ owner: BusName) -> Bool {
        let products = source.description.products
        guard !products.isEmpty else { return true }
        return server?.owner == owner && server?.product.map(products.contains) == true
    }

    /// Somebody serves notifications, and it matters who but is not known yet.
    private var isServerPending: Bool {
        guard !source.description.products.isEmpty, let owner = owners[.notifications] else { return false }
        return server?.owner != owner
    }

    private mutating func welcome(at now: Instant) -> [SourceOutput] {
        guard let wanted, wanted != peer else { return [] }
        peer = wanted
        return keeper() + step(.owner(wanted), at: now)
    }

    /// Who keeps what the source can write.
    private func keeper() -> [SourceOutput] {
        source.description.silencing == nil ? [] : [.silencer(.keeper(peer?.text))]
    }

    private mutating func step(_ input: SourceInput, at now: Instant) -> [SourceOutput] {
        tempered(source.handle(input, at: now))
    }

    /// Leaves out what would cut the grace short in which the values of a lost owner stand: that nobody is there yet, and
    /// the first failure of one who has just come. If it stays that way, the grace ends by itself.
    private mutating func tempered(_ outputs: [SourceOutput]) -> [SourceOutput] {
        outputs.filter { output in
            guard case .report(let report) = output else { return true }
            switch report {
            case .ownerLost:
                isLost = true
            case .reading, .change:
                isLost = false
            case .absent:
                return !isLost
            case .failing:
                defer { isLost = false }
                return !isLost
            }
            return true
        }
    }
}

/// Who owns `org.freedesktop.Notifications`, and as what it presents itself (`GetServerInformation`).
public struct NotificationServer: Hashable, Sendable {
    /// The unique name; `nil`: nobody serves.
    public var owner: BusName?
    /// `nil`: it does not say.
    public var product: String?

    public init(owner: BusName?, product: String?) {
        self.owner = owner
        self.product = product
    }
}

extension BusName {
    /// Of the notification server (Desktop Notifications Specification).
    public static let notifications: BusName = "org.freedesktop.Notifications"
}

/// Lets a component come back a few times at once; one that keeps coming and going is looked at ever more seldom. That
/// it left is never held back.
struct OwnerGate: Hashable, Sendable {
    static let free = 5
    static let first: Microseconds = .seconds(1)
    static let cap: Microseconds = .seconds(30)

    private var arrivals = 0
    private var last: Microseconds?
    private var wait = Self.first

    /// A new owner came. `nil`: welcome it now; else after so long.
    mutating func arrival(at now: Instant) -> Microseconds? {
        if let last, now.boottime - last > Self.cap {
            arrivals = 0
            wait = Self.first
        }
        last = now.boottime
        arrivals += 1
        guard arrivals > Self.free else { return nil }
        defer { wait = min(wait * 2, Self.cap) }
        return wait
    }
}
