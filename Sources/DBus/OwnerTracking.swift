// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import CDBus

/// Who owns which names: one match rule and one question to the bus for each name that is watched.
final class OwnerTracking {
    weak var connection: Connection?
    private var names: [BusName: TrackedName] = [:]
    private var allHandlers: [Handler<(BusName, BusName?, BusName?)>] = []

    private final class Handler<Input> {
        var call: ((Input) -> Void)?
        init(_ call: @escaping (Input) -> Void) { self.call = call }
    }

    private final class TrackedName {
        var owner: BusName?
        /// The bus has answered, or told of a change.
        var isKnown = false
        var handlers: [Handler<BusName?>] = []

        func set(_ owner: BusName?) {
            guard !isKnown || self.owner != owner else { return }
            isKnown = true
            self.owner = owner
            for handler in handlers { handler.call?(owner) }
        }
    }

    func watch(_ name: BusName, _ call: @escaping (BusName?) -> Void) -> Subscription {
        let handler = Handler(call)
        if let tracked = names[name] {
            tracked.handlers.append(handler)
            if tracked.isKnown {
                connection?.loop.enqueue { [weak tracked] in if let tracked { handler.call?(tracked.owner) } }
            }
        } else {
            let tracked = TrackedName()
            tracked.handlers.append(handler)
            names[name] = tracked
            connection?.matches.retain(Self.rule(name))
            // Asked after the rule is in force: no change can be missed. What changes between shows in both.
            connection?.call(.bus, .bus, .bus, "GetNameOwner", [.string(name.text)], deadline: nil) {
                [weak tracked] result in
                switch result {
                case .success(let reply):
                    tracked?.set(reply.argument(0, as: String.self).flatMap { BusName($0) })
                case .failure(.error): tracked?.set(nil)
                // The connection is lost, and all knowledge with it.
                case .failure(.timedOut), .failure(.disconnected), .failure(.notSent): break
                }
            }
        }
        return Subscription { [weak self] in
            handler.call = nil
            guard let self, let tracked = names[name] else { return }
            tracked.handlers.removeAll { $0 === handler }
            guard tracked.handlers.isEmpty else { return }
            names[name] = nil
            connection?.matches.release(Self.rule(name))
        }
    }

    func watchAll(_ call: @escaping (BusName, BusName?, BusName?) -> Void) -> Subscription {
        let handler = Handler<(BusName, BusName?, BusName?)> { call($0.0, $0.1, $0.2) }
        allHandlers.append(handler)
        connection?.matches.retain(Self.rule(nil))
        return Subscription { [weak self] in
            handler.call = nil
            guard let self else { return }
            allHandlers.removeAll { $0 === handler }
            connection?.matches.release(Self.rule(nil))
        }
    }

    /// Takes in a `NameOwnerChanged` of the bus.
    func changed(_ raw: OpaquePointer) {
        guard !names.isEmpty || !allHandlers.isEmpty,
            let (nameText, old, new) = Message(raw)?.values(as: String.self, String.self, String.self),
            let name = BusName(nameText)
        else { return }
        names[name]?.set(BusName(new))
        for handler in allHandlers { handler.call?((name, BusName(old), BusName(new))) }
    }

    func removeAll() {
        for handler in names.values.flatMap(\.handlers) { handler.call = nil }
        for handler in allHandlers { handler.call = nil }
        names = [:]
        allHandlers = []
    }

    private static func rule(_ name: BusName?) -> MatchRule {
        MatchRule(
            sender: .bus, path: .bus, interface: .bus, member: "NameOwnerChanged", arg0: name?.text)
    }
}

extension ObjectPath {
    /// The bus itself.
    public static let bus: ObjectPath = "/org/freedesktop/DBus"
}

extension InterfaceName {
    /// The interface of the bus itself.
    public static let bus: InterfaceName = "org.freedesktop.DBus"
}
