// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Gives a provider or a query the values that were chosen so far for other parameters:
/// `@IntentParameterDependency<UpNext>(\.$project) var upNext`.
@propertyWrapper
public struct IntentParameterDependency<Intent: AppIntent>: Sendable {
    private let find: @Sendable (Intent) -> [any AnyIntentParameter]

    /// The parameters whose values the options depend on.
    public init<each Value: _IntentValue>(
        _ parameters: repeat any KeyPath<Intent, IntentParameter<each Value>> & Sendable
    ) {
        find = { intent in
            var found: [any AnyIntentParameter] = []
            repeat found.append(intent[keyPath: each parameters as KeyPath<Intent, IntentParameter<each Value>>])
            return found
        }
    }

    /// The intent with the values chosen so far; `nil` while one of the named parameters has none, and outside of
    /// ``DynamicOptionsProvider/results()`` and queries that a person's choosing causes.
    public var wrappedValue: Intent? {
        guard let intent = IntentInProgress.intent as? Intent, find(intent).allSatisfy({ $0.encodedValue != nil })
        else {
            return nil
        }
        return intent
    }
}

/// Finds on which parameters a provider depends.
protocol AnyParameterDependency {
    func parameters(of intent: any AppIntent) -> [any AnyIntentParameter]
}

extension IntentParameterDependency: AnyParameterDependency {
    func parameters(of intent: any AppIntent) -> [any AnyIntentParameter] { (intent as? Intent).map(find) ?? [] }
}

/// The intent whose parameters a person is choosing.
enum IntentInProgress {
    @TaskLocal static var intent: (any AppIntent)?
}
