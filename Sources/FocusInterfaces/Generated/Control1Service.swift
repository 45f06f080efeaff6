// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

// Generated from dbus/org.focusfilters.Control1.xml by generate-interfaces; do not edit.

public import DBus

/// What serves `org.focusfilters.Control1`.
///
/// Called on the thread of the connection's loop. Each call is answered once, at once or later.
public protocol Control1Service: AnyObject {
    /// The id of the mode that is on; empty: none.
    var activeMode: String { get }
    /// Since when ActiveMode is as it is.
    var since: Int64 { get }
    /// Why ActiveMode is as it is, a Reason.
    var reason: [String: Value] { get }
    /// What was chosen by hand, an Override; empty: nothing.
    var override: [String: Value] { get }
    /// What is known about the desktop: fact name to value, b, d or s by the fact. Unknown facts are absent.
    var facts: [String: Value] { get }

    /// The modes.
    ///
    /// - Answer: Every mode, by id, each a ModeRow.
    func listModes(call: MethodCall<[[String: Value]]>)

    /// The filters.
    ///
    /// - Answer: Every filter that an app or a descriptor file offers, by app and id, each a FilterRow.
    func listFilters(call: MethodCall<[[String: Value]]>)

    /// What the agent knows the desktop from.
    ///
    /// - Answer: Every source, by id, each a SourceRow.
    func listSources(call: MethodCall<[[String: Value]]>)

    /// What is known of the desktop, and whose word it is. Facts tells when it changes.
    ///
    /// - Answer: Every known fact by name, each a FactRow.
    func listFacts(call: MethodCall<[[String: Value]]>)

    /// Tells the agent what a program of the user's knows: for what no desktop component tells. A report stands until
    /// the caller reports otherwise or leaves the bus, and replaces what the sources say of that fact; but
    /// do-not-disturb, silenced and notifications-inhibited count only where no source is in charge of them. Of several
    /// callers who report a fact, one that says true counts, else the one that began first. The source 'reports' of
    /// ListSources shows them.
    ///
    /// - Parameter facts: Facts by name, each with a value of its type (b, d or s).
    /// - Parameter unknown: Names of facts of which the caller knows nothing any more.
    /// - Error `org.freedesktop.DBus.Error.InvalidArgs`: There is no fact of this name, its value has another type, is
    ///   out of range, or is a text of more than 1024 bytes or with control characters, or it is named twice; nothing
    ///   was taken over.
    /// - Error `org.focusfilters.Error.LimitExceeded`: 64 others report already.
    /// - Error `org.freedesktop.DBus.Error.NotSupported`: The agent simulates the desktop; Simulation1.SetFacts sets
    ///   facts.
    func reportFacts(facts: [String: Value], unknown: [String], call: MethodCall<Void>)

    /// What is wrong and a person can put right.
    ///
    /// - Answer: Everything that is wrong now, each a Problem.
    func listProblems(call: MethodCall<[[String: Value]]>)

    /// Turns a mode on by hand, whatever its condition says.
    ///
    /// - Parameter mode: The mode's id.
    /// - Parameter options: For how long, OverrideOptions.
    /// - Error `org.focusfilters.Error.InvalidId`: The mode's id is not an id.
    /// - Error `org.focusfilters.Error.UnknownMode`: There is no such mode, or it is not enabled.
    /// - Error `org.freedesktop.DBus.Error.InvalidArgs`: The options contradict each other, or are not as above.
    func activate(mode: String, options: [String: Value], call: MethodCall<Void>)

    /// Turns every mode off by hand.
    ///
    /// - Parameter options: For how long, OverrideOptions.
    /// - Error `org.freedesktop.DBus.Error.InvalidArgs`: The options contradict each other, or are not as above.
    func deactivate(options: [String: Value], call: MethodCall<Void>)

    /// Ends the override: the desktop's state decides again. Without one it does nothing.
    func resume(call: MethodCall<Void>)

