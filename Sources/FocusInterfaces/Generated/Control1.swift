// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

// Generated from dbus/org.focusfilters.Control1.xml by generate-interfaces; do not edit.

public import DBus

/// For people's tools: modes, what is on and why.
///
/// Bus name org.focusfilters.Control1, object path /org/focusfilters/Control1. Callers in a sandbox get
/// org.freedesktop.DBus.Error.AccessDenied.
///
/// All instants are x, in microseconds since the Unix epoch, UTC. All spans are t, in microseconds. An empty mode id
/// means no mode. What is unknown, or not set, is absent.
///
/// Dictionaries may gain keys: a receiver ignores those that it does not know. A key that it does know is refused with
/// org.freedesktop.DBus.Error.InvalidArgs if its value has another type than the one given here. Where (v) is given,
/// the dictionary's own variant holds the value itself. Values of parameters, ids and limits are as
/// org.focusfilters.Focus1 has them.
///
/// Mode ids match [a-z0-9][a-z0-9_-]{0,63}; anything else is org.focusfilters.Error.InvalidId.
///
/// Each list is a method, and a signal when it changed: at most one signal per list and turn of the agent's loop. How
/// far filters have been performed is only read, never signalled.
public enum Control1 {
    /// The interface's name.
    public static let name: InterfaceName = "org.focusfilters.Control1"
    /// The bus name at which it is served.
    public static let busName: BusName = "org.focusfilters.Control1"
    /// The object that serves it.
    public static let path: ObjectPath = "/org/focusfilters/Control1"
    /// What the property `Version` says.
    public static let version: UInt32 = 1

    /// The methods.
    public enum Method: String, CaseIterable, Sendable {
        case listModes = "ListModes"
        case listFilters = "ListFilters"
        case listSources = "ListSources"
        case listFacts = "ListFacts"
        case reportFacts = "ReportFacts"
        case listProblems = "ListProblems"
        case activate = "Activate"
        case deactivate = "Deactivate"
        case resume = "Resume"
        case hold = "Hold"
        case release = "Release"
        case getMode = "GetMode"
        case setMode = "SetMode"
        case createMode = "CreateMode"
        case deleteMode = "DeleteMode"
        case configure = "Configure"
        case unconfigure = "Unconfigure"
        case options = "Options"
        case resolve = "Resolve"
        case describe = "Describe"
        case suggest = "Suggest"
        case setAppPolicy = "SetAppPolicy"
        case explain = "Explain"
        case next = "Next"
        case preview = "Preview"
        case history = "History"
        case validate = "Validate"
        case reload = "Reload"

        /// The name and the signatures.
        public var description: MethodDescription {
            switch self {
            case .listModes:
                MethodDescription(name: "ListModes", in: "", out: "aa{sv}")
            case .listFilters:
                MethodDescription(name: "ListFilters", in: "", out: "aa{sv}")
            case .listSources:
                MethodDescription(name: "ListSources", in: "", out: "aa{sv}")
            case .listFacts:
                MethodDescription(name: "ListFacts", in: "", out: "aa{sv}")
            case .reportFacts:
                MethodDescription(name: "ReportFacts", in: "a{sv}as", out: "")
            case .listProblems:
                MethodDescription(name: "ListProblems", in: "", out: "aa{sv}")
            case .activate:
                MethodDescription(name: "Activate", in: "sa{sv}", out: "")
            case .deactivate:
                MethodDescription(name: "Deactivate", in: "a{sv}", out: "")
            case .resume:
                MethodDescription(name: "Resume", in: "", out: "")
            case .hold:
                MethodDescription(name: "Hold", in: "ssa{sv}", out: "t")
            case .release:
                MethodDescription(name: "Release", in: "t", out: "")
            case .getMode:
                MethodDescription(name: "GetMode", in: "s", out: "a{sv}")
            case .setMode:
                MethodDescription(name: "SetMode", in: "sa{sv}", out: "")
            case .createMode:
                MethodDescription(name: "CreateMode", in: "ssa{sv}", out: "")
            case .deleteMode:
                MethodDescription(name: "DeleteMode", in: "s", out: "")
            case .configure:
                MethodDescription(name: "Configure", in: "sssa{sv}a{sv}", out: "")
            case .unconfigure:
                MethodDescription(name: "Unconfigure", in: "sss", out: "")
            case .options:
                MethodDescription(name: "Options", in: "sssa{sv}", out: "aa{sv}")
            case .resolve:
                MethodDescription(name: "Resolve", in: "sssava{sv}", out: "aa{sv}")
            case .describe:
                MethodDescription(name: "Describe", in: "ssa{sv}a{sv}", out: "a{sv}")
            case .suggest:
                MethodDescription(name: "Suggest", in: "ssa{sv}", out: "aa{sv}")
            case .setAppPolicy:
                MethodDescription(name: "SetAppPolicy", in: "sa{sv}", out: "")
            case .explain:
                MethodDescription(name: "Explain", in: "", out: "a{sv}")
            case .next:
                MethodDescription(name: "Next", in: "u", out: "aa{sv}")
            case .preview:
                MethodDescription(name: "Preview", in: "a{sv}x", out: "a{sv}")
            case .history:
                MethodDescription(name: "History", in: "u", out: "aa{sv}")
            case .validate:
                MethodDescription(name: "Validate", in: "ss", out: "aa{sv}")
            case .reload:
                MethodDescription(name: "Reload", in: "", out: "aa{sv}")
            }
        }
    }

