// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Something that an app can do for the system.
public protocol AppIntent: PersistentlyIdentifiable, _SupportsAppDependencies, Sendable {
    /// What ``perform()`` gives.
    associatedtype PerformResult: IntentResult
    /// How the description is written: a `LocalizedStringResource`, an ``IntentDescription``, or an optional of them.
    associatedtype DescriptionContent: _IntentDescriptionConvertible = IntentDescription?
    /// How the parameters read in one sentence.
    associatedtype SummaryContent: ParameterSummary = _NoParameterSummary

    /// What people read.
    @MainActor static var title: LocalizedStringResource { get }
    /// What the intent does, for people. By default there is none.
    @MainActor static var description: DescriptionContent { get }
    /// The parameters in one sentence; by default there is none.
    @ParameterSummaryBuilder<Self> @MainActor static var parameterSummary: SummaryContent { get }
    /// Whether the app opens; without effect on a focus filter.
    @MainActor static var openAppWhenRun: Bool { get }
    /// Whether people can find the intent.
    @MainActor static var isDiscoverable: Bool { get }

    /// An intent with unset parameters, which read as their defaults.
    init()

    /// Does it. Runs where the type's isolation says.
    func perform() async throws -> PerformResult
}

extension AppIntent {
    /// `@Parameter` within an intent.
    public typealias Parameter<Value: _IntentValue> = IntentParameter<Value>
    /// `Summary` within an intent.
    public typealias Summary = IntentParameterSummary<Self>
    /// `When` within an intent.
    public typealias When<WhenCondition: ParameterSummary, Otherwise: ParameterSummary> =
        ParameterSummaryWhenCondition<Self, WhenCondition, Otherwise>
    /// `Switch` within an intent.
    public typealias Switch<Value: _IntentValue, CaseCondition: _ParameterSummarySwitchCase<Self, Value>> =
        ParameterSummarySwitchCondition<Self, Value, CaseCondition>
    /// `Case` within an intent.
    public typealias Case<Value: _IntentValue, Content: ParameterSummary> =
        ParameterSummaryCaseCondition<Self, Value, Content>
    /// `DefaultCase` within an intent.
    public typealias DefaultCase<Value: _IntentValue, Content: ParameterSummary> =
        ParameterSummaryDefaultCaseCondition<Self, Value, Content>

    public static var openAppWhenRun: Bool { false }
    public static var isDiscoverable: Bool { true }
}

extension AppIntent where DescriptionContent == IntentDescription? {
    /// What the filter does; by default nothing is said.
    public static var description: IntentDescription? { nil }
}

extension AppIntent where SummaryContent == _NoParameterSummary {
    /// Taken for source compatibility; by default empty.
    public static var parameterSummary: _NoParameterSummary { _NoParameterSummary() }
}
