// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

// Generated from dbus/org.focusfilters.Control1.xml by generate-interfaces; do not edit.

public import DBus

/// Calls `org.focusfilters.Control1`.
///
/// `reply` is called on the thread of the connection's loop. A `deadline` is in µs from now; without one the caller
/// minds it.
public struct Control1Client {
    public let connection: Connection
    /// Who serves the object.
    public let destination: BusName
    public let path: ObjectPath
    /// Whether a call may start the service.
    public var autoStart = false

    public init(_ connection: Connection, destination: BusName = Control1.busName, path: ObjectPath = Control1.path) {
        self.connection = connection
        self.destination = destination
        self.path = path
    }

    /// The modes.
    @discardableResult
    public func listModes(
        deadline: Int64?, reply: @escaping (Result<[[String: Value]], CallError>) -> Void
    ) -> PendingCall {
        connection.call(
            destination, path, Control1.name, "ListModes",
            [],
            deadline: deadline, autoStart: autoStart
        ) { reply(Output.read($0)) }
    }

    /// The filters.
    @discardableResult
    public func listFilters(
        deadline: Int64?, reply: @escaping (Result<[[String: Value]], CallError>) -> Void
    ) -> PendingCall {
        connection.call(
            destination, path, Control1.name, "ListFilters",
            [],
            deadline: deadline, autoStart: autoStart
        ) { reply(Output.read($0)) }
    }

    /// What the agent knows the desktop from.
    @discardableResult
    public func listSources(
        deadline: Int64?, reply: @escaping (Result<[[String: Value]], CallError>) -> Void
    ) -> PendingCall {
        connection.call(
            destination, path, Control1.name, "ListSources",
            [],
            deadline: deadline, autoStart: autoStart
        ) { reply(Output.read($0)) }
    }

    /// What is known of the desktop, and whose word it is. Facts tells when it changes.
    @discardableResult
    public func listFacts(
        deadline: Int64?, reply: @escaping (Result<[[String: Value]], CallError>) -> Void
    ) -> PendingCall {
        connection.call(
            destination, path, Control1.name, "ListFacts",
            [],
            deadline: deadline, autoStart: autoStart
        ) { reply(Output.read($0)) }
    }

    /// Tells the agent what a program of the user's knows: for what no desktop component tells. A report stands until
    /// the caller reports otherwise or leaves the bus, and replaces what the sources say of that fact; but
    /// do-not-disturb, silenced and notifications-inhibited count only where no source is in charge of them. Of several
    /// callers who report a fact, one that says true counts, else the one that began first. The source 'reports' of
    /// ListSources shows them.
    @discardableResult
    public func reportFacts(
        facts: [String: Value], unknown: [String], deadline: Int64?, reply: @escaping (Result<Void, CallError>) -> Void
    ) -> PendingCall {
        connection.call(
            destination, path, Control1.name, "ReportFacts",
            [facts.busValue, unknown.busValue],
            deadline: deadline, autoStart: autoStart
        ) { reply(Output.read($0)) }
    }

    /// What is wrong and a person can put right.
    @discardableResult
    public func listProblems(
        deadline: Int64?, reply: @escaping (Result<[[String: Value]], CallError>) -> Void
    ) -> PendingCall {
        connection.call(
            destination, path, Control1.name, "ListProblems",
            [],
            deadline: deadline, autoStart: autoStart
        ) { reply(Output.read($0)) }
    }

    /// Turns a mode on by hand, whatever its condition says.
    @discardableResult
    public func activate(
        mode: String, options: [String: Value], deadline: Int64?, reply: @escaping (Result<Void, CallError>) -> Void
    ) -> PendingCall {
        connection.call(
            destination, path, Control1.name, "Activate",
            [mode.busValue, options.busValue],
            deadline: deadline, autoStart: autoStart
        ) { reply(Output.read($0)) }
    }

    /// Turns every mode off by hand.
    @discardableResult
    public func deactivate(
        options: [String: Value], deadline: Int64?, reply: @escaping (Result<Void, CallError>) -> Void
    ) -> PendingCall {
        connection.call(
            destination, path, Control1.name, "Deactivate",
            [options.busValue],
            deadline: deadline, autoStart: autoStart
        ) { reply(Output.read($0)) }
    }