    /// The signals.
    public enum Signal: String, CaseIterable, Sendable {
        case modesChanged = "ModesChanged"
        case filtersChanged = "FiltersChanged"
        case sourcesChanged = "SourcesChanged"
        case problemsChanged = "ProblemsChanged"
    }

    /// The properties.
    public enum Property: String, CaseIterable, Sendable {
        case activeMode = "ActiveMode"
        case since = "Since"
        case reason = "Reason"
        case override = "Override"
        case facts = "Facts"
        case version = "Version"

        /// The name, the signature and the access.
        public var description: PropertyDescription {
            switch self {
            case .activeMode:
                PropertyDescription(name: "ActiveMode", signature: "s", access: .read)
            case .since:
                PropertyDescription(name: "Since", signature: "x", access: .read)
            case .reason:
                PropertyDescription(name: "Reason", signature: "a{sv}", access: .read)
            case .override:
                PropertyDescription(name: "Override", signature: "a{sv}", access: .read)
            case .facts:
                PropertyDescription(name: "Facts", signature: "a{sv}", access: .read)
            case .version:
                PropertyDescription(name: "Version", signature: "u", access: .read)
            }
        }
    }

    /// The keys of `Reason`.
    public enum ReasonKey {
        /// 'condition', 'schedule', 'hold', 'override', 'desktop-switch' or 'none'. There may be more: for one that is
        /// not known show the text.
        public static let cause = DictionaryKey<String>("cause")
        /// For people.
        public static let text = DictionaryKey<String>("text")
        /// Names of the facts that decided.
        public static let facts = DictionaryKey<[String]>("facts")
    }

    /// The keys of `Override`.
    public enum OverrideKey {
        /// The mode's id; empty: no mode.
        public static let mode = DictionaryKey<String>("mode")
        /// 'boundary' (at the first change that a schedule or the desktop's own Do Not Disturb switch causes), 'time'
        /// or 'resumed' (by Resume, or by another choice).
        public static let ends = DictionaryKey<String>("ends")
        /// When it ends; only if it ends by time, else absent.
        public static let until = DictionaryKey<Int64>("until")
        /// When it began.
        public static let since = DictionaryKey<Int64>("since")
    }

    /// The keys of `OverrideOptions`.
    public enum OverrideOptionsKey {
        /// Until this instant; not in the past.
        public static let until = DictionaryKey<Int64>("until")
        /// For this long, from now. Not with 'until'.
        public static let `for` = DictionaryKey<UInt64>("for")
        /// As in Override. By default 'time' if a time is given, else 'boundary'.
        public static let ends = DictionaryKey<String>("ends")
    }

    /// The keys of `ModeSettings`.
    public enum ModeSettingsKey {
        /// For people; at most 1024 bytes.
        public static let name = DictionaryKey<String>("name")
        /// A themed icon's name; at most 1024 bytes.
        public static let icon = DictionaryKey<String>("icon")
        /// As #rrggbb.
        public static let color = DictionaryKey<String>("color")
        /// The condition under which the mode turns on by itself.
        public static let when = DictionaryKey<String>("when")
        /// The times at which the mode turns on by itself; with 'when', both must hold.
        public static let schedule = DictionaryKey<String>("schedule")
        /// The highest wins; -1000 to 1000, by default 0.
        public static let priority = DictionaryKey<Int32>("priority")
        /// By default true.
        public static let enabled = DictionaryKey<Bool>("enabled")
        /// 'on' or 'off': while the mode is on the agent holds the desktop's Do Not Disturb that way, and gives it back
        /// after. Absent: it is left alone.
        public static let doNotDisturb = DictionaryKey<String>("do-not-disturb")
        /// How long condition and schedule must hold before the mode turns on, in microseconds. By default 0.
        public static let enterDelay = DictionaryKey<UInt64>("enter-delay")
        /// How long the mode stays on after its condition ceased to hold, in microseconds. By default 100000, or
        /// 3000000 if a fact that comes and goes in play made it cease.
        public static let leaveDelay = DictionaryKey<UInt64>("leave-delay")
        /// What is configured: 'app/filter' to parameter id to value. An absent parameter takes its default.
        public static let filters = DictionaryKey<[String: [String: Value]]>("filters")
        /// What is configured to be nil: 'app/filter' to parameter ids.
        public static let none = DictionaryKey<[String: [String]]>("none")
        /// Only in what is sent to the agent: the keys above, other than 'none', that are to have their default again.
        public static let unset = DictionaryKey<[String]>("unset")
    }

