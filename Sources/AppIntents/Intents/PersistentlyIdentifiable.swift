// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// A type with a name that stays the same over the versions of an app.
public protocol PersistentlyIdentifiable {
    /// The name; by default the type's own. For a filter it is the id under which people's configurations are kept.
    @MainActor static var persistentIdentifier: String { get }
}

extension PersistentlyIdentifiable {
    public static var persistentIdentifier: String { String(describing: Self.self) }
}