    /// Ends the override: the desktop's state decides again. Without one it does nothing.
    @discardableResult
    public func resume(deadline: Int64?, reply: @escaping (Result<Void, CallError>) -> Void) -> PendingCall {
        connection.call(
            destination, path, Control1.name, "Resume",
            [],
            deadline: deadline, autoStart: autoStart
        ) { reply(Output.read($0)) }
    }

    /// Asks that a mode be on until Release, or until the caller leaves the bus: a mode that is held counts like one
    /// whose condition holds. Holds end with the agent: who still wants one asks again when the name has a new owner.
    @discardableResult
    public func hold(
        mode: String, reason: String, options: [String: Value], deadline: Int64?,
        reply: @escaping (Result<UInt64, CallError>) -> Void
    ) -> PendingCall {
        connection.call(
            destination, path, Control1.name, "Hold",
            [mode.busValue, reason.busValue, options.busValue],
            deadline: deadline, autoStart: autoStart
        ) { reply(Output.read($0)) }
    }

    /// Ends a hold.
    @discardableResult
    public func release(
        hold: UInt64, deadline: Int64?, reply: @escaping (Result<Void, CallError>) -> Void
    ) -> PendingCall {
        connection.call(
            destination, path, Control1.name, "Release",
            [hold.busValue],
            deadline: deadline, autoStart: autoStart
        ) { reply(Output.read($0)) }
    }

    /// How a mode is set up.
    @discardableResult
    public func getMode(
        mode: String, deadline: Int64?, reply: @escaping (Result<[String: Value], CallError>) -> Void
    ) -> PendingCall {
        connection.call(
            destination, path, Control1.name, "GetMode",
            [mode.busValue],
            deadline: deadline, autoStart: autoStart
        ) { reply(Output.read($0)) }
    }

    /// Changes how a mode is set up. Returns when the change is stored and in force.
    @discardableResult
    public func setMode(
        mode: String, settings: [String: Value], deadline: Int64?, reply: @escaping (Result<Void, CallError>) -> Void
    ) -> PendingCall {
        connection.call(
            destination, path, Control1.name, "SetMode",
            [mode.busValue, settings.busValue],
            deadline: deadline, autoStart: autoStart
        ) { reply(Output.read($0)) }
    }

    /// Creates a mode. Returns when it is stored and in force.
    @discardableResult
    public func createMode(
        id: String, preset: String, settings: [String: Value], deadline: Int64?,
        reply: @escaping (Result<Void, CallError>) -> Void
    ) -> PendingCall {
        connection.call(
            destination, path, Control1.name, "CreateMode",
            [id.busValue, preset.busValue, settings.busValue],
            deadline: deadline, autoStart: autoStart
        ) { reply(Output.read($0)) }
    }

    /// Deletes a mode. One that the system brought is disabled instead. Returns when that is stored and in force.
    @discardableResult
    public func deleteMode(
        mode: String, deadline: Int64?, reply: @escaping (Result<Void, CallError>) -> Void
    ) -> PendingCall {
        connection.call(
            destination, path, Control1.name, "DeleteMode",
            [mode.busValue],
            deadline: deadline, autoStart: autoStart
        ) { reply(Output.read($0)) }
    }

    /// Configures a filter in a mode. Returns when that is stored and in force.
    @discardableResult
    public func configure(
        mode: String, appID: String, filter: String, values: [String: Value], options: [String: Value],
        deadline: Int64?, reply: @escaping (Result<Void, CallError>) -> Void
    ) -> PendingCall {
        connection.call(
            destination, path, Control1.name, "Configure",
            [mode.busValue, appID.busValue, filter.busValue, values.busValue, options.busValue],
            deadline: deadline, autoStart: autoStart
        ) { reply(Output.read($0)) }
    }