    /// The keys of `ModeRow`.
    public enum ModeRowKey {
        /// The mode's id.
        public static let id = DictionaryKey<String>("id")
        /// For people.
        public static let name = DictionaryKey<String>("name")
        /// A themed icon's name; absent for none.
        public static let icon = DictionaryKey<String>("icon")
        /// As #rrggbb; absent for none.
        public static let color = DictionaryKey<String>("color")
        /// The path of the file that defines the mode.
        public static let file = DictionaryKey<String>("file")
        /// The highest wins.
        public static let priority = DictionaryKey<Int32>("priority")
        /// Whether the mode can be on.
        public static let enabled = DictionaryKey<Bool>("enabled")
        /// Whether its condition holds; absent: unknown, or there is none.
        public static let condition = DictionaryKey<Bool>("condition")
    }

    /// The keys of `FilterRow`.
    public enum FilterRowKey {
        /// The app's id.
        public static let app = DictionaryKey<String>("app")
        /// The filter's id.
        public static let filter = DictionaryKey<String>("filter")
        /// For people.
        public static let title = DictionaryKey<String>("title")
        /// 'served' (what there was to perform is acknowledged), 'waiting' (for a reply, a retry, the end of a run or
        /// the start of the app's helper), 'failing' (the handler failed or did not answer; or the app's helper or
        /// program does not work, and is tried again when the values change) or 'absent' (no process serves the app,
        /// and none has to be started).
        public static let state = DictionaryKey<String>("state")
        /// What the last attempt to bring the handler, helper or program the values came to, for people; absent if it
        /// did not fail, or something was acknowledged since.
        public static let error = DictionaryKey<String>("error")
        /// A mode configures the filter, and it is not suspended.
        public static let active = DictionaryKey<Bool>("active")
        /// The app suspended the filter.
        public static let suspended = DictionaryKey<Bool>("suspended")
        /// The effective values.
        public static let values = DictionaryKey<[String: Value]>("values")
        /// The serial of the effective values.
        public static let serial = DictionaryKey<UInt64>("serial")
        /// The serial that the handler acknowledged last; absent if none.
        public static let acknowledged = DictionaryKey<UInt64>("acknowledged")
        /// Ids of the modes that configure the filter.
        public static let modes = DictionaryKey<[String]>("modes")
        /// The filter's parameters, each a ParameterDescription of org.focusfilters.Focus1, so that a tool can read and
        /// show values.
        public static let parameters = DictionaryKey<[[String: Value]]>("parameters")
        /// The app may know which mode is on, see SetAppPolicy.
        public static let shareMode = DictionaryKey<Bool>("share-mode")
        /// The app may be started to be told, see SetAppPolicy.
        public static let activate = DictionaryKey<Bool>("activate")
    }

    /// The keys of `SourceRow`.
    public enum SourceRowKey {
        /// The source's id.
        public static let id = DictionaryKey<String>("id")
        /// 'ok', 'absent' (the component is not there), 'failing' (it refuses, hangs or answers nonsense) or 'private'
        /// (its settings are in a store that the desktop does not share).
        public static let state = DictionaryKey<String>("state")
        /// What it reports counts: for Do Not Disturb only one source is in charge at a time.
        public static let inCharge = DictionaryKey<Bool>("in-charge")
        /// For people: more on the state; absent for none.
        public static let detail = DictionaryKey<String>("detail")
        /// The unique name of the component on its bus; absent for none.
        public static let owner = DictionaryKey<String>("owner")
        /// What it reports: fact name to value.
        public static let facts = DictionaryKey<[String: Value]>("facts")
        /// Names of the facts that it can report.
        public static let tells = DictionaryKey<[String]>("tells")
        /// When it was last read; absent if never.
        public static let read = DictionaryKey<Int64>("read")
    }

