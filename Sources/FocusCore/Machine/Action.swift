// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// What the driver must do, in this order.
///
/// Within one event: records that must be on disk first, then Performs, then replies, then questions, then signals, then the log, then
/// records that may wait.
public enum Action: Hashable, Sendable {
    /// Write the agent's record, atomically. `isAhead`: before anything that follows; else it may be gathered with others,
    /// since all that a crash could lose is since when the mode is on.
    case storeAgent(AgentRecord, isAhead: Bool)
    /// Write one app's record. `isAhead`: before anything that follows; else it may be gathered with others.
    case storeApp(AppID, AppRecord, isAhead: Bool)
    /// Write what is kept of an app's answers; one that is empty is removed. `isAhead`: before anything that follows.
    case storeAnswers(AppID, AppAnswers, isAhead: Bool)
    /// Call the handler. Send each attempt; the machine minds the deadline, so a reply is reported however late.
    case perform(Perform)
    /// Run a program, and tell what became of it as of a call to the Perform's peer. The driver minds the deadline, at
    /// which it ends the run and all that it started: always tell once, and not before the run has ended.
    case run(Perform, ProgramRun)
    /// Have the bus start an app's helper, and tell by ``Event/helperStart(_:number:failure:)``.
    case start(HelperStart)
    /// Have a source change the desktop's Do Not Disturb; what becomes of it comes as ``Event/silencer(_:_:)`` and as
    /// the source's next reading.
    case silence(SourceID, SilenceCommand)
    case reply(RequestID, Reply)
    /// Ask the handler, and report what comes back as ``Event/answered(_:of:_:)``; no reply is needed after the machine's
    /// own deadline.
    case ask(Inquiry)
    /// Properties of `Control1` that have new values; read them from the machine.
    case changed(Set<ControlProperty>)
    case modesChanged([ModeID])
    case filtersChanged([FilterKey])
    case sourcesChanged([SourceID])
    case problemsChanged
    /// Every source has read once or missed its deadline: answer, and serve.
    case ready
    case log(LogEntry)
}

/// One attempt at telling a handler the effective values.
public struct Perform: Hashable, Sendable {
    public var peer: PeerID
    public var app: AppID
    public var filter: Identifier
    /// The object path from the ``Registration``.
    public var handler: String
    public var values: [Identifier: ParameterValue]
    public var transition: Transition
    /// From 1. A retry has the same serial and token.
    public var attempt: Int

    public init(
        peer: PeerID, app: AppID, filter: Identifier, handler: String, values: [Identifier: ParameterValue],
        transition: Transition, attempt: Int
    ) {
        self.peer = peer
        self.app = app
        self.filter = filter
        self.handler = handler
        self.values = values
        self.transition = transition
        self.attempt = attempt
    }
}

/// What changed, and why.
public struct Transition: Hashable, Sendable {
    public var serial: UInt64
    public var token: Token
    public var reason: PerformReason
    /// A mode configures the filter, and it is not suspended.
    public var isActive: Bool
    /// What this process last acknowledged; `nil` at first.
    public var previous: [Identifier: ParameterValue]?
    /// The active mode, only if the user allowed the app to know.
    public var mode: SharedMode?

    public init(
        serial: UInt64, token: Token, reason: PerformReason, isActive: Bool,
        previous: [Identifier: ParameterValue]? = nil, mode: SharedMode? = nil
    ) {
        self.serial = serial
        self.token = token
        self.reason = reason
        self.isActive = isActive
        self.previous = previous
        self.mode = mode
    }
}

/// A mode as an app may know it; empty id: no mode.
public struct SharedMode: Hashable, Sendable {
    public var id: String
    public var name: String
    public init(id: String, name: String) {
        self.id = id
        self.name = name
    }

    init(_ mode: Mode?) { self.init(id: mode?.id.text ?? "", name: mode?.name ?? "") }
}

/// How to run the program of an app that is told by one.
public struct ProgramRun: Hashable, Sendable {
    public var exec: ExecLine
    /// How long it may take.
    public var deadline: Microseconds

    public init(exec: ExecLine, deadline: Microseconds) {
        self.exec = exec
        self.deadline = deadline
    }
}

/// The start of an app's background helper by the bus.
public struct HelperStart: Hashable, Sendable {
    public var app: AppID
    /// The name that the helper takes.
    public var busName: AppID
    /// Tells the starts of one app apart.
    public var number: UInt64

    public init(app: AppID, busName: AppID, number: UInt64) {
        self.app = app
        self.busName = busName
        self.number = number
    }
}

/// Why a filter is performed. A receiver treats a reason that it does not know as `changed`.
public enum PerformReason: String, Hashable, Sendable {
    /// Not configured → configured.
    case activated
    /// Configured → configured with other values; or other defaults.
    case changed
    /// → not configured.
    case ended
    /// The process registered, or came back from failing, and its token differs.
    case catchUp = "catch-up"
    case suspended
    case resumed
}

/// A filter's state, as `RegisterFilters` and `GetCurrent` answer it.
public struct FilterState: Hashable, Sendable {
    /// A mode configures the filter, and it is not suspended.
    public var isActive: Bool
    public var isSuspended: Bool
    public var values: [Identifier: ParameterValue]
    public var serial: UInt64
    public var token: Token

    public init(
        isActive: Bool, isSuspended: Bool, values: [Identifier: ParameterValue], serial: UInt64, token: Token
    ) {
        self.isActive = isActive
        self.isSuspended = isSuspended
        self.values = values
        self.serial = serial
        self.token = token
    }
}

