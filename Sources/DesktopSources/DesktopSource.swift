// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

public import DBus
public import FocusCore

/// One component of a desktop, as data and one pure function: what to watch, and how what it says reads as facts.
///
/// A source does no I/O and reads no clock. Its host feeds it ``SourceInput`` and carries out each ``SourceOutput`` in
/// order; nothing that a component sends may make it trap.
///
/// A change signal and a read may cross. ``ObjectReader`` settles who wins, for every source alike.
public protocol DesktopSource: Sendable {
    var description: SourceDescription { get }
    /// The bus on which the component lives.
    var bus: BusKind { get }
    /// The names under which the component is found, best first: the owner of the first that has one is the peer whose
    /// signals count. Empty for a settings store, which has no peer. `org.freedesktop.Notifications` counts only while
    /// one of the source's products owns it, if the source names any.
    var names: [BusName] { get }
    /// Takes in one input; the outputs are to be carried out in order.
    mutating func handle(_ input: SourceInput, at now: Instant) -> [SourceOutput]
    /// Changes the desktop's Do Not Disturb, in the way that ``SourceDescription/silencing`` says; the outputs are to be
    /// carried out in order. Whether it took effect shows in what the component says next.
    mutating func silence(_ command: SilenceCommand, at now: Instant) -> [SourceOutput]
}

extension DesktopSource {
    /// For sources that cannot be written.
    public mutating func silence(_ command: SilenceCommand, at now: Instant) -> [SourceOutput] { [] }
}

/// Which bus.
public enum BusKind: Hashable, Sendable {
    case session
    case system
}

/// What a source may know of the process and the user.
public struct SourceEnvironment: Hashable, Sendable {
    /// Whose session it is.
    public var userID: UInt32
    /// `XDG_SESSION_ID`; a hint, for it may name another session than the one on the screen.
    public var sessionID: String?
    /// The settings store that GLib opened: the type name of its backend; `nil` if there is none.
    public var settingsBackend: String?
    /// `XDG_CONFIG_HOME` (XDG base directory specification), absolute: where components keep the user's files.
    public var configHome: String
    /// `XDG_CONFIG_DIRS` and `XDG_DATA_DIRS`, best first: where the site and the vendor keep what the user may override.
    public var configDirectories: [String]
    public var dataDirectories: [String]
    /// `XDG_RUNTIME_DIR`; `nil` if there is none.
    public var runtimeFolder: String?
    /// `SWAYSOCK`: where sway listens.
    public var swaySocket: String?
    /// `HYPRLAND_INSTANCE_SIGNATURE`: which Hyprland this is.
    public var hyprlandInstance: String?
    /// `PIPEWIRE_REMOTE`: the name of PipeWire's socket, or its path; `nil`: the usual one.
    public var pipeWireRemote: String?
    /// The agent itself is in a sandbox, in which most of the desktop is out of sight.
    public var isSandboxed: Bool

    public init(
        userID: UInt32, sessionID: String? = nil, settingsBackend: String? = nil, configHome: String = "/nonexistent",
        configDirectories: [String] = [], dataDirectories: [String] = [], runtimeFolder: String? = nil,
        swaySocket: String? = nil, hyprlandInstance: String? = nil, pipeWireRemote: String? = nil,
        isSandboxed: Bool = false
    ) {
        self.userID = userID
        self.sessionID = sessionID
        self.settingsBackend = settingsBackend
        self.configHome = configHome
        self.configDirectories = configDirectories
        self.dataDirectories = dataDirectories
        self.runtimeFolder = runtimeFolder
        self.swaySocket = swaySocket
        self.hyprlandInstance = hyprlandInstance
        self.pipeWireRemote = pipeWireRemote
        self.isSandboxed = isSandboxed
    }
}

/// What the host tells a source.
public enum SourceInput: Sendable {
    /// The bus is there; comes first, and again with a fresh source when a lost bus is back.
    case start
    /// The peer: once after ``start`` for a source with names, then whenever it changes.
    case owner(BusName?)
    case reply(SourceTag, Result<[Value], CallError>)
    case signal(SourceSignal)
    case setting(SettingReading)
    /// What a file holds: once after each ``SourceOutput/readFile(_:)`` and ``SourceOutput/followFile(_:)``, and again
    /// whenever a followed file may have changed.
    case file(String, FileReading)
    /// When the clock on the wall shows that time, µs since the Unix epoch; `nil`: never.
    case localTime(WallTime, Int64?)
    /// What the user has set for sources: before ``start``, and again whenever it changes.
    case preferences(SourcePreferences)
    /// Something happened to a stream that was opened under this tag.
    case stream(SourceTag, SourceStream)
    case timer(SourceTag)
    /// Something may have been missed: read everything again.
    case readAgain
}

