// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

// Generated from dbus/org.focusfilters.Simulation1.xml by generate-interfaces; do not edit.

public import DBus

/// Facts and time by hand, for tests and trials.
///
/// Bus name org.focusfilters.Control1, object path /org/focusfilters/Control1; only there if the agent was started with
/// its simulate option. The agent's own sources and clock are then switched off.
public enum Simulation1 {
    /// The interface's name.
    public static let name: InterfaceName = "org.focusfilters.Simulation1"
    /// The bus name at which it is served.
    public static let busName: BusName = "org.focusfilters.Control1"
    /// The object that serves it.
    public static let path: ObjectPath = "/org/focusfilters/Control1"
    /// What the property `Version` says.
    public static let version: UInt32 = 1

    /// The methods.
    public enum Method: String, CaseIterable, Sendable {
        case setFacts = "SetFacts"
        case setClock = "SetClock"
        case getClock = "GetClock"

        /// The name and the signatures.
        public var description: MethodDescription {
            switch self {
            case .setFacts:
                MethodDescription(name: "SetFacts", in: "a{sv}as", out: "")
            case .setClock:
                MethodDescription(name: "SetClock", in: "a{sv}", out: "")
            case .getClock:
                MethodDescription(name: "GetClock", in: "", out: "a{sv}")
            }
        }
    }

    /// The properties.
    public enum Property: String, CaseIterable, Sendable {
        case version = "Version"

        /// The name, the signature and the access.
        public var description: PropertyDescription {
            switch self {
            case .version:
                PropertyDescription(name: "Version", signature: "u", access: .read)
            }
        }
    }

    /// The keys of `Clock`.
    public enum ClockKey {
        /// The time, in microseconds since the Unix epoch, UTC.
        public static let realtime = DictionaryKey<Int64>("realtime")
        /// The time since boot, in microseconds; never set back.
        public static let boottime = DictionaryKey<Int64>("boottime")
        /// The user's time zone, by its name in the time zone database. At first UTC.
        public static let zone = DictionaryKey<String>("zone")
    }
}
