// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

// Generated from dbus/org.focusfilters.Focus1.xml by generate-interfaces; do not edit.

public import DBus

/// For apps that offer focus filters.
///
/// Bus name org.focusfilters.Focus1, object path /org/focusfilters/Focus1.
///
/// An app registers the filters that it offers. The agent then calls org.focusfilters.Handler1 on the object that the
/// app named, whenever the values that one of the filters should have change, and only then.
///
/// All instants are x, in microseconds since the Unix epoch, UTC. All spans are t, in microseconds. An empty mode id
/// means no mode.
///
/// Dictionaries may gain keys: a receiver ignores those that it does not know. A key that it does know is refused with
/// org.freedesktop.DBus.Error.InvalidArgs if its value has another type than the one given here. Where (v) is given,
/// the dictionary's own variant holds the value itself.
///
/// The value of a parameter is sent by the parameter's type: 'bool' as b, 'int' as x, 'double' as d, all others as s
/// (dates as RFC 3339, enums by raw value, entities by id), arrays as ab, ax, ad or as. Integers of any other width are
/// accepted for x if the value fits. In a dictionary of values an absent key is nil, whereas an empty array is present
/// and empty.
///
/// The ids of filters and parameters are as in the app's code: 1 to 128 letters, digits or underscores, not starting
/// with a digit; Unicode letters are allowed and never normalised.
///
/// Limits on what an app sends: 256 filters, 256 parameters a filter, 64 KiB and container depth 8 a set of values, 1
/// MiB of descriptions. Beyond: org.focusfilters.Error.LimitExceeded.
public enum Focus1 {
    /// The interface's name.
    public static let name: InterfaceName = "org.focusfilters.Focus1"
    /// The bus name at which it is served.
    public static let busName: BusName = "org.focusfilters.Focus1"
    /// The object that serves it.
    public static let path: ObjectPath = "/org/focusfilters/Focus1"
    /// What the property `Version` says.
    public static let version: UInt32 = 1

    /// The methods.
    public enum Method: String, CaseIterable, Sendable {
        case registerFilters = "RegisterFilters"
        case unregisterFilters = "UnregisterFilters"
        case getCurrent = "GetCurrent"
        case getStatus = "GetStatus"
        case invalidateAppContext = "InvalidateAppContext"
        case suspend = "Suspend"

