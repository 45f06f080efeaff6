// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import FocusCore

/// A filter as it is offered to the agent.
struct OfferedFilter: Sendable {
    let filterType: any SetFocusFilterIntent.Type
    var descriptor: FilterDescriptor

    var id: Identifier { descriptor.id }

    /// Throws if the filter cannot be offered. `languages`: in the first of which that has them its texts are.
    init(
        _ type: any SetFocusFilterIntent.Type, languages: [String] = Languages.preferred()
    ) throws(FocusFiltersError) {
        filterType = type
        descriptor = try FilterDescribing.descriptor(of: type, languages: languages)
    }

    /// With the defaults that its providers say.
    func completed(deadline: Duration) async -> OfferedFilter {
        var filter = self
        let defaults = await FilterDescribing.providedDefaults(of: filterType, deadline: deadline)
        for index in filter.descriptor.parameters.indices {
            if let value = defaults[filter.descriptor.parameters[index].id] {
                filter.descriptor.parameters[index].defaultValue = value
            }
        }
        return filter
    }

    /// What is wrong whatever its providers say: a parameter without a default counts as having one if a provider may
    /// name it.
    func withDefaultsToCome() -> FilterDescriptor {
        var descriptor = descriptor
        let parameters = Self.parameters(of: filterType)
        for index in descriptor.parameters.indices
        where parameters[descriptor.parameters[index].id.text]?.options != nil
            && descriptor.parameters[index].defaultValue == nil
        {
            descriptor.parameters[index].isOptional = true
        }
        return descriptor
    }

    /// A parameter of a fresh filter.
    func parameter(_ id: Identifier) -> (any AnyIntentParameter)? { Self.parameters(of: filterType)[id.text] }

    private static func parameters<Filter: SetFocusFilterIntent>(
        of type: Filter.Type
    ) -> [String: any AnyIntentParameter] {
        Dictionary(ParameterReflection.found(in: Filter()).map { ($0.name, $0.parameter) }) { first, _ in first }
    }

    /// Puts values into effect, and tells who listens.
    func perform(_ values: [Identifier: ParameterValue], _ transition: Transition) async throws {
        try await Self.perform(filterType, values, transition)
    }

    private static func perform<Filter: SetFocusFilterIntent>(
        _ type: Filter.Type, _ values: [Identifier: ParameterValue], _ transition: Transition
    ) async throws {
        let built = try await FilterBuilding.build(type, values)
        let transition = FocusFilterTransition(transition, unknownEntities: built.unknownEntities)
        try await FocusFilterTransition.$current.withValue(transition) { _ = try await built.filter.perform() }
        UpdateHubs.hub(of: type).publish(FocusFilterUpdate(filter: built.filter, transition: transition))
    }
}