    /// Asks that a mode be on until Release, or until the caller leaves the bus: a mode that is held counts like one
    /// whose condition holds. Holds end with the agent: who still wants one asks again when the name has a new owner.
    ///
    /// - Parameter mode: The mode's id.
    /// - Parameter reason: For people: why; shown by Explain. May be empty.
    /// - Parameter options: None yet.
    /// - Answer: Names the hold towards this connection; random, never 0.
    /// - Error `org.focusfilters.Error.InvalidId`: The mode's id is not an id.
    /// - Error `org.focusfilters.Error.UnknownMode`: There is no such mode, or it is not enabled.
    /// - Error `org.focusfilters.Error.InvalidValue`: The reason is longer than 1000 bytes.
    /// - Error `org.focusfilters.Error.LimitExceeded`: One connection may have 64 holds, all together 4096.
    func hold(mode: String, reason: String, options: [String: Value], call: MethodCall<UInt64>)

    /// Ends a hold.
    ///
    /// - Parameter hold: As Hold gave it to this connection.
    /// - Error `org.focusfilters.Error.InvalidValue`: This connection has no such hold.
    func release(hold: UInt64, call: MethodCall<Void>)

    /// How a mode is set up.
    ///
    /// - Parameter mode: The mode's id.
    /// - Answer: ModeSettings; what is not set is absent.
    /// - Error `org.focusfilters.Error.InvalidId`: The mode's id is not an id.
    /// - Error `org.focusfilters.Error.UnknownMode`: There is no such mode.
    func getMode(mode: String, call: MethodCall<[String: Value]>)

    /// Changes how a mode is set up. Returns when the change is stored and in force.
    ///
    /// - Parameter mode: The mode's id.
    /// - Parameter settings: ModeSettings; only the keys that are there are changed. 'filters' and 'none' together
    ///   replace all that was configured.
    /// - Error `org.focusfilters.Error.InvalidId`: The mode's, a filter's or a parameter's id is not an id.
    /// - Error `org.focusfilters.Error.InvalidValue`: A value is not allowed: the condition or schedule cannot be read,
    ///   the priority is out of range, a parameter's value does not fit its description. Nothing was changed.
    /// - Error `org.focusfilters.Error.LimitExceeded`: More or larger than the limits allow.
    /// - Error `org.focusfilters.Error.ReadOnly`: The folder of the user's modes cannot be written.
    /// - Error `org.focusfilters.Error.UnknownMode`: There is no such mode.
    func setMode(mode: String, settings: [String: Value], call: MethodCall<Void>)

    /// Creates a mode. Returns when it is stored and in force.
    ///
    /// - Parameter id: The new mode's id.
    /// - Parameter preset: The id of the preset to begin with; empty: none.
    /// - Parameter settings: ModeSettings, over those of the preset. Without a name the id serves.
    /// - Error `org.focusfilters.Error.InvalidId`: The mode's, a filter's or a parameter's id is not an id.
    /// - Error `org.focusfilters.Error.InvalidValue`: There is a mode of this id already, or a value is not allowed.
    /// - Error `org.focusfilters.Error.LimitExceeded`: More or larger than the limits allow.
    /// - Error `org.focusfilters.Error.ReadOnly`: The folder of the user's modes cannot be written.
    /// - Error `org.focusfilters.Error.UnknownMode`: There is no such preset.
    func createMode(id: String, preset: String, settings: [String: Value], call: MethodCall<Void>)

    /// Deletes a mode. One that the system brought is disabled instead. Returns when that is stored and in force.
    ///
    /// - Parameter mode: The mode's id.
    /// - Error `org.focusfilters.Error.InvalidId`: The mode's id is not an id.
    /// - Error `org.focusfilters.Error.ReadOnly`: The folder of the user's modes cannot be written.
    /// - Error `org.focusfilters.Error.UnknownMode`: There is no such mode.
    func deleteMode(mode: String, call: MethodCall<Void>)

