// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import DBus

/// What can have dependencies: intents, queries and options providers.
public protocol _SupportsAppDependencies {}

extension _SupportsAppDependencies {
    /// `@Dependency` within an intent, a query or a provider.
    public typealias Dependency<Content: Sendable> = AppDependency<Content>
}

/// An object of the app that an intent needs: `@Dependency var store: TaskStore`.
///
/// It is given to ``AppDependencyManager`` at the start of the program. ``FocusFilters`` refuses
/// a filter whose dependencies are not there.
@propertyWrapper
public struct AppDependency<Content: Sendable>: Sendable {
    let key: DependencyKey
    private let manager: AppDependencyManager

    /// Looks the value up by its type, when it is first read.
    public init() { self.init(key: nil) }

    /// `key`: tells dependencies of the same type apart.
    public init(key: (any Hashable & Sendable)? = nil, manager: AppDependencyManager = .shared) {
        self.key = DependencyKey(type: Content.self, name: key)
        self.manager = manager
    }

    /// The object; it must have been added before.
    public var wrappedValue: Content {
        guard let content = manager.content(of: key) as? Content else {
            preconditionFailure(
                "\(missing): call AppDependencyManager.shared.add(dependency:) at the start of the program")
        }
        return content
    }

    private var missing: String { "no dependency of type \(Content.self) was added" }
}

/// Finds dependencies that are missing.
protocol AnyAppDependency {
    /// What is missing, in words.
    var complaint: String? { get }
}

extension AppDependency: AnyAppDependency {
    var complaint: String? { manager.has(key) ? nil : missing }
}

/// Keeps the objects that intents need.
public final class AppDependencyManager: Sendable {
    /// The program's own.
    public static let shared = AppDependencyManager()

    private let providers = Locked<[DependencyKey: Provider]>([:])

    private struct Provider: Sendable {
        var make: @Sendable () -> any Sendable
        var made: (any Sendable)?
    }

    /// A manager without values. Filters use ``shared``.
    public init() {}

    /// Adds an object; made at its first use. A later one of the same type and key replaces it.
    public func add<Content: Sendable>(
        key: (any Hashable & Sendable)? = nil, dependency: @autoclosure @escaping @Sendable () -> Content
    ) {
        providers.withLock { $0[DependencyKey(type: Content.self, name: key)] = Provider(make: dependency) }
    }

    func has(_ key: DependencyKey) -> Bool { providers.withLock { $0[key] != nil } }

    func content(of key: DependencyKey) -> (any Sendable)? {
        guard let provider = providers.withLock({ $0[key] }) else { return nil }
        if let made = provider.made { return made }
        // Made outside the lock, since making may need other dependencies; of two made at once the first stays.
        let made = provider.make()
        return providers.withLock { providers in
            if let first = providers[key]?.made { return first }
            providers[key]?.made = made
            return made
        }
    }
}

/// A type and, where there are several of it, a name.
struct DependencyKey: Hashable, Sendable {
    private let type: ObjectIdentifier
    private let name: AnySendableHashable?

    init<Content>(type: Content.Type, name: (any Hashable & Sendable)?) {
        self.type = ObjectIdentifier(type)
        self.name = name.map(AnySendableHashable.init)
    }

    private struct AnySendableHashable: Hashable, Sendable {
        let content: any Hashable & Sendable

        static func == (left: Self, right: Self) -> Bool { AnyHashable(left.content) == AnyHashable(right.content) }
        func hash(into hasher: inout Hasher) { content.hash(into: &hasher) }
    }
}