    /// Takes a filter out of a mode. Returns when that is stored and in force.
    @discardableResult
    public func unconfigure(
        mode: String, appID: String, filter: String, deadline: Int64?,
        reply: @escaping (Result<Void, CallError>) -> Void
    ) -> PendingCall {
        connection.call(
            destination, path, Control1.name, "Unconfigure",
            [mode.busValue, appID.busValue, filter.busValue],
            deadline: deadline, autoStart: autoStart
        ) { reply(Output.read($0)) }
    }

    /// What can be chosen for a parameter. Static options come from the app's description; dynamic ones the app is
    /// asked for, which may take 5 s; a helper that the bus can start is started for that, which may take 15 s more. Of
    /// an app that is not running the last answer is told, which may be for other values. Of a parameter without
    /// options there are none: any value can be chosen.
    @discardableResult
    public func options(
        appID: String, filter: String, parameter: String, query: [String: Value], deadline: Int64?,
        reply: @escaping (Result<[[String: Value]], CallError>) -> Void
    ) -> PendingCall {
        connection.call(
            destination, path, Control1.name, "Options",
            [appID.busValue, filter.busValue, parameter.busValue, query.busValue],
            deadline: deadline, autoStart: autoStart
        ) { reply(Output.read($0)) }
    }

    /// Looks values up, above all entities by id. While the app is not running, what it said of those that are
    /// configured or were among its options is told.
    @discardableResult
    public func resolve(
        appID: String, filter: String, parameter: String, ids: [Value], options: [String: Value], deadline: Int64?,
        reply: @escaping (Result<[[String: Value]], CallError>) -> Void
    ) -> PendingCall {
        connection.call(
            destination, path, Control1.name, "Resolve",
            [appID.busValue, filter.busValue, parameter.busValue, ids.busValue, options.busValue],
            deadline: deadline, autoStart: autoStart
        ) { reply(Output.read($0)) }
    }

    /// Presents a filter as it is, or would be, configured. While the app is not running, what it said since the agent
    /// started is told, if it was about the same values.
    @discardableResult
    public func describe(
        appID: String, filter: String, values: [String: Value], options: [String: Value], deadline: Int64?,
        reply: @escaping (Result<[String: Value], CallError>) -> Void
    ) -> PendingCall {
        connection.call(
            destination, path, Control1.name, "Describe",
            [appID.busValue, filter.busValue, values.busValue, options.busValue],
            deadline: deadline, autoStart: autoStart
        ) { reply(Output.read($0)) }
    }

    /// Ready-made configurations of a filter. While the app is not running, what it suggested last since the agent
    /// started is told.
    @discardableResult
    public func suggest(
        appID: String, filter: String, context: [String: Value], deadline: Int64?,
        reply: @escaping (Result<[[String: Value]], CallError>) -> Void
    ) -> PendingCall {
        connection.call(
            destination, path, Control1.name, "Suggest",
            [appID.busValue, filter.busValue, context.busValue],
            deadline: deadline, autoStart: autoStart
        ) { reply(Output.read($0)) }
    }

    /// Says what an app may. Returns when that is stored and in force.
    @discardableResult
    public func setAppPolicy(
        appID: String, policy: [String: Value], deadline: Int64?, reply: @escaping (Result<Void, CallError>) -> Void
    ) -> PendingCall {
        connection.call(
            destination, path, Control1.name, "SetAppPolicy",
            [appID.busValue, policy.busValue],
            deadline: deadline, autoStart: autoStart
        ) { reply(Output.read($0)) }
    }

    /// Which mode is on, since when and why, and which others could be.
    @discardableResult
    public func explain(
        deadline: Int64?, reply: @escaping (Result<[String: Value], CallError>) -> Void
    ) -> PendingCall {
        connection.call(
            destination, path, Control1.name, "Explain",
            [],
            deadline: deadline, autoStart: autoStart
        ) { reply(Output.read($0)) }
    }

    /// How the mode that is on by itself will change by time alone, while everything else stays as it is. What was
    /// chosen by hand does not count.
    @discardableResult
    public func next(
        count: UInt32, deadline: Int64?, reply: @escaping (Result<[[String: Value]], CallError>) -> Void
    ) -> PendingCall {
        connection.call(
            destination, path, Control1.name, "Next",
            [count.busValue],
            deadline: deadline, autoStart: autoStart
        ) { reply(Output.read($0)) }
    }