    /// Configures a filter in a mode. Returns when that is stored and in force.
    ///
    /// - Parameter mode: The mode's id.
    /// - Parameter appID: The app's id.
    /// - Parameter filter: The filter's id.
    /// - Parameter values: Parameter id to value; replaces what was configured. An absent parameter takes its default.
    /// - Parameter options: What else there is to say, by `ConfigureOptionsKey`.
    /// - Error `org.focusfilters.Error.InvalidId`: The mode's, app's, filter's or a parameter's id is not an id.
    /// - Error `org.focusfilters.Error.InvalidValue`: A value does not fit the parameter's description; nothing was
    ///   changed.
    /// - Error `org.focusfilters.Error.LimitExceeded`: More or larger than the limits allow.
    /// - Error `org.focusfilters.Error.ReadOnly`: The folder of the user's modes cannot be written.
    /// - Error `org.focusfilters.Error.UnknownApp`: No app of this id offers filters.
    /// - Error `org.focusfilters.Error.UnknownFilter`: The app offers no filter of this id.
    /// - Error `org.focusfilters.Error.UnknownMode`: There is no such mode.
    /// - Error `org.focusfilters.Error.UnknownParameter`: The filter has no parameter of this id.
    func configure(
        mode: String, appID: String, filter: String, values: [String: Value], options: [String: Value],
        call: MethodCall<Void>
    )

    /// Takes a filter out of a mode. Returns when that is stored and in force.
    ///
    /// - Parameter mode: The mode's id.
    /// - Parameter appID: The app's id.
    /// - Parameter filter: The filter's id.
    /// - Error `org.focusfilters.Error.InvalidId`: The mode's, app's or filter's id is not an id.
    /// - Error `org.focusfilters.Error.NotActive`: The mode does not configure the filter.
    /// - Error `org.focusfilters.Error.ReadOnly`: The folder of the user's modes cannot be written.
    /// - Error `org.focusfilters.Error.UnknownMode`: There is no such mode.
    func unconfigure(mode: String, appID: String, filter: String, call: MethodCall<Void>)

    /// What can be chosen for a parameter. Static options come from the app's description; dynamic ones the app is
    /// asked for, which may take 5 s; a helper that the bus can start is started for that, which may take 15 s more. Of
    /// an app that is not running the last answer is told, which may be for other values. Of a parameter without
    /// options there are none: any value can be chosen.
    ///
    /// - Parameter appID: The app's id.
    /// - Parameter filter: The filter's id.
    /// - Parameter parameter: The parameter's id.
    /// - Parameter query: What to offer, by `OptionsQueryKey`.
    /// - Answer: The options, each group a KnownSection.
    /// - Error `org.focusfilters.Error.AppUnavailable`: The app does not answer, refuses or answers nonsense; or it is
    ///   not running, and was never asked this.
    /// - Error `org.focusfilters.Error.InvalidId`: The app's, the filter's or a parameter's id is not an id.
    /// - Error `org.focusfilters.Error.InvalidValue`: One of the values does not fit the parameter's description.
    /// - Error `org.focusfilters.Error.LimitExceeded`: More than 1000 items are wanted, the app answers with more than
    ///   1000 items or 1 MiB, or 64 questions wait for the app already.
    /// - Error `org.focusfilters.Error.UnknownApp`: No app of this id offers filters.
    /// - Error `org.focusfilters.Error.UnknownFilter`: The app offers no filter of this id.
    /// - Error `org.focusfilters.Error.UnknownParameter`: The filter has no parameter of this id.
    func options(
        appID: String, filter: String, parameter: String, query: [String: Value], call: MethodCall<[[String: Value]]>
    )

