// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

package import FocusCore

/// Describes filters as the agent and settings windows see them.
package enum FilterDescribing {
    /// The id under which people's configurations are kept.
    package static func id<Filter: SetFocusFilterIntent>(of filter: Filter.Type) throws(FocusFiltersError) -> Identifier
    {
        let text = declared { Filter.persistentIdentifier }
        guard let id = Identifier(text) else {
            throw .invalidFilter(
                "'\(text)' is not the id of a filter: 1 to 128 letters, digits or underscores, not starting with a digit; "
                    + "give \(Filter.self) a persistentIdentifier")
        }
        return id
    }

    /// The filter with its texts in the first of these languages that has them. Not yet validated.
    static func descriptor<Filter: SetFocusFilterIntent>(
        of type: Filter.Type, languages: [String] = Languages.preferred()
    ) throws(FocusFiltersError) -> FilterDescriptor {
        let filter = Filter()
        let id = try id(of: type)
        guard !ParameterReflection.isMissing(for: filter) else {
            throw .invalidFilter(
                "the parameters of \(Filter.self) cannot be found: the program was built without reflection metadata; "
                    + "build it without -disable-reflection-metadata and -disable-reflection-names")
        }
        for complaint in ParameterReflection.missingDependencies(of: filter) {
            throw .invalidFilter("\(Filter.self): \(complaint)")
        }
        let aliases = declared { Filter.focusFilterAliases }
        var descriptor = FilterDescriptor(
            id: id, title: declared { Filter.title }.text(in: languages),
            summary: declared { Filter.description }._intentDescription?.descriptionText.text(in: languages) ?? "",
            icon: declared { Filter.focusFilterImage }?.icon,
            aliases: try identifiers(aliases.filter, Filter.self),
            deadline: microseconds(declared { Filter.performDeadline }))
        for (name, parameter) in ParameterReflection.found(in: filter) {
            var described = try self.parameter(name, parameter, of: filter, languages)
            described.aliases = try identifiers(aliases.parameters[name] ?? [], Filter.self)
            descriptor.parameters.append(described)
        }
        let names = descriptor.parameters.map(\.id.text)
        for name in aliases.parameters.keys.sorted() where !names.contains(name) {
            throw .invalidFilter("\(Filter.self) has aliases for '\(name)', which is not a parameter of it")
        }
        return descriptor
    }

    /// Refuses, in words, filters that cannot be offered.
    static func validate(_ filters: [FilterDescriptor]) throws(FocusFiltersError) {
        do throws(FocusError) {
            try FilterDescriptor.validate(filters)
        } catch {
            throw .invalidFilter(error.message)
        }
    }

    /// The defaults that a filter's providers say themselves, for parameters that declare none. One that does not answer
    /// in time has none.
    static func providedDefaults<Filter: SetFocusFilterIntent>(
        of type: Filter.Type, deadline: Duration
    ) async -> [Identifier: ParameterValue] {
        var defaults: [Identifier: ParameterValue] = [:]
        for (name, parameter) in ParameterReflection.found(in: Filter()) {
            guard parameter.encodedDefault == nil, let options = parameter.options, let id = Identifier(name) else {
                continue
            }
            let answer = try? await withDeadline(deadline, "the default of '\(name)'") { await options.defaultValue() }
            guard case .value(let value)? = answer else { continue }
            defaults[id] = fitted(value, isArray: parameter.shape.isArray)
        }
        return defaults
    }

    private static func fitted(_ value: ParameterValue, isArray: Bool) -> ParameterValue? {
        switch value {
        case .array(let elements): isArray ? value : elements.first
        case .bool, .int, .double, .string: isArray ? .array([value]) : value
        }
    }

    private static func parameter(
        _ name: String, _ parameter: any AnyIntentParameter, of filter: some SetFocusFilterIntent, _ languages: [String]
    ) throws(FocusFiltersError) -> ParameterDescriptor {
        guard let id = Identifier(name) else {
            throw .invalidFilter("\(type(of: filter)): '\(name)' cannot be the id of a parameter; rename it")
        }
        let shape = parameter.shape
        var descriptor = ParameterDescriptor(
            id: id, type: shape.type, isArray: shape.isArray, isOptional: shape.isOptional,
            defaultValue: parameter.encodedDefault,
            title: title(name, parameter, languages),
            summary: parameter.descriptionResource?.text(in: languages) ?? "",
            cases: parameter.cases.map { $0.item(in: languages) }, minimum: parameter.minimum,
            maximum: parameter.maximum,
            entityName: shape.entityName.map { $0().text(in: languages) })
        if !descriptor.cases.isEmpty {
            descriptor.options = .static
        } else if let options = parameter.options {
            descriptor.options = .dynamic
            let provider = options.origin()
            for complaint in ParameterReflection.missingDependencies(of: provider) {
                throw .invalidFilter("\(type(of: provider)): \(complaint)")
            }
            descriptor.dependsOn = ParameterReflection.dependencies(of: provider, on: filter)
                .compactMap { Identifier($0) }
        }
        return descriptor
    }

    private static func title(_ name: String, _ parameter: any AnyIntentParameter, _ languages: [String]) -> String {
        let title = parameter.titleResource?.text(in: languages) ?? words(in: name)
        return parameter.shape.unit.map { "\(title) (\($0()))" } ?? title
    }

    /// `urgentOnly` → “Urgent only”.
    private static func words(in name: String) -> String {
        var result = ""
        for character in name {
            if character.isUppercase, result.last?.isLowercase == true { result += " " }
            result.append(result.isEmpty ? character.uppercased() : character.lowercased())
        }
        return result
    }

    private static func identifiers(
        _ names: [String], _ type: any SetFocusFilterIntent.Type
    ) throws(FocusFiltersError) -> [Identifier] {
        var result: [Identifier] = []
        for name in names {
            guard let id = Identifier(name) else { throw .invalidFilter("\(type): the alias '\(name)' is not an id") }
            result.append(id)
        }
        return result
    }

    private static func microseconds(_ duration: Duration) -> Microseconds {
        let (seconds, attoseconds) = duration.components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        return overflow ? .max : whole + attoseconds / 1_000_000_000_000
    }
}
