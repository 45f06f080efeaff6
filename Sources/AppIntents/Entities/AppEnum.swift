// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import FocusCore

/// A fixed set of values that people can choose from. Its raw values are kept in people's configurations.
public protocol AppEnum: AppValue, CaseIterable, CaseDisplayRepresentable, InstanceDisplayRepresentable,
    RawRepresentable
where RawValue: LosslessStringConvertible, ValueType == Self {}

extension AppEnum {
    /// As ``CaseDisplayRepresentable/caseDisplayRepresentations`` says; else the raw value.
    public var displayRepresentation: DisplayRepresentation {
        declared { Self.caseDisplayRepresentations }[self] ?? DisplayRepresentation(stringLiteral: rawValue.description)
    }

    public static var _specification: _ValueSpecification<Self> {
        .scalar(
            .enum, encode: { .string($0.rawValue.description) },
            decode: { $0.text.flatMap { RawValue($0) }.flatMap { Self(rawValue: $0) } },
            text: { String(localized: $0.displayRepresentation.title) },
            cases: {
                let known = declared { Self.caseDisplayRepresentations }
                return Self.allCases.map { value in
                    OptionItem(
                        value: .string(value.rawValue.description),
                        display: known[value] ?? DisplayRepresentation(stringLiteral: value.rawValue.description))
                }
            })
    }
}
