// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Says what people can choose for a parameter, at the moment when they choose.
public protocol DynamicOptionsProvider: _SupportsAppDependencies, Sendable {
    /// An array, or an ``IntentItemCollection`` with sections.
    associatedtype Result: ResultsCollection
    /// What ``defaultResult()`` gives.
    associatedtype DefaultValue: _IntentValue = Result.ResultValue

    /// The options.
    func results() async throws -> Result
    /// The value when the user chose none, for a parameter without a default of its own. By default none.
    func defaultResult() async -> DefaultValue?
}

extension DynamicOptionsProvider {
    /// One option with its own title and picture.
    public typealias Item = IntentItem<Result.ResultValue>
    /// Options under a heading.
    public typealias ItemSection = IntentItemSection<Result.ResultValue>
    /// All options.
    public typealias ItemCollection = IntentItemCollection<Result.ResultValue>
    /// `@ParameterDependency` within a provider.
    public typealias ParameterDependency<Intent: AppIntent> = IntentParameterDependency<Intent>

    public func defaultResult() async -> DefaultValue? { nil }
}

/// Options in order: an array or an ``IntentItemCollection``.
public protocol ResultsCollection: Sendable {
    /// What can be chosen.
    associatedtype ResultValue: _IntentValue
    /// The options by section.
    var _collection: IntentItemCollection<ResultValue> { get }
}

extension Array: ResultsCollection where Element: _IntentValue {
    public typealias ResultValue = Element
    public var _collection: IntentItemCollection<Element> { IntentItemCollection(items: self) }
}
