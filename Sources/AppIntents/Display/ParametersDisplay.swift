// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

extension DisplayRepresentation {
    /// A filter by its title and, below it, its summary or its parameters with their values.
    static func ofParameters<Filter: SetFocusFilterIntent>(_ filter: Filter) -> DisplayRepresentation {
        let summary = declared { Filter.parameterSummary }
        let shown = summary._parameters(for: filter)?.compactMap { filter[keyPath: $0] as? any AnyIntentParameter }
        let lines = ParameterReflection.found(in: filter).compactMap { name, parameter in
            let isShown = shown?.contains { $0 === parameter } ?? true
            return isShown ? parameter.valueText.map { "\(parameter.titleText ?? name): \($0)" } : nil
        }
        let subtitle = summary._text(for: filter) ?? (lines.isEmpty ? nil : lines.joined(separator: ", "))
        return DisplayRepresentation(
            title: declared { Filter.title },
            subtitle: subtitle.map { LocalizedStringResource(stringLiteral: $0) },
            image: declared { Filter.focusFilterImage })
    }

    /// A value by its own representation, or by its description.
    static func of<Value>(_ value: Value) -> DisplayRepresentation {
        if let value = value as? any InstanceDisplayRepresentable { return value.displayRepresentation }
        return DisplayRepresentation(stringLiteral: "\(value)")
    }
}