    /// Looks values up, above all entities by id. While the app is not running, what it said of those that are
    /// configured or were among its options is told.
    ///
    /// - Parameter appID: The app's id.
    /// - Parameter filter: The filter's id.
    /// - Parameter parameter: The parameter's id.
    /// - Parameter ids: The values to look up, at most 1000.
    /// - Parameter options: None yet.
    /// - Answer: Those that exist, each a KnownItem; one that is not known is left out.
    /// - Error `org.focusfilters.Error.AppUnavailable`: The app does not answer, refuses or answers nonsense; or it is
    ///   not running, and was never asked about any of these.
    /// - Error `org.focusfilters.Error.InvalidId`: The app's, the filter's or the parameter's id is not an id.
    /// - Error `org.focusfilters.Error.InvalidValue`: One of the values is not of the parameter's type.
    /// - Error `org.focusfilters.Error.LimitExceeded`: More than 1000 values are to be looked up, the app answers with
    ///   more than 1000 items or 1 MiB, or 64 questions wait for the app already.
    /// - Error `org.focusfilters.Error.UnknownApp`: No app of this id offers filters.
    /// - Error `org.focusfilters.Error.UnknownFilter`: The app offers no filter of this id.
    /// - Error `org.focusfilters.Error.UnknownParameter`: The filter has no parameter of this id.
    func resolve(
        appID: String, filter: String, parameter: String, ids: [Value], options: [String: Value],
        call: MethodCall<[[String: Value]]>
    )

    /// Presents a filter as it is, or would be, configured. While the app is not running, what it said since the agent
    /// started is told, if it was about the same values.
    ///
    /// - Parameter appID: The app's id.
    /// - Parameter filter: The filter's id.
    /// - Parameter values: The values to describe; an absent parameter is nil.
    /// - Parameter options: None yet.
    /// - Answer: How the app presents the filter with these values, a KnownDescription.
    /// - Error `org.focusfilters.Error.AppUnavailable`: The app does not answer, refuses or answers nonsense; or it is
    ///   not running, and was not asked this last.
    /// - Error `org.focusfilters.Error.InvalidId`: The app's, the filter's or a parameter's id is not an id.
    /// - Error `org.focusfilters.Error.InvalidValue`: One of the values does not fit the parameter's description.
    /// - Error `org.focusfilters.Error.LimitExceeded`: The app answers with more than 1 MiB, or 64 questions wait for
    ///   the app already.
    /// - Error `org.focusfilters.Error.UnknownApp`: No app of this id offers filters.
    /// - Error `org.focusfilters.Error.UnknownFilter`: The app offers no filter of this id.
    /// - Error `org.focusfilters.Error.UnknownParameter`: The filter has no parameter of this id.
    func describe(
        appID: String, filter: String, values: [String: Value], options: [String: Value],
        call: MethodCall<[String: Value]>
    )

    /// Ready-made configurations of a filter. While the app is not running, what it suggested last since the agent
    /// started is told.
    ///
    /// - Parameter appID: The app's id.
    /// - Parameter filter: The filter's id.
    /// - Parameter context: None yet.
    /// - Answer: The best first, each a KnownSuggestion.
    /// - Error `org.focusfilters.Error.AppUnavailable`: The app does not answer, refuses or answers nonsense; or it is
    ///   not running, and was never asked.
    /// - Error `org.focusfilters.Error.InvalidId`: The app's or the filter's id is not an id.
    /// - Error `org.focusfilters.Error.LimitExceeded`: The app answers with more than 1000 suggestions or 1 MiB, or 64
    ///   questions wait for the app already.
    /// - Error `org.focusfilters.Error.UnknownApp`: No app of this id offers filters.
    /// - Error `org.focusfilters.Error.UnknownFilter`: The app offers no filter of this id.
    func suggest(appID: String, filter: String, context: [String: Value], call: MethodCall<[[String: Value]]>)

    /// Says what an app may. Returns when that is stored and in force.
    ///
    /// - Parameter appID: The app's id; it need not offer filters yet.
    /// - Parameter policy: An AppPolicy; only the keys that are there are changed.
    /// - Error `org.focusfilters.Error.InvalidId`: The app's id is not an id.
    /// - Error `org.focusfilters.Error.InvalidValue`: The user's file of settings is broken.
    /// - Error `org.focusfilters.Error.ReadOnly`: The folder of the user's settings cannot be written, or another file
    ///   has the last word.
    func setAppPolicy(appID: String, policy: [String: Value], call: MethodCall<Void>)

