// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import DBus

extension AppEntity {
    /// `@Property` within an entity.
    public typealias Property<Value: _IntentValue> = EntityProperty<Value>
}

/// A value of an entity that has a name for people: `@Property(title: "Colour") var colour: String`.
///
/// Copies of the entity share it. Focus filters know an entity by its id and its representation; the title is kept for the
/// app's own use.
@propertyWrapper
public final class EntityProperty<Value: _IntentValue>: Sendable {
    /// What people call it.
    public let title: LocalizedStringResource?
    private let value: Locked<Value?>

    /// A property that the entity's own initialiser sets.
    public init(title: LocalizedStringResource? = nil) {
        self.title = title
        value = Locked(nil)
    }

    /// A property with a value from the start.
    public init(wrappedValue: Value, title: LocalizedStringResource? = nil) {
        self.title = title
        value = Locked(wrappedValue)
    }

    /// Reading one that was never set and is not optional stops the program.
    public var wrappedValue: Value {
        get {
            guard let value = value.withLock({ $0 }) ?? Value._specification.decode(nil, EntityTable()) else {
                preconditionFailure("the property '\(title.map { String(localized: $0) } ?? "")' was never set")
            }
            return value
        }
        set { value.withLock { $0 = newValue } }
    }

    /// The property itself: `$colour`.
    public var projectedValue: EntityProperty<Value> { self }
}
