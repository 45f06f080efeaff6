// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import FocusCore

/// A thing of the app that people can choose: a list, a project, a calendar.
///
/// Its id is unique and never changes, for people's configurations keep it.
public protocol AppEntity: AppValue, DisplayRepresentable, Identifiable
where ID: EntityIdentifierConvertible & Sendable, ValueType == Self {
    /// Finds entities of this type.
    associatedtype DefaultQuery: EntityQuery where DefaultQuery.Entity == Self
    /// Finds entities of this type, for parameters that name no other query.
    @MainActor static var defaultQuery: DefaultQuery { get }
}

extension AppEntity {
    public static var _specification: _ValueSpecification<Self> {
        _ValueSpecification(
            shape: ValueShape(
                type: .entity, entityName: { declared { Self.typeDisplayRepresentation }.name },
                options: OptionsSource(query: { declared { Self.defaultQuery } })),
            encode: { .string($0.id.entityIdentifierString) },
            decode: { value, table in
                // The entity, if its query found it.
                value?.text.flatMap { table.entities[$0] as? Self }
            },
            text: { String(localized: $0.displayRepresentation.title) })
    }
}