    /// Which mode is on, since when and why, and which others could be.
    ///
    /// - Answer: An Explanation.
    func explain(call: MethodCall<[String: Value]>)

    /// How the mode that is on by itself will change by time alone, while everything else stays as it is. What was
    /// chosen by hand does not count.
    ///
    /// - Parameter count: How many changes to tell; at most 512 are told.
    /// - Answer: The soonest first, each a ComingChange.
    func next(count: UInt32, call: MethodCall<[[String: Value]]>)

    /// What would be on by itself then, and what apps would be told. What was chosen by hand does not count, and no
    /// delay is waited for.
    ///
    /// - Parameter facts: Fact name to value (b, d or s by the fact's type), in place of what is known; other facts
    ///   stay as they are. A fact that would be true counts as having been so for long.
    /// - Parameter at: The instant; 0: now.
    /// - Answer: A Forecast.
    /// - Error `org.freedesktop.DBus.Error.InvalidArgs`: There is no fact of this name, or its value has another type,
    ///   is out of range, or is a text of more than 1024 bytes or with control characters.
    func preview(facts: [String: Value], at: Int64, call: MethodCall<[String: Value]>)

    /// What happened.
    ///
    /// - Parameter count: How many rows to tell. At most 512 are kept, and none over a restart of the agent.
    /// - Answer: The newest first, each a HistoryRow.
    func history(count: UInt32, call: MethodCall<[[String: Value]]>)

    /// Checks a text without putting it in force. What a mode configures for filters that are known is compared with
    /// their descriptions.
    ///
    /// - Parameter kind: What the text is: 'mode', 'agent' or 'filters' (the text of such a file), 'condition' or
    ///   'schedule'.
    /// - Parameter text: The text.
    /// - Answer: What is wrong with it, each a Problem; none: it is good.
    /// - Error `org.focusfilters.Error.LimitExceeded`: The text is longer than 1 MiB.
    /// - Error `org.freedesktop.DBus.Error.InvalidArgs`: There is no such kind.
    func validate(kind: String, text: String, call: MethodCall<[[String: Value]]>)

    /// Reads all files again. Returns when they are in force.
    ///
    /// - Answer: What is wrong with the files, each a Problem; none: all are good.
    func reload(call: MethodCall<[[String: Value]]>)
}

extension Control1 {
    /// The interface as the object server takes it. `service` lives as long as the object is exported.
    public static func exported(by service: any Control1Service) -> ExportedInterface {
        ExportedInterface(
            name: name,
            members: Method.allCases.map(\.description),
            properties: Property.allCases.map(\.description),
            call: { dispatch($0, to: service) },
            get: { Property(rawValue: $0).map { value(of: $0, from: service) } })
    }

    /// A property's value.
    public static func value(of property: Property, from service: any Control1Service) -> Value {
        switch property {
        case .activeMode: service.activeMode.busValue
        case .since: service.since.busValue
        case .reason: service.reason.busValue
        case .override: service.override.busValue
        case .facts: service.facts.busValue
        case .version: version.busValue
        }
    }