/// The answer to a request.
public enum Reply: Hashable, Sendable {
    case done
    case registered([Identifier: FilterState])
    /// Answers to a ``Question``. `asOf`: when an app that is away said so, µs since the Unix epoch; nil: now.
    case sections([ItemSection], asOf: Int64?)
    case items([Item], asOf: Int64?)
    case display(FilterDisplay, asOf: Int64?)
    case suggestions([FilterSuggestion], asOf: Int64?)
    case held(HoldID)
    case refused(FocusError)
}

/// The properties of `Control1` that change.
public enum ControlProperty: String, Hashable, Sendable, CaseIterable {
    case activeMode = "ActiveMode"
    case since = "Since"
    case reason = "Reason"
    case override = "Override"
    case facts = "Facts"
}

/// A line for the log: something that the machine decided. Carries no parameter values.
public struct LogEntry: Hashable, Sendable {
    /// How loud.
    public enum Level: Hashable, Comparable, Sendable {
        case debug
        case info
        case notice
        case warning
    }

    public var level: Level
    public var message: String

    public init(_ level: Level, _ message: String) {
        self.level = level
        self.message = message
    }
}

/// What the machine must not forget over a restart.
public struct AgentRecord: Hashable, Sendable {
    /// Empty: no mode.
    public var mode: ModeID?
    /// Since when the mode is on, µs since the Unix epoch.
    public var since: Int64
    public var reason: ModeReason
    public var override: Override?
    /// No serial above this was ever given out.
    public var serialLimit: UInt64
    /// What the override waits for, if it lasts until the boundary; else nil.
    public var boundary: BoundaryWatch?
    /// What the agent changed on the desktop and is to give back.
    public var silence: [SourceID: Ownership<Bool>.Record]
    /// Since when facts are true of which conditions ask for how long they have been; `CLOCK_BOOTTIME` µs.
    public var trueSince: [Fact: Int64]
    /// Names the boot that ``trueSince`` is about.
    public var boot: String

    public init(
        mode: ModeID? = nil, since: Int64 = 0, reason: ModeReason = ModeReason(cause: .none, text: "", facts: []),
        override: Override? = nil, serialLimit: UInt64 = 0, boundary: BoundaryWatch? = nil,
        trueSince: [Fact: Int64] = [:], boot: String = "", silence: [SourceID: Ownership<Bool>.Record] = [:]
    ) {
        self.silence = silence
        self.boundary = boundary
        self.trueSince = trueSince
        self.boot = boot
        self.mode = mode
        self.since = since
        self.reason = reason
        self.override = override
        self.serialLimit = serialLimit
    }
}

/// How things stood while an override waited for its boundary, so that one that passed while no agent ran is noticed.
public struct BoundaryWatch: Hashable, Sendable {
    /// The mode that would be on without the override.
    public var automatic: ModeID?
    /// The value of `do-not-disturb`; nil: unknown.
    public var doNotDisturb: Bool?
    /// The next edge of any schedule, µs since the Unix epoch; nil: none comes.
    public var edge: Int64?

    public init(automatic: ModeID?, doNotDisturb: Bool?, edge: Int64? = nil) {
        self.automatic = automatic
        self.doNotDisturb = doNotDisturb
        self.edge = edge
    }
}

/// What the machine must not forget about one app.
public struct AppRecord: Hashable, Sendable {
    /// Filters that may still hold other values than their defaults, from a Perform that this or an earlier agent sent.
    public var touched: Set<Identifier>
    /// Suspended filters, each with the token of the configuration that was suspended.
    public var suspended: [Identifier: Token]
    /// Of an app with a helper or a program: the token that was acknowledged last, by filter; an empty one after a
    /// Perform that was not. Absent: the app has the defaults, unless the filter is `touched`.
    public var acknowledged: [Identifier: Token]

    public init(
        touched: Set<Identifier> = [], suspended: [Identifier: Token] = [:], acknowledged: [Identifier: Token] = [:]
    ) {
        self.touched = touched
        self.suspended = suspended
        self.acknowledged = acknowledged
    }
}

/// Why the active mode is on.
public struct ModeReason: Hashable, Sendable {
    /// The kinds of cause.
    public enum Cause: String, Hashable, Sendable, CaseIterable {
        case condition
        case schedule
        case hold
        case override
        case desktopSwitch = "desktop-switch"
        case none
    }

    public var cause: Cause
    /// For people.
    public var text: String
    /// The facts that made the condition true.
    public var facts: [Fact]

    public init(cause: Cause, text: String, facts: [Fact]) {
        self.cause = cause
        self.text = text
        self.facts = facts
    }
}

/// A mode, or none, that the user chose by hand.
public struct Override: Hashable, Sendable {
    /// `nil`: no mode.
    public var mode: ModeID?
    public var ends: OverrideEnd
    /// µs since the Unix epoch.
    public var since: Int64
    /// The user did not ask the agent, but turned off the desktop's own switch while the agent held it.
    public var isByDesktopSwitch: Bool

    public init(mode: ModeID?, ends: OverrideEnd, since: Int64, isByDesktopSwitch: Bool = false) {
        self.isByDesktopSwitch = isByDesktopSwitch
        self.mode = mode
        self.ends = ends
        self.since = since
    }
}

/// A short digest of (filter, active or not, effective values, the mode's name if shared): equal tokens mean "nothing
/// new to say". Opaque to apps.
public struct Token: Hashable, Sendable {
    public let text: String
    public init(_ text: String) { self.text = text }
}