        /// The name and the signatures.
        public var description: MethodDescription {
            switch self {
            case .registerFilters:
                MethodDescription(name: "RegisterFilters", in: "soaa{sv}a{sv}", out: "a{sa{sv}}")
            case .unregisterFilters:
                MethodDescription(name: "UnregisterFilters", in: "asa{sv}", out: "")
            case .getCurrent:
                MethodDescription(name: "GetCurrent", in: "ssa{sv}", out: "a{sv}")
            case .getStatus:
                MethodDescription(name: "GetStatus", in: "sa{sv}", out: "a{sv}")
            case .invalidateAppContext:
                MethodDescription(name: "InvalidateAppContext", in: "sa{sv}", out: "")
            case .suspend:
                MethodDescription(name: "Suspend", in: "sba{sv}", out: "")
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

    /// The keys of `FilterDescription`.
    public enum FilterDescriptionKey {
        /// The filter's id. Required.
        public static let id = DictionaryKey<String>("id")
        /// For people.
        public static let title = DictionaryKey<String>("title")
        /// For people: what the filter does.
        public static let description = DictionaryKey<String>("description")
        /// As g_icon_serialize gives: ('themed', as), ('file', s) or ('bytes', ay).
        public static let icon = DictionaryKey<Pair<String, Value>>("icon")
        /// Ids that the filter had earlier; what the user configured for them counts for this filter.
        public static let aliases = DictionaryKey<[String]>("aliases")
        /// How long Perform may take, in microseconds; above 0; by default 10000000 (10 s).
        public static let deadline = DictionaryKey<UInt64>("deadline")
        /// The parameters in the order in which to show them, each a ParameterDescription.
        public static let parameters = DictionaryKey<[[String: Value]]>("parameters")
    }

    /// The keys of `ParameterDescription`.
    public enum ParameterDescriptionKey {
        /// The parameter's id. Required.
        public static let id = DictionaryKey<String>("id")
        /// 'bool', 'int', 'double', 'string', 'url', 'date', 'enum' or 'entity'. Required.
        public static let type = DictionaryKey<String>("type")
        /// For people.
        public static let title = DictionaryKey<String>("title")
        /// For people: what the parameter does.
        public static let description = DictionaryKey<String>("description")
        /// The value is an array of the type; by default false.
        public static let array = DictionaryKey<Bool>("array")
        /// The value may be nil; by default false.
        public static let optional = DictionaryKey<Bool>("optional")
        /// The value when the user chose none. A parameter needs one unless it is optional.
        public static let `default` = DictionaryKey<Value>("default")
        /// The values to choose from, each an Item. Required for an enum.
        public static let cases = DictionaryKey<[[String: Value]]>("cases")
        /// Where the values to choose from come from: 'none' (any value), 'static' (the cases) or 'dynamic' (the
        /// handler's Options). By default 'static' if there are cases, else 'none'.
        public static let options = DictionaryKey<String>("options")
        /// The smallest number allowed.
        public static let minimum = DictionaryKey<Double>("minimum")
        /// The greatest number allowed.
        public static let maximum = DictionaryKey<Double>("maximum")
        /// What one entity is called, for people.
        public static let entityName = DictionaryKey<String>("entity-name")
        /// Ids of the parameters on whose values the options depend.
        public static let dependsOn = DictionaryKey<[String]>("depends-on")
        /// Ids that the parameter had earlier; what the user configured for them counts for this one.
        public static let aliases = DictionaryKey<[String]>("aliases")
    }

    /// The keys of `Item`.
    public enum ItemKey {
        /// What is chosen: a scalar of the parameter's type. Required.
        public static let value = DictionaryKey<Value>("value")
        /// For people. Required.
        public static let title = DictionaryKey<String>("title")
        /// For people.
        public static let subtitle = DictionaryKey<String>("subtitle")
        /// As g_icon_serialize gives.
        public static let icon = DictionaryKey<Pair<String, Value>>("icon")
        /// Other words that find the item in a search.
        public static let synonyms = DictionaryKey<[String]>("synonyms")
    }

    /// The keys of `FilterState`.
    public enum FilterStateKey {
        /// A mode configures the filter, and it is not suspended.
        public static let active = DictionaryKey<Bool>("active")
        /// The app suspended the filter, see Suspend.
        public static let suspended = DictionaryKey<Bool>("suspended")
        /// The effective values, parameter id to value; an absent parameter is nil.
        public static let values = DictionaryKey<[String: Value]>("values")
        /// Grows with each change, also across restarts of the agent. Good for ordering only.
        public static let serial = DictionaryKey<UInt64>("serial")
        /// Opaque; equal tokens mean that there is nothing new to perform.
        public static let token = DictionaryKey<String>("token")
    }

    /// The keys of `Status`.
    public enum StatusKey {
        /// A focus mode is on.
        public static let focused = DictionaryKey<Bool>("focused")
        /// The mode's id, empty for none; only if the user allowed the app to know, else absent.
        public static let mode = DictionaryKey<String>("mode")
        /// The mode's name for people, empty for none; only if the user allowed the app to know, else absent.
        public static let modeName = DictionaryKey<String>("mode-name")
    }

    /// The keys of `RegisterFiltersOptions`.
    public enum RegisterFiltersOptionsKey {
        /// Filter id to the token that this process last performed. A filter whose token is still current gets no
        /// Perform; a process that has just started leaves it out.
        public static let performed = DictionaryKey<[String: String]>("performed")
        /// Wait in line if another process serves the app now, instead of being refused. By default false.
        public static let standby = DictionaryKey<Bool>("standby")
    }
}