    /// What would be on by itself then, and what apps would be told. What was chosen by hand does not count, and no
    /// delay is waited for.
    @discardableResult
    public func preview(
        facts: [String: Value], at: Int64, deadline: Int64?,
        reply: @escaping (Result<[String: Value], CallError>) -> Void
    ) -> PendingCall {
        connection.call(
            destination, path, Control1.name, "Preview",
            [facts.busValue, at.busValue],
            deadline: deadline, autoStart: autoStart
        ) { reply(Output.read($0)) }
    }

    /// What happened.
    @discardableResult
    public func history(
        count: UInt32, deadline: Int64?, reply: @escaping (Result<[[String: Value]], CallError>) -> Void
    ) -> PendingCall {
        connection.call(
            destination, path, Control1.name, "History",
            [count.busValue],
            deadline: deadline, autoStart: autoStart
        ) { reply(Output.read($0)) }
    }

    /// Checks a text without putting it in force. What a mode configures for filters that are known is compared with
    /// their descriptions.
    @discardableResult
    public func validate(
        kind: String, text: String, deadline: Int64?, reply: @escaping (Result<[[String: Value]], CallError>) -> Void
    ) -> PendingCall {
        connection.call(
            destination, path, Control1.name, "Validate",
            [kind.busValue, text.busValue],
            deadline: deadline, autoStart: autoStart
        ) { reply(Output.read($0)) }
    }

    /// Reads all files again. Returns when they are in force.
    @discardableResult
    public func reload(
        deadline: Int64?, reply: @escaping (Result<[[String: Value]], CallError>) -> Void
    ) -> PendingCall {
        connection.call(
            destination, path, Control1.name, "Reload",
            [],
            deadline: deadline, autoStart: autoStart
        ) { reply(Output.read($0)) }
    }

    /// ListModes answers differently now.
    @discardableResult
    public func onModesChanged(_ handler: @escaping ([String]) -> Void) -> Subscription {
        let rule = MatchRule(
            sender: destination, path: path, interface: Control1.name, member: "ModesChanged")
        return connection.addMatch(rule) { message in
            guard let modes: [String] = message.argument(0) else { return }
            handler(modes)
        }
    }

    /// ListFilters answers differently now, other than in how far the filters have been performed; or an app said that
    /// what it answers about the filter is out of date.
    @discardableResult
    public func onFiltersChanged(_ handler: @escaping ([Pair<String, String>]) -> Void) -> Subscription {
        let rule = MatchRule(
            sender: destination, path: path, interface: Control1.name, member: "FiltersChanged")
        return connection.addMatch(rule) { message in
            guard let filters: [Pair<String, String>] = message.argument(0) else { return }
            handler(filters)
        }
    }

    /// ListSources answers differently now, other than in when the sources were read.
    @discardableResult
    public func onSourcesChanged(_ handler: @escaping ([String]) -> Void) -> Subscription {
        let rule = MatchRule(
            sender: destination, path: path, interface: Control1.name, member: "SourcesChanged")
        return connection.addMatch(rule) { message in
            guard let sources: [String] = message.argument(0) else { return }
            handler(sources)
        }
    }

    /// ListProblems answers differently now.
    @discardableResult
    public func onProblemsChanged(_ handler: @escaping () -> Void) -> Subscription {
        let rule = MatchRule(
            sender: destination, path: path, interface: Control1.name, member: "ProblemsChanged")
        return connection.addMatch(rule) { _ in handler() }
    }

    /// The id of the mode that is on; empty: none.
    @discardableResult
    public func activeMode(deadline: Int64?, reply: @escaping (Result<String, CallError>) -> Void) -> PendingCall {
        connection.call(
            destination, path, "org.freedesktop.DBus.Properties", "Get",
            [Control1.name.text.busValue, "ActiveMode".busValue],
            deadline: deadline, autoStart: autoStart
        ) { reply(Output.readProperty($0)) }
    }

