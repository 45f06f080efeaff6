// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// One thing that can be known about the desktop. A name, once shipped, stays.
public struct Fact: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The name, as conditions write it: `[a-z][a-z0-9-]*`.
    public let name: String

    private init(_ name: String) { self.name = name }

    /// The fact of this name, if there is one.
    public init?(named name: String) {
        guard Self.types[Fact(name)] != nil else { return nil }
        self.init(name)
    }

    public static let doNotDisturb = Fact("do-not-disturb")
    public static let silenced = Fact("silenced")
    public static let notificationsInhibited = Fact("notifications-inhibited")
    public static let locked = Fact("locked")
    public static let screensaver = Fact("screensaver")
    public static let idle = Fact("idle")
    public static let idleBlocked = Fact("idle-blocked")
    public static let sessionActive = Fact("session-active")
    public static let sleeping = Fact("sleeping")
    public static let onBattery = Fact("on-battery")
    public static let lidClosed = Fact("lid-closed")
    public static let docked = Fact("docked")
    public static let battery = Fact("battery")
    public static let powerProfile = Fact("power-profile")
    public static let fullscreen = Fact("fullscreen")
    public static let screenShared = Fact("screen-shared")
    public static let camera = Fact("camera")
    public static let microphone = Fact("microphone")
    public static let network = Fact("network")
    public static let networkMetered = Fact("network-metered")

    /// Every fact with its type.
    public static let types: [Fact: FactType] = [
        doNotDisturb: .bool, silenced: .bool, notificationsInhibited: .bool, locked: .bool, screensaver: .bool,
        idle: .bool, idleBlocked: .bool, sessionActive: .bool, sleeping: .bool, onBattery: .bool, lidClosed: .bool,
        docked: .bool, battery: .number, powerProfile: .text, fullscreen: .bool, screenShared: .bool, camera: .bool,
        microphone: .bool, network: .text, networkMetered: .bool,
    ]

    /// How long a fact's text may be, in bytes of UTF-8.
    public static let maximumText = 1024

    /// What is wrong with a value that somebody gives the fact, in words; nil: nothing.
    public func objection(to value: FactValue) -> String? {
        switch value {
        case .bool where Self.types[self] == .bool: return nil
        case .number(let number) where Self.types[self] == .number:
            // Every number is a percentage.
            return (0...100).contains(number) ? nil : "'\(self)' is \(number); it can be 0 to 100"
        case .text(let text) where Self.types[self] == .text:
            if text.utf8.count > Self.maximumText { return "'\(self)' is longer than \(Self.maximumText) bytes" }
            return text.unicodeScalars.contains(where: \.isUnprintable) ? "'\(self)' has control characters" : nil
        case .bool, .number, .text: return "'\(self)' is a \(Self.types[self] ?? .bool)"
        }
    }

    /// Facts that come and go in play, so that a mode that depends on them leaves late (3 s instead of 100 ms).
    public static let restless: Set<Fact> = [fullscreen, screenShared, camera, microphone]

    public static func < (left: Self, right: Self) -> Bool { left.name.utf8.lexicographicallyPrecedes(right.name.utf8) }
    public var description: String { name }
}

/// The type of a fact's value.
public enum FactType: Hashable, Sendable {
    case bool
    case number
    case text
}

/// A fact's value. An unknown fact has none.
public enum FactValue: Hashable, Sendable {
    case bool(Bool)
    case number(Double)
    case text(String)

    /// The value's type.
    public var type: FactType {
        switch self {
        case .bool: .bool
        case .number: .number
        case .text: .text
        }
    }
}

/// Three-valued truth: unknown is not false, and only true turns a mode on.
public enum Truth: Hashable, Sendable {
    case no
    case yes
    case unknown

    public init(_ value: Bool?) {
        switch value {
        case true?: self = .yes
        case false?: self = .no
        case nil: self = .unknown
        }
    }

    /// `nil` when unknown.
    public var known: Bool? {
        switch self {
        case .yes: true
        case .no: false
        case .unknown: nil
        }
    }
}