    private static func dispatch(_ invocation: Invocation, to service: any Control1Service) {
        guard let method = invocation.member.flatMap({ Method(rawValue: $0.text) }) else {
            return invocation.refuseMember()
        }
        switch method {
        case .listModes:
            service.listModes(call: MethodCall(invocation))
        case .listFilters:
            service.listFilters(call: MethodCall(invocation))
        case .listSources:
            service.listSources(call: MethodCall(invocation))
        case .listFacts:
            service.listFacts(call: MethodCall(invocation))
        case .reportFacts:
            guard let facts: [String: Value] = invocation.argument(0) else { return invocation.refuse("facts") }
            guard let unknown: [String] = invocation.argument(1) else { return invocation.refuse("unknown") }
            service.reportFacts(facts: facts, unknown: unknown, call: MethodCall(invocation))
        case .listProblems:
            service.listProblems(call: MethodCall(invocation))
        case .activate:
            guard let mode: String = invocation.argument(0) else { return invocation.refuse("mode") }
            guard let options: [String: Value] = invocation.argument(1) else { return invocation.refuse("options") }
            service.activate(mode: mode, options: options, call: MethodCall(invocation))
        case .deactivate:
            guard let options: [String: Value] = invocation.argument(0) else { return invocation.refuse("options") }
            service.deactivate(options: options, call: MethodCall(invocation))
        case .resume:
            service.resume(call: MethodCall(invocation))
        case .hold:
            guard let mode: String = invocation.argument(0) else { return invocation.refuse("mode") }
            guard let reason: String = invocation.argument(1) else { return invocation.refuse("reason") }
            guard let options: [String: Value] = invocation.argument(2) else { return invocation.refuse("options") }
            service.hold(mode: mode, reason: reason, options: options, call: MethodCall(invocation))
        case .release:
            guard let hold: UInt64 = invocation.argument(0) else { return invocation.refuse("hold") }
            service.release(hold: hold, call: MethodCall(invocation))
        case .getMode:
            guard let mode: String = invocation.argument(0) else { return invocation.refuse("mode") }
            service.getMode(mode: mode, call: MethodCall(invocation))
        case .setMode:
            guard let mode: String = invocation.argument(0) else { return invocation.refuse("mode") }
            guard let settings: [String: Value] = invocation.argument(1) else { return invocation.refuse("settings") }
            service.setMode(mode: mode, settings: settings, call: MethodCall(invocation))
        case .createMode:
            guard let id: String = invocation.argument(0) else { return invocation.refuse("id") }
            guard let preset: String = invocation.argument(1) else { return invocation.refuse("preset") }
            guard let settings: [String: Value] = invocation.argument(2) else { return invocation.refuse("settings") }
            service.createMode(id: id, preset: preset, settings: settings, call: MethodCall(invocation))
        case .deleteMode:
            guard let mode: String = invocation.argument(0) else { return invocation.refuse("mode") }
            service.deleteMode(mode: mode, call: MethodCall(invocation))
        case .configure:
            guard let mode: String = invocation.argument(0) else { return invocation.refuse("mode") }
            guard let appID: String = invocation.argument(1) else { return invocation.refuse("app_id") }
            guard let filter: String = invocation.argument(2) else { return invocation.refuse("filter") }
            guard let values: [String: Value] = invocation.argument(3) else { return invocation.refuse("values") }
            guard let options: [String: Value] = invocation.argument(4) else { return invocation.refuse("options") }
            service.configure(
                mode: mode, appID: appID, filter: filter, values: values, options: options, call: MethodCall(invocation)
            )
        case .unconfigure:
            guard let mode: String = invocation.argument(0) else { return invocation.refuse("mode") }
            guard let appID: String = invocation.argument(1) else { return invocation.refuse("app_id") }
            guard let filter: String = invocation.argument(2) else { return invocation.refuse("filter") }
            service.unconfigure(mode: mode, appID: appID, filter: filter, call: MethodCall(invocation))
        case .options:
            guard let appID: String = invocation.argument(0) else { return invocation.refuse("app_id") }
            guard let filter: String = invocation.argument(1) else { return invocation.refuse("filter") }
            guard let parameter: String = invocation.argument(2) else { return invocation.refuse("parameter") }
            guard let query: [String: Value] = invocation.argument(3) else { return invocation.refuse("query") }
            service.options(
                appID: appID, filter: filter, parameter: parameter, query: query, call: MethodCall(invocation)
            )
        case .resolve:
            guard let appID: String = invocation.argument(0) else { return invocation.refuse("app_id") }
            guard let filter: String = invocation.argument(1) else { return invocation.refuse("filter") }
            guard let parameter: String = invocation.argument(2) else { return invocation.refuse("parameter") }
            guard let ids: [Value] = invocation.argument(3) else { return invocation.refuse("ids") }
            guard let options: [String: Value] = invocation.argument(4) else { return invocation.refuse("options") }
            service.resolve(
                appID: appID, filter: filter, parameter: parameter, ids: ids, options: options,
                call: MethodCall(invocation)
            )
        case .describe:
            guard let appID: String = invocation.argument(0) else { return invocation.refuse("app_id") }
            guard let filter: String = invocation.argument(1) else { return invocation.refuse("filter") }
            guard let values: [String: Value] = invocation.argument(2) else { return invocation.refuse("values") }
            guard let options: [String: Value] = invocation.argument(3) else { return invocation.refuse("options") }
            service.describe(
                appID: appID, filter: filter, values: values, options: options, call: MethodCall(invocation)
            )
        case .suggest:
            guard let appID: String = invocation.argument(0) else { return invocation.refuse("app_id") }
            guard let filter: String = invocation.argument(1) else { return invocation.refuse("filter") }
            guard let context: [String: Value] = invocation.argument(2) else { return invocation.refuse("context") }
            service.suggest(appID: appID, filter: filter, context: context, call: MethodCall(invocation))
        case .setAppPolicy:
            guard let appID: String = invocation.argument(0) else { return invocation.refuse("app_id") }
            guard let policy: [String: Value] = invocation.argument(1) else { return invocation.refuse("policy") }
            service.setAppPolicy(appID: appID, policy: policy, call: MethodCall(invocation))
        case .explain:
            service.explain(call: MethodCall(invocation))
        case .next:
            guard let count: UInt32 = invocation.argument(0) else { return invocation.refuse("count") }
            service.next(count: count, call: MethodCall(invocation))
        case .preview:
            guard let facts: [String: Value] = invocation.argument(0) else { return invocation.refuse("facts") }
            guard let at: Int64 = invocation.argument(1) else { return invocation.refuse("at") }
            service.preview(facts: facts, at: at, call: MethodCall(invocation))
        case .history:
            guard let count: UInt32 = invocation.argument(0) else { return invocation.refuse("count") }
            service.history(count: count, call: MethodCall(invocation))
        case .validate:
            guard let kind: String = invocation.argument(0) else { return invocation.refuse("kind") }
            guard let text: String = invocation.argument(1) else { return invocation.refuse("text") }
            service.validate(kind: kind, text: text, call: MethodCall(invocation))
        case .reload:
            service.reload(call: MethodCall(invocation))
        }
    }