/// What a source wants done.
public enum SourceOutput: Hashable, Sendable {
    /// Call a method; a ``SourceInput/reply(_:_:)`` with the same tag follows, at the latest after ``SourceCall/deadline``.
    case call(SourceTag, SourceCall)
    /// Subscribe. Asking twice for the same rule is one subscription.
    case match(SourceMatch)
    case unmatch(SourceMatch)
    /// Read a setting; ``SourceInput/setting(_:)`` follows.
    case readSetting(SettingKey)
    /// Write a setting. If it may not be written, the host says so to the machine.
    case writeSetting(SettingKey, FactValue)
    /// Replace the file at that absolute path, and make its folder if there is none. If that fails, the host says so to
    /// the machine.
    case writeFile(String, [UInt8])
    /// Say something about what can be written.
    case silencer(SilencerReport)
    /// Read the file at that absolute path; ``SourceInput/file(_:_:)`` follows.
    case readFile(String)
    /// Read it, and again after each change, until ``unfollowFile(_:)``. It need not exist, nor its folder.
    case followFile(String)
    case unfollowFile(String)
    /// Find out when the clock on the wall shows that time; ``SourceInput/localTime(_:_:)`` follows.
    case resolveLocalTime(WallTime)
    case report(SourceReport)
    /// Connect to a socket; ``SourceInput/stream(_:_:)`` tells what becomes of it. A stream of the same tag is closed.
    case open(SourceTag, SocketAddress)
    /// Write to an open stream; what cannot be written at once waits in line.
    case send(SourceTag, [UInt8])
    /// Close a stream; nothing more is told of it.
    case close(SourceTag)
    /// Send ``SourceInput/timer(_:)`` after so long; a timer of the same tag that still runs is replaced.
    case timer(SourceTag, after: Microseconds)
    /// Send ``SourceInput/timer(_:)`` at that instant, µs since the Unix epoch, also if the machine slept meanwhile; and
    /// earlier if the clock is set. Replaces a timer of the same tag.
    case alarm(SourceTag, at: Int64)
    /// Ends the timer or alarm of that tag.
    case cancelTimer(SourceTag)
    case log(LogEntry.Level, String)
    /// The machine woke up: every source is to be read again.
    case resumed
}

/// A stream socket in the file system, as compositors and media servers have beside the bus.
public struct SocketAddress: Hashable, Sendable {
    public var path: String
    /// Connect only if this file exists too: a socket may belong to a service manager that would start the service.
    public var onlyIf: String?

    public init(_ path: String, onlyIf: String? = nil) {
        self.path = path
        self.onlyIf = onlyIf
    }
}

/// What happens to a stream. The first is ``opened`` or ``closed(_:)``; nothing follows ``closed(_:)``.
public enum SourceStream: Hashable, Sendable {
    case opened
    case received([UInt8])
    /// It ended, or could not be opened; in words.
    case closed(String)
}

/// Names a call or a timer of one source: what for, and the how-manieth.
public struct SourceTag: Hashable, Sendable, ExpressibleByStringLiteral {
    public var name: String
    public var number: Int

    public init(_ name: String, _ number: Int = 0) {
        self.name = name
        self.number = number
    }

    public init(stringLiteral name: String) { self.init(name) }
}

/// A method call. It never starts a component.
public struct SourceCall: Hashable, Sendable {
    public var destination: BusName
    public var path: ObjectPath
    public var interface: InterfaceName
    public var member: MemberName
    public var arguments: [Value]
    /// The longest wait for the reply, in µs.
    public var deadline: Microseconds

    public init(
        to destination: BusName, _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName,
        _ arguments: [Value] = [], deadline: Microseconds = .seconds(5)
    ) {
        self.destination = destination
        self.path = path
        self.interface = interface
        self.member = member
        self.arguments = arguments
        self.deadline = deadline
    }
}

extension SourceCall {
    /// A call without whom it is for and how long it may take.
    struct Body: Hashable, Sendable {
        var path: ObjectPath
        var interface: InterfaceName
        var member: MemberName
        var arguments: [Value]

        init(_ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName, _ arguments: [Value] = []) {
            self.path = path
            self.interface = interface
            self.member = member
            self.arguments = arguments
        }

        /// Writes a property.
        static func setting(
            _ property: String, of path: ObjectPath, _ interface: InterfaceName, to value: Value
        ) -> Body {
            Body(
                path, .properties, "Set",
                [.string(interface.text), .string(property), .variant(value)])
        }
    }

    init(to destination: BusName, _ body: Body) {
        self.init(to: destination, body.path, body.interface, body.member, body.arguments)
    }
}

/// A subscription, and whose signals count.
public struct SourceMatch: Hashable, Sendable {
    public var rule: MatchRule
    /// Only the peer's signals pass; else anyone's, for signals that carry nothing to believe.
    public var onlyFromPeer: Bool

    public init(_ rule: MatchRule, onlyFromPeer: Bool = true) {
        self.rule = rule
        self.onlyFromPeer = onlyFromPeer
    }
}

/// A signal for which the source subscribed.
public struct SourceSignal: Hashable, Sendable {
    public var sender: BusName
    public var path: ObjectPath
    public var interface: InterfaceName
    public var member: MemberName
    public var arguments: [Value]

    public init(
        sender: BusName, path: ObjectPath, interface: InterfaceName, member: MemberName, arguments: [Value]
    ) {
        self.sender = sender
        self.path = path
        self.interface = interface
        self.member = member
        self.arguments = arguments
    }
}

extension InterfaceName {
    /// The standard interface for properties (D-Bus specification).
    static let properties: InterfaceName = "org.freedesktop.DBus.Properties"
}
