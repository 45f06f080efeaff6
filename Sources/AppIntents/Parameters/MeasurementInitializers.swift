// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Quantities. They are entered and sent in the base unit of their kind, whatever the default's unit is, so that an app
/// may change that unit without changing what people chose; the title says which.
extension IntentParameter {
    /// `defaultUnit`: of `defaultValue`; the base unit if none is named. `supportsNegativeNumbers`: whether less than nothing
    /// of that unit can be chosen.
    @_disfavoredOverload
    public convenience init<Kind: Dimension>(
        title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil,
        defaultValue: Double? = nil, defaultUnit: Kind? = nil, defaultUnitAdjustForLocale: Bool = false,
        supportsNegativeNumbers: Bool = true, requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default
    ) where Value.ValueType == Measurement<Kind> {
        let unit = defaultUnit ?? Kind.baseUnit()
        let specification = Measurement<Kind>._specification
        func inBaseUnit(_ value: Double) -> Double {
            Measurement(value: value, unit: unit).converted(to: Kind.baseUnit()).value
        }
        self.init(
            ParameterDefinition(
                title: title, description: description,
                defaultValue: defaultValue.flatMap { value in
                    Value._specification.decode(
                        specification.encode(Measurement(value: value, unit: unit)), EntityTable())
                },
                minimum: supportsNegativeNumbers ? nil : inBaseUnit(0)))
    }
}
