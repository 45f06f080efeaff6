// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

// Generated from dbus/org.focusfilters.Handler1.xml by generate-interfaces; do not edit.

public import DBus

/// What an app serves so that its filters can be performed.
///
/// Served by the app, or by its background helper, at the object path that it gave to RegisterFilters of
/// org.focusfilters.Focus1. Only the owner of the bus name org.focusfilters.Focus1 calls it; calls from others should
/// be refused.
///
/// Values, items and limits are as org.focusfilters.Focus1 has them. An error reply, of any name, means that the
/// handler could not do it; its message is shown to people.
public enum Handler1 {
    /// The interface's name.
    public static let name: InterfaceName = "org.focusfilters.Handler1"
    /// What the property `Version` says.
    public static let version: UInt32 = 1

    /// The methods.
    public enum Method: String, CaseIterable, Sendable {
        case perform = "Perform"
        case options = "Options"
        case resolve = "Resolve"
        case describe = "Describe"
        case suggest = "Suggest"

        /// The name and the signatures.
        public var description: MethodDescription {
            switch self {
            case .perform:
                MethodDescription(name: "Perform", in: "sa{sv}a{sv}", out: "")
            case .options:
                MethodDescription(name: "Options", in: "ssa{sv}", out: "aa{sv}")
            case .resolve:
                MethodDescription(name: "Resolve", in: "ssava{sv}", out: "aa{sv}")
            case .describe:
                MethodDescription(name: "Describe", in: "sa{sv}a{sv}", out: "a{sv}")
            case .suggest:
                MethodDescription(name: "Suggest", in: "sa{sv}", out: "aa{sv}")
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

    /// The keys of `Transition`.
    public enum TransitionKey {
        /// Grows with each change, also across restarts of the agent. A retry has the same one.
        public static let serial = DictionaryKey<UInt64>("serial")
        /// Opaque; to be given to RegisterFilters if the process registers again.
        public static let token = DictionaryKey<String>("token")
        /// 'activated' (not configured before), 'changed' (other values), 'ended' (no longer configured: the values are
        /// the defaults), 'catch-up' (the process registered, or came back), 'suspended' or 'resumed'. One that is not
        /// known is to be treated as 'changed'.
        public static let reason = DictionaryKey<String>("reason")
        /// A mode configures the filter, and it is not suspended.
        public static let active = DictionaryKey<Bool>("active")
        /// The values that this process last acknowledged; absent at first.
        public static let previous = DictionaryKey<[String: Value]>("previous")
        /// The active mode's id, empty for none; only if the user allowed the app to know, else absent.
        public static let mode = DictionaryKey<String>("mode")
        /// The active mode's name for people, empty for none; only if the user allowed the app to know, else absent.
        public static let modeName = DictionaryKey<String>("mode-name")
    }

    /// The keys of `Section`.
    public enum SectionKey {
        /// The section's heading; absent for none.
        public static let title = DictionaryKey<String>("title")
        /// A line below the heading.
        public static let subtitle = DictionaryKey<String>("subtitle")
        /// The options in the order in which to show them, each an Item of org.focusfilters.Focus1. Required.
        public static let items = DictionaryKey<[[String: Value]]>("items")
    }

    /// The keys of `Description`.
    public enum DescriptionKey {
        /// For people.
        public static let title = DictionaryKey<String>("title")
        /// For people: the values in short.
        public static let subtitle = DictionaryKey<String>("subtitle")
        /// As g_icon_serialize gives.
        public static let icon = DictionaryKey<Pair<String, Value>>("icon")
        /// The app's own terms for which of its notifications are to be shown.
        public static let notificationFilter = DictionaryKey<[String: Value]>("notification-filter")
    }

    /// The keys of `Suggestion`.
    public enum SuggestionKey {
        /// For people. Required.
        public static let title = DictionaryKey<String>("title")
        /// Parameter id to value. Required.
        public static let values = DictionaryKey<[String: Value]>("values")
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
