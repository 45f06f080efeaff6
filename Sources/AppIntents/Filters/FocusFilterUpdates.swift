// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import DBus

/// A filter that has been performed, and why: `for await update in UpNext.updates { show(update.taskCategory) }`.
@dynamicMemberLookup
public struct FocusFilterUpdate<Filter: SetFocusFilterIntent>: Sendable {
    /// With the values that are now in effect.
    public let filter: Filter
    /// Why the values are in effect.
    public let transition: FocusFilterTransition

    /// A parameter's value.
    public subscript<Content>(dynamicMember member: KeyPath<Filter, Content>) -> Content { filter[keyPath: member] }

    /// The filter as this process had it in effect before; `nil` at first.
    public var previous: Filter? {
        get async { await transition.previous(Filter.self) }
    }
}

/// What a filter has in effect: the latest at once, if there was any, then each change. Who is slow gets the newest only.
public struct FocusFilterUpdates<Filter: SetFocusFilterIntent>: AsyncSequence, Sendable {
    public typealias Element = FocusFilterUpdate<Filter>

    private let stream: @Sendable () -> AsyncStream<Element>

    init(_ hub: UpdateHub<Filter>) { stream = { hub.stream() } }

    public func makeAsyncIterator() -> Iterator { Iterator(base: stream().makeAsyncIterator()) }

    /// Gives the latest first, then each change; what is out of date meanwhile is left out.
    public struct Iterator: AsyncIteratorProtocol {
        var base: AsyncStream<Element>.Iterator

        public mutating func next() async -> Element? { await base.next() }

        public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
            await base.next(isolation: actor)
        }
    }
}

/// Tells whoever listens of a filter's changes.
final class UpdateHub<Filter: SetFocusFilterIntent>: Sendable {
    private struct State: Sendable {
        var latest: FocusFilterUpdate<Filter>?
        var listeners: [Int: AsyncStream<FocusFilterUpdate<Filter>>.Continuation] = [:]
        var count = 0
    }

    private let state = Locked(State())

    func publish(_ update: FocusFilterUpdate<Filter>) {
        let listeners = state.withLock { state in
            state.latest = update
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.yield(update) }
    }

    func stream() -> AsyncStream<FocusFilterUpdate<Filter>> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: FocusFilterUpdate<Filter>.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            state.count += 1
            state.listeners[state.count] = continuation
            if let latest = state.latest { continuation.yield(latest) }
            return state.count
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.listeners[number] = nil }
        }
        return stream
    }
}

/// The hubs of all filters.
enum UpdateHubs {
    private static let hubs = Locked<[ObjectIdentifier: any Sendable]>([:])

    static func hub<Filter: SetFocusFilterIntent>(of type: Filter.Type) -> UpdateHub<Filter> {
        hubs.withLock { hubs in
            if let hub = hubs[ObjectIdentifier(type)] as? UpdateHub<Filter> { return hub }
            let hub = UpdateHub<Filter>()
            hubs[ObjectIdentifier(type)] = hub
            return hub
        }
    }
}
