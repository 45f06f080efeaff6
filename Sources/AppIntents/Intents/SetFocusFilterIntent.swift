// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// A focus filter: how an app changes what it shows and does while a focus mode is on.
///
/// People choose the parameters' values for each mode. ``AppIntent/perform()`` is called when the values that the filter
/// should have change, and only then; at the end of a mode with the defaults.
public protocol SetFocusFilterIntent: AppIntent, InstanceDisplayRepresentable {
    /// Ready-made configurations for people to start from. By default there are none.
    static func suggestedFocusFilters(for context: FocusFilterSuggestionContext) async -> [Self]
    /// What the filter with its present values means beyond the app's own views.
    var appContext: FocusFilterAppContext { get }

    /// Names that the filter and its parameters had in earlier versions of the app; beyond Apple's API.
    @MainActor static var focusFilterAliases: FocusFilterAliases { get }
    /// How long ``AppIntent/perform()`` may take before it counts as failed; beyond Apple's API. 10 s by default.
    @MainActor static var performDeadline: Duration { get }
    /// The filter's icon in lists; beyond Apple's API.
    @MainActor static var focusFilterImage: DisplayRepresentation.Image? { get }
}

extension SetFocusFilterIntent {
    public static func suggestedFocusFilters(for context: FocusFilterSuggestionContext) async -> [Self] { [] }
    public var appContext: FocusFilterAppContext { FocusFilterAppContext() }
    public static var focusFilterAliases: FocusFilterAliases { FocusFilterAliases() }
    public static var performDeadline: Duration { .seconds(10) }
    public static var focusFilterImage: DisplayRepresentation.Image? { nil }
}

/// A focus filter that presents itself by its title and its parameters' values.
public protocol FocusFilterIntent: SetFocusFilterIntent {}

extension FocusFilterIntent {
    /// The filter's title and, below it, its summary or its parameters with their values.
    public var displayRepresentation: DisplayRepresentation { .ofParameters(self) }
}

/// Why a focus filter cannot be had.
public enum SetFocusFilterIntentError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No focus mode that is on configures the filter, or it is suspended.
    case notFound
    /// A parameter is neither optional nor has a default, and was given no value.
    case missingParameterValue

    public var description: String {
        switch self {
        case .notFound: "no focus mode that is on configures this filter"
        case .missingParameterValue: "a parameter is neither optional nor has a default, and has no value"
        }
    }
}

/// Names that a filter and its parameters had earlier, so that what people configured under them still counts.
public struct FocusFilterAliases: Hashable, Sendable {
    /// Earlier ids of the filter.
    public var filter: [String]
    /// Earlier names of parameters, by their present name.
    public var parameters: [String: [String]]

    /// `filter`: earlier ids of the filter. `parameters`: earlier names of each parameter, by its present one.
    public init(filter: [String] = [], parameters: [String: [String]] = [:]) {
        self.filter = filter
        self.parameters = parameters
    }
}

/// For what a filter is to suggest configurations. As with Apple's, it says nothing of the mode.
public struct FocusFilterSuggestionContext: Hashable, Sendable {
    /// For tests.
    public init() {}
}