    /// The keys of `Problem`.
    public enum ProblemKey {
        /// 'file', 'source', 'app', 'filter' or 'mode'. There may be more.
        public static let kind = DictionaryKey<String>("kind")
        /// The file's path, the source's, app's or mode's id, or 'app/filter'.
        public static let subject = DictionaryKey<String>("subject")
        /// What is wrong and what to do, for people. May quote a program's own words, of which control characters are
        /// left out and at most 400 characters told.
        public static let message = DictionaryKey<String>("message")
        /// The file to look at; absent for none.
        public static let file = DictionaryKey<String>("file")
        /// From 1; absent if there is no place.
        public static let line = DictionaryKey<UInt32>("line")
        /// In characters, from 1; absent if there is no place.
        public static let column = DictionaryKey<UInt32>("column")
        /// Since when it is so; absent in the answers of Validate.
        public static let since = DictionaryKey<Int64>("since")
    }

    /// The keys of `KnownSection`.
    public enum KnownSectionKey {
        /// The section's heading; absent for none.
        public static let title = DictionaryKey<String>("title")
        /// A line below the heading.
        public static let subtitle = DictionaryKey<String>("subtitle")
        /// The options in the order in which to show them, each an Item of org.focusfilters.Focus1.
        public static let items = DictionaryKey<[[String: Value]]>("items")
        /// The app is not running, and said so at this instant; absent if it says so now, or its description does.
        public static let asOf = DictionaryKey<Int64>("as-of")
    }

    /// The keys of `KnownItem`.
    public enum KnownItemKey {
        /// What is chosen: a scalar of the parameter's type.
        public static let value = DictionaryKey<Value>("value")
        /// For people.
        public static let title = DictionaryKey<String>("title")
        /// For people.
        public static let subtitle = DictionaryKey<String>("subtitle")
        /// As g_icon_serialize gives.
        public static let icon = DictionaryKey<Pair<String, Value>>("icon")
        /// Other words that find the item in a search.
        public static let synonyms = DictionaryKey<[String]>("synonyms")
        /// As in KnownSection.
        public static let asOf = DictionaryKey<Int64>("as-of")
    }

    /// The keys of `KnownDescription`.
    public enum KnownDescriptionKey {
        /// For people.
        public static let title = DictionaryKey<String>("title")
        /// For people: the values in short.
        public static let subtitle = DictionaryKey<String>("subtitle")
        /// As g_icon_serialize gives.
        public static let icon = DictionaryKey<Pair<String, Value>>("icon")
        /// The app's own terms for which of its notifications are to be shown.
        public static let notificationFilter = DictionaryKey<[String: Value]>("notification-filter")
        /// As in KnownSection.
        public static let asOf = DictionaryKey<Int64>("as-of")
    }

    /// The keys of `KnownSuggestion`.
    public enum KnownSuggestionKey {
        /// For people.
        public static let title = DictionaryKey<String>("title")
        /// Parameter id to value.
        public static let values = DictionaryKey<[String: Value]>("values")
        /// As in KnownSection.
        public static let asOf = DictionaryKey<Int64>("as-of")
    }

    /// The keys of `AppPolicy`.
    public enum AppPolicyKey {
        /// The app may know the id and the name of the mode that is on; by default false.
        public static let shareMode = DictionaryKey<Bool>("share-mode")
        /// The app may be started when its filters have something to perform, if it asks for that; by default true.
        public static let activate = DictionaryKey<Bool>("activate")
    }

    /// The keys of `Explanation`.
    public enum ExplanationKey {
        /// The active mode's id; empty: none.
        public static let mode = DictionaryKey<String>("mode")
        /// Since when.
        public static let since = DictionaryKey<Int64>("since")
        /// Why, a Reason.
        public static let reason = DictionaryKey<[String: Value]>("reason")
        /// An Override; empty: none.
        public static let override = DictionaryKey<[String: Value]>("override")
        /// What conditions and schedules ask, each a Term: those of the active mode; while none is on, of every mode.
        public static let terms = DictionaryKey<[[String: Value]]>("terms")
        /// The modes that could be on, the winner first, each a Candidate.
        public static let candidates = DictionaryKey<[[String: Value]]>("candidates")
    }