    /// Since when ActiveMode is as it is.
    @discardableResult
    public func since(deadline: Int64?, reply: @escaping (Result<Int64, CallError>) -> Void) -> PendingCall {
        connection.call(
            destination, path, "org.freedesktop.DBus.Properties", "Get",
            [Control1.name.text.busValue, "Since".busValue],
            deadline: deadline, autoStart: autoStart
        ) { reply(Output.readProperty($0)) }
    }

    /// Why ActiveMode is as it is, a Reason.
    @discardableResult
    public func reason(deadline: Int64?, reply: @escaping (Result<[String: Value], CallError>) -> Void) -> PendingCall {
        connection.call(
            destination, path, "org.freedesktop.DBus.Properties", "Get",
            [Control1.name.text.busValue, "Reason".busValue],
            deadline: deadline, autoStart: autoStart
        ) { reply(Output.readProperty($0)) }
    }

    /// What was chosen by hand, an Override; empty: nothing.
    @discardableResult
    public func override(
        deadline: Int64?, reply: @escaping (Result<[String: Value], CallError>) -> Void
    ) -> PendingCall {
        connection.call(
            destination, path, "org.freedesktop.DBus.Properties", "Get",
            [Control1.name.text.busValue, "Override".busValue],
            deadline: deadline, autoStart: autoStart
        ) { reply(Output.readProperty($0)) }
    }

    /// What is known about the desktop: fact name to value, b, d or s by the fact. Unknown facts are absent.
    @discardableResult
    public func facts(deadline: Int64?, reply: @escaping (Result<[String: Value], CallError>) -> Void) -> PendingCall {
        connection.call(
            destination, path, "org.freedesktop.DBus.Properties", "Get",
            [Control1.name.text.busValue, "Facts".busValue],
            deadline: deadline, autoStart: autoStart
        ) { reply(Output.readProperty($0)) }
    }

    /// The version of this interface that the agent implements; members and keys say since which one they exist.
    @discardableResult
    public func version(deadline: Int64?, reply: @escaping (Result<UInt32, CallError>) -> Void) -> PendingCall {
        connection.call(
            destination, path, "org.freedesktop.DBus.Properties", "Get",
            [Control1.name.text.busValue, "Version".busValue],
            deadline: deadline, autoStart: autoStart
        ) { reply(Output.readProperty($0)) }
    }

    /// Reads every property.
    @discardableResult
    public func getProperties(
        deadline: Int64?, reply: @escaping (Result<Control1.Properties, CallError>) -> Void
    ) -> PendingCall {
        connection.call(
            destination, path, "org.freedesktop.DBus.Properties", "GetAll", [Control1.name.text.busValue],
            deadline: deadline, autoStart: autoStart
        ) { reply(Output.read($0).map(Control1.Properties.init)) }
    }

    /// Hears of new values; what did not change is `nil`.
    @discardableResult
    public func onPropertiesChanged(_ handler: @escaping (Control1.Properties) -> Void) -> Subscription {
        let rule = MatchRule(
            sender: destination, path: path, interface: "org.freedesktop.DBus.Properties",
            member: "PropertiesChanged", arg0: Control1.name.text)
        return connection.addMatch(rule) { message in
            guard let values: [String: Value] = message.argument(1) else { return }
            handler(Control1.Properties(values))
        }
    }
}

extension Control1 {
    /// Values of properties; what was not said, or has another type, is `nil`.
    public struct Properties: Hashable, Sendable {
        public var activeMode: String?
        public var since: Int64?
        public var reason: [String: Value]?
        public var override: [String: Value]?
        public var facts: [String: Value]?
        public var version: UInt32?

        public init(_ values: [String: Value]) {
            activeMode = values["ActiveMode"].flatMap(String.init)
            since = values["Since"].flatMap(Int64.init)
            reason = values["Reason"].flatMap([String: Value].init)
            override = values["Override"].flatMap([String: Value].init)
            facts = values["Facts"].flatMap([String: Value].init)
            version = values["Version"].flatMap(UInt32.init)
        }
    }
}
