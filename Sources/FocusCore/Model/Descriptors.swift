// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// An icon in the forms of `g_icon_serialize`.
public enum Icon: Hashable, Sendable {
    /// Theme names, best first.
    case themed([String])
    /// A `file:` URI or another that GIO reads.
    case file(String)
    /// Encoded image data.
    case bytes([UInt8])
}

/// One option of a parameter: a case of an enum, or an entity.
public struct Item: Hashable, Sendable {
    public var value: ParameterValue
    public var title: String
    public var subtitle: String?
    public var icon: Icon?
    public var synonyms: [String]

    public init(
        value: ParameterValue, title: String, subtitle: String? = nil, icon: Icon? = nil, synonyms: [String] = []
    ) {
        self.value = value
        self.title = title
        self.subtitle = subtitle
        self.icon = icon
        self.synonyms = synonyms
    }
}

/// Where a parameter's options come from.
public enum OptionsKind: String, Hashable, Sendable, CaseIterable {
    /// Any value of the type.
    case none
    /// The listed cases.
    case `static`
    /// The app answers `Options`.
    case dynamic
}

/// One parameter of a filter.
public struct ParameterDescriptor: Hashable, Sendable {
    public var id: Identifier
    public var type: ParameterType
    public var isArray: Bool
    public var isOptional: Bool
    public var defaultValue: ParameterValue?
    public var title: String
    public var summary: String
    public var cases: [Item]
    public var options: OptionsKind
    public var minimum: Double?
    public var maximum: Double?
    public var entityName: String?
    public var dependsOn: [Identifier]
    public var aliases: [Identifier]

    public init(
        id: Identifier, type: ParameterType, isArray: Bool = false, isOptional: Bool = false,
        defaultValue: ParameterValue? = nil, title: String = "", summary: String = "", cases: [Item] = [],
        options: OptionsKind = .none, minimum: Double? = nil, maximum: Double? = nil, entityName: String? = nil,
        dependsOn: [Identifier] = [], aliases: [Identifier] = []
    ) {
        self.id = id
        self.type = type
        self.isArray = isArray
        self.isOptional = isOptional
        self.defaultValue = defaultValue
        self.title = title
        self.summary = summary
        self.cases = cases
        self.options = options
        self.minimum = minimum
        self.maximum = maximum
        self.entityName = entityName
        self.dependsOn = dependsOn
        self.aliases = aliases
    }
}

/// A focus filter that an app offers.
public struct FilterDescriptor: Hashable, Sendable {
    public var id: Identifier
    public var title: String
    public var summary: String
    public var icon: Icon?
    public var aliases: [Identifier]
    /// How long a Perform may take; 10 s unless the filter says otherwise.
    public var deadline: Microseconds
    public var parameters: [ParameterDescriptor]

    /// The deadline of a filter that names none.
    public static let defaultDeadline: Microseconds = .seconds(10)

    public init(
        id: Identifier, title: String = "", summary: String = "", icon: Icon? = nil, aliases: [Identifier] = [],
        deadline: Microseconds = FilterDescriptor.defaultDeadline, parameters: [ParameterDescriptor] = []
    ) {
        self.id = id
        self.title = title
        self.summary = summary
        self.icon = icon
        self.aliases = aliases
        self.deadline = deadline
        self.parameters = parameters
    }
}

/// What an app's descriptor file says.
public struct AppDescriptor: Hashable, Sendable {
    public var id: AppID
    public var name: String
    public var icon: String?
    /// The name that the app's background helper owns; by default the app's id.
    public var busName: AppID
    public var background: Background
    public var filters: [FilterDescriptor]

    /// How an app that is not running is told.
    public enum Background: Hashable, Sendable {
        case none
        /// The bus starts the owner of `busName`.
        case activate
        /// The agent runs this program for each change.
        case exec(ExecLine)
    }

    public init(
        id: AppID, name: String = "", icon: String? = nil, busName: AppID? = nil, background: Background = .none,
        filters: [FilterDescriptor] = []
    ) {
        self.id = id
        self.name = name
        self.icon = icon
        self.busName = busName ?? id
        self.background = background
        self.filters = filters
    }
}

/// What the user allows one app.
public struct AppPolicy: Hashable, Sendable {
    /// The app may know the mode's id and name.
    public var shareMode: Bool
    /// The app may be started to be told.
    public var activate: Bool

    public init(shareMode: Bool = false, activate: Bool = true) {
        self.shareMode = shareMode
        self.activate = activate
    }
}