    /// ListModes answers differently now.
    public static func emitModesChanged(modes: [String], on connection: Connection) throws(BusError) {
        try connection.emit(path, name, "ModesChanged", [modes.busValue])
    }

    /// ListFilters answers differently now, other than in how far the filters have been performed; or an app said that
    /// what it answers about the filter is out of date.
    public static func emitFiltersChanged(filters: [Pair<String, String>], on connection: Connection) throws(BusError) {
        try connection.emit(path, name, "FiltersChanged", [filters.busValue])
    }

    /// ListSources answers differently now, other than in when the sources were read.
    public static func emitSourcesChanged(sources: [String], on connection: Connection) throws(BusError) {
        try connection.emit(path, name, "SourcesChanged", [sources.busValue])
    }

    /// ListProblems answers differently now.
    public static func emitProblemsChanged(on connection: Connection) throws(BusError) {
        try connection.emit(path, name, "ProblemsChanged", [])
    }

    /// Tells everyone the present values of properties that changed.
    public static func emitPropertiesChanged(
        _ changed: [Property], of service: any Control1Service, on connection: Connection
    ) throws(BusError) {
        var values: [String: Value] = [:]
        for property in changed { values[property.rawValue] = value(of: property, from: service) }
        try connection.emitPropertiesChanged(path, name, values)
    }
}