    /// The keys of `Term`.
    public enum TermKey {
        /// The term as the condition has it, or the whole schedule.
        public static let text = DictionaryKey<String>("text")
        /// The fact's name; absent if the term is about an app, another mode or the time.
        public static let fact = DictionaryKey<String>("fact")
        /// The id of the source whose value counts; absent if there is none or the fact is unknown.
        public static let source = DictionaryKey<String>("source")
        /// The fact's value; without a fact, whether the term is true (b). Absent if that is unknown.
        public static let value = DictionaryKey<Value>("value")
        /// For how long the fact has had the value, in microseconds; absent if it is unknown.
        public static let age = DictionaryKey<UInt64>("age")
        /// Ids of the sources that say something else, and do not count.
        public static let against = DictionaryKey<[String]>("against")
    }

    /// The keys of `FactRow`.
    public enum FactRowKey {
        /// The fact's name.
        public static let fact = DictionaryKey<String>("fact")
        /// Its value.
        public static let value = DictionaryKey<Value>("value")
        /// The id of the source whose value counts.
        public static let source = DictionaryKey<String>("source")
        /// Since the source last said so, in microseconds.
        public static let age = DictionaryKey<UInt64>("age")
        /// Ids of the sources that say something else, and do not count.
        public static let against = DictionaryKey<[String]>("against")
        /// True while the agent itself holds the source's switch for the mode that is on: the value is the user's own
        /// from before. Else absent.
        public static let held = DictionaryKey<Bool>("held")
    }

    /// The keys of `Candidate`.
    public enum CandidateKey {
        /// The mode's id.
        public static let mode = DictionaryKey<String>("mode")
        /// The highest wins.
        public static let priority = DictionaryKey<Int32>("priority")
        /// Whether its condition holds; absent: unknown, or there is none.
        public static let condition = DictionaryKey<Bool>("condition")
        /// Why it could be on, a Reason.
        public static let reason = DictionaryKey<[String: Value]>("reason")
    }

    /// The keys of `ComingChange`.
    public enum ComingChangeKey {
        /// When.
        public static let at = DictionaryKey<Int64>("at")
        /// The id of the mode that will be on by itself; empty: none.
        public static let mode = DictionaryKey<String>("mode")
        /// Why, for people.
        public static let text = DictionaryKey<String>("text")
    }

    /// The keys of `Forecast`.
    public enum ForecastKey {
        /// The id of the mode that would be on by itself; empty: none.
        public static let mode = DictionaryKey<String>("mode")
        /// Why, a Reason.
        public static let reason = DictionaryKey<[String: Value]>("reason")
        /// The filters that would have other values than they have now, each a ForecastChange.
        public static let changes = DictionaryKey<[[String: Value]]>("changes")
    }

    /// The keys of `ForecastChange`.
    public enum ForecastChangeKey {
        /// The app's id.
        public static let app = DictionaryKey<String>("app")
        /// The filter's id.
        public static let filter = DictionaryKey<String>("filter")
        /// The effective values that it would have.
        public static let values = DictionaryKey<[String: Value]>("values")
    }

    /// The keys of `HistoryRow`.
    public enum HistoryRowKey {
        /// When.
        public static let at = DictionaryKey<Int64>("at")
        /// 'mode' (another mode is on), 'override' (something was chosen by hand, or ended), 'perform' (a filter was
        /// told new values) or 'failing' (a filter's handler does not answer, or refuses the values; the text says
        /// how). There may be more.
        public static let kind = DictionaryKey<String>("kind")
        /// For people; for 'perform' the reason that the handler was given.
        public static let text = DictionaryKey<String>("text")
        /// The mode's id, empty for none; absent if the row is about a filter.
        public static let mode = DictionaryKey<String>("mode")
        /// The app's id; absent if the row is about a mode.
        public static let app = DictionaryKey<String>("app")
        /// The filter's id; absent if the row is about a mode.
        public static let filter = DictionaryKey<String>("filter")
        /// The serial of the values; absent if the row is about a mode.
        public static let serial = DictionaryKey<UInt64>("serial")
    }

    /// The keys of `ConfigureOptions`.
    public enum ConfigureOptionsKey {
        /// Ids of parameters that are to be nil; not among the values.
        public static let none = DictionaryKey<[String]>("none")
    }

    /// The keys of `OptionsQuery`.
    public enum OptionsQueryKey {
        /// Words that the user typed; absent: everything.
        public static let search = DictionaryKey<String>("search")
        /// The values chosen so far for the filter's parameters.
        public static let values = DictionaryKey<[String: Value]>("values")
        /// At most so many items, 1 to 1000; by default 1000.
        public static let limit = DictionaryKey<UInt32>("limit")
    }
}
