// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Everything that can happen to the ``FocusMachine``; each comes with the ``Instant`` at which it happened.
public enum Event: Hashable, Sendable {
    // Sources
    /// A source said something about its facts or about itself.
    case source(SourceID, SourceReport)
    /// A source said something about itself as one that can be written.
    case silencer(SourceID, SilencerReport)
    /// Who owns `org.freedesktop.Notifications` now: the product's name from `GetServerInformation`; `nil`, nobody.
    case notificationServer(product: String?)

    // Files: always the complete set in force
    case modes([Mode])
    case descriptors([AppDescriptor])
    case policies([AppID: AppPolicy])
    /// Problems that the readers of files and the sources' host found; replaces those reported before.
    case problems([Problem])

    // The world
    /// What turns schedules' times into instants. Send it before the modes that need it.
    case almanac(Almanac)
    /// Whether somebody owns these names, which conditions ask for.
    case owners([AppID: Bool])

    // Apps
    case register(Registration, RequestID)
    /// No filters named: all.
    case unregister(PeerID, [Identifier], RequestID)
    /// The peer left the bus.
    case vanished(PeerID)
    /// The peer sent a message, whatever it was.
    case contact(PeerID)
    /// What became of a ``Action/perform(_:)`` or ``Action/run(_:_:)``. `failure`: the error reply, or why it could not
    /// be sent or the program failed, in words that may be a peer's own; nil: it is acknowledged.
    case performed(PeerID, Identifier, serial: UInt64, attempt: Int, failure: String?)
    case suspend(PeerID, Identifier, Bool, RequestID)
    /// The app's own state changed: what it answered about the filter is out of date.
    case invalidate(PeerID, Identifier, RequestID)
    /// What became of an ``Action/ask(_:)``: the answer, or why there is none.
    case answered(InquiryID, of: AppID, Result<Answer, FocusError>)
    /// What the bus answered to an ``Action/start(_:)``. `failure`: in words; nil: the helper runs.
    case helperStart(AppID, number: UInt64, failure: String?)

    // People's tools
    case activate(ModeID, OverrideEnd, RequestID)
    case deactivate(OverrideEnd, RequestID)
    case resume(RequestID)
    case ask(FilterKey, Question, RequestID)
    /// A program asks that a mode be on while its connection lasts; the id is one that nobody can guess.
    case hold(HoldID, PeerID, ModeID, reason: String, RequestID)
    case release(HoldID, PeerID, RequestID)

    // Time
    /// A ``Wakeup`` came due, or a clock was set: look at the instant.
    case timer
    /// The machine woke up from sleep.
    case resumed
    /// The agent is about to end: the desktop is to be as the user left it.
    case end
}

/// What a source says.
public enum SourceReport: Hashable, Sendable {
    /// A complete reading: a fact of this source that is absent is unknown. `isFirst`: the first one from this owner.
    case reading([Fact: FactValue], isFirst: Bool)
    /// A change signal: only what it names; `nil` is unknown.
    case change([Fact: FactValue?])
    /// The owner left: values stand for the grace.
    case ownerLost
    /// The component is not there, or does not have what is to be read; in words.
    case absent(String)
    /// The component refuses, hangs or answers nonsense; in words.
    case failing(String)
}

/// Which source this is, and when it is in charge.
public struct SourceDescription: Hashable, Sendable {
    public var id: SourceID
    /// The facts that it may report.
    public var facts: Set<Fact>
    /// Names of notification servers (`GetServerInformation`) for which it is in charge of Do Not Disturb.
    public var products: Set<String>
    /// Entries of `XDG_CURRENT_DESKTOP` for which it is in charge while nobody owns the notification server.
    public var desktops: Set<String>
    /// Its settings store is one that the desktop does not share: never in charge, in words why; else nil.
    public var privateStore: String?
    /// What its word weighs where that is not ``Weight/ordinary``.
    public var weights: [Fact: Weight]

    /// What a source's word on a fact weighs. Of the sources that know a fact, only those of the greatest weight count;
    /// if they disagree on a bool, true does.
    public enum Weight: Int, Hashable, Comparable, Sendable {
        /// It knows of something akin, or only in passing.
        case hint
        case ordinary
        /// It is where the fact arises, and tells each change.
        case firsthand
        /// A program of the user's reported it, for what the desktop does not tell or tells wrongly.
        case reported
        public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// How it can be made to hold notifications back; nil: it cannot.
    public var silencing: Silencing?

    public init(
        id: SourceID, facts: Set<Fact>, products: Set<String> = [], desktops: Set<String> = [],
        privateStore: String? = nil, weights: [Fact: Weight] = [:], silencing: Silencing? = nil
    ) {
        self.weights = weights
        self.silencing = silencing
        self.id = id
        self.facts = facts
        self.products = products
        self.desktops = desktops
        self.privateStore = privateStore
    }
}

/// An app's offer. Identity and rank were established by the driver from the bus, never from an argument.
public struct Registration: Hashable, Sendable {
    public var peer: PeerID
    public var app: AppID
    public var rank: Rank
    /// The object path that serves `Handler1`; opaque to the core.
    public var handler: String
    /// Already validated; empty: as the descriptor file says.
    public var filters: [FilterDescriptor]
    /// The token that this process last performed, by filter.
    public var performed: [Identifier: Token]
    /// Wait in line instead of being refused.
    public var standby: Bool

    /// Who may register an app, best first.
    public enum Rank: Int, Hashable, Comparable, Sendable {
        /// Owns the app's name, or is the sandboxed app of that id.
        case owner = 1
        /// Owns the descriptor's `BusName`.
        case helper = 2
        /// An unsandboxed peer while nobody owns the name.
        case unowned = 3
        /// The app's one-shot program, in whose place the agent stands itself.
        case program = 4
        public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    public init(
        peer: PeerID, app: AppID, rank: Rank, handler: String, filters: [FilterDescriptor],
        performed: [Identifier: Token] = [:], standby: Bool = false
    ) {
        self.peer = peer
        self.app = app
        self.rank = rank
        self.handler = handler
        self.filters = filters
        self.performed = performed
        self.standby = standby
    }
}

/// How an override ends.
public enum OverrideEnd: Hashable, Sendable {
    /// At the first change of the automatic winner that a schedule edge or a known `do-not-disturb` causes.
    case boundary
    /// At this instant on `CLOCK_REALTIME`, µs since the Unix epoch.
    case time(Int64)
    /// When the user says so.
    case resumed
}
