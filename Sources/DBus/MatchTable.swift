// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import CDBus

/// The subscriptions to signals of one connection: what the bus has been told, and who gets what here.
///
/// The bus sends a signal once, whichever rule it fits, and any peer can send one to this connection alone that fits none.
/// So each subscription checks its own rule again.
final class MatchTable {
    weak var connection: Connection?
    /// By the text of the rule: how many want it.
    private var references: [String: Int] = [:]
    /// Subscriptions by member; `nil`: those that name none.
    private var entries: [MemberKey?: [Entry]] = [:]

    /// A member's name by its hash, so that no string is made for a signal that concerns nobody.
    private struct MemberKey: Hashable {
        var hash: UInt64

        init(_ text: UnsafePointer<CChar>) {
            // FNV-1a.
            var hash: UInt64 = 0xcbf2_9ce4_8422_2325
            var next = text
            while next.pointee != 0 {
                hash = (hash ^ UInt64(UInt8(bitPattern: next.pointee))) &* 0x100_0000_01b3
                next += 1
            }
            self.hash = hash
        }
    }

    /// One subscription.
    final class Entry {
        let rule: MatchRule
        fileprivate var handler: ((Message) -> Void)?
        /// Follows the owner of the rule's sender, if that is a well-known name.
        fileprivate var ownerWatch: Subscription?
        fileprivate var owner: BusName?

        fileprivate init(_ rule: MatchRule, _ handler: @escaping (Message) -> Void) {
            self.rule = rule
            self.handler = handler
        }
    }

    func add(_ rule: MatchRule, _ handler: @escaping (Message) -> Void) -> Subscription {
        let entry = Entry(rule, handler)
        let key = rule.member?.text.withCString { MemberKey($0) }
        entries[key, default: []].append(entry)
        retain(rule)
        if let sender = rule.sender, !sender.isUnique, sender != .bus {
            entry.ownerWatch = connection?.owners.watch(sender) { [weak entry] in entry?.owner = $0 }
        }
        return Subscription { [weak self] in
            entry.handler = nil
            entry.ownerWatch?.cancel()
            guard let self else { return }
            entries[key]?.removeAll { $0 === entry }
            if entries[key]?.isEmpty == true { entries[key] = nil }
            release(rule)
        }
    }

    /// Tells the bus of `rule` unless it knows it.
    func retain(_ rule: MatchRule) {
        let text = rule.text
        let count = references[text, default: 0] + 1
        references[text] = count
        guard count == 1 else { return }
        connection?.call(
            .bus, .bus, .bus, "AddMatch", [.string(text)], deadline: nil
        ) { [weak connection] result in
            if case .failure(let error) = result { connection?.onMatchFailure?(rule, error) }
        }
    }

    /// Takes `rule` back from the bus when nobody wants it any more.
    func release(_ rule: MatchRule) {
        let text = rule.text
        guard let count = references[text] else { return }
        references[text] = count > 1 ? count - 1 : nil
        guard count == 1 else { return }
        // That it fails can only mean that the bus, or its knowledge of the rule, is gone already.
        try? connection?.send(.bus, .bus, .bus, "RemoveMatch", [.string(text)])
    }

    func removeAll() {
        for entry in entries.values.joined() { entry.handler = nil }
        entries = [:]
        references = [:]
    }

    /// Gives a signal to the subscriptions that it fits: first those that name its member, then those that name none, each
    /// in the order in which they were made.
    func deliver(_ raw: OpaquePointer) {
        guard let member = dbus_message_get_member(raw) else { return }
        var message: Message?
        func deliver(to entries: [Entry]?) {
            guard let entries else { return }
            for entry in entries where entry.handler != nil && entry.fits(raw) {
                if message == nil { message = Message(raw) }
                if let message { entry.handler?(message) }
            }
        }
        deliver(to: entries[MemberKey(member)])
        deliver(to: entries[nil])
    }
}

extension MatchTable.Entry {
    fileprivate func fits(_ raw: OpaquePointer) -> Bool {
        if let member = rule.member, dbus_message_has_member(raw, member.text) == 0 { return false }
        if let interface = rule.interface, dbus_message_has_interface(raw, interface.text) == 0 { return false }
        if let path = rule.path, dbus_message_has_path(raw, path.text) == 0 { return false }
        if rule.sender != nil {
            guard let sender = ownerWatch == nil ? rule.sender : owner, dbus_message_has_sender(raw, sender.text) != 0
            else { return false }
        }
        if let destination = rule.destination, dbus_message_has_destination(raw, destination.text) == 0 { return false }
        if let namespace = rule.pathNamespace {
            guard let path = dbus_message_get_path(raw),
                ObjectPath(unchecked: String(cString: path)).isWithin(namespace)
            else { return false }
        }
        // By bytes, as the bus does; Swift takes more texts for equal.
        if let arg0 = rule.arg0, firstText(raw, [.string])?.utf8.elementsEqual(arg0.utf8) != true { return false }
        if let path = rule.arg0Path {
            guard let first = firstText(raw, [.string, .objectPath]) else { return false }
            return first == path || Self.isFolder(first, of: path) || Self.isFolder(path, of: first)
        }
        return true
    }

    private static func isFolder(_ folder: String, of path: String) -> Bool {
        folder.utf8.last == UInt8(ascii: "/") && path.utf8.starts(with: folder.utf8)
    }

    private func firstText(_ raw: OpaquePointer, _ types: Set<TypeCode>) -> String? {
        var iterator = DBusMessageIter()
        guard dbus_message_iter_init(raw, &iterator) != 0,
            let type = TypeCode(dbus_message_iter_get_arg_type(&iterator)), types.contains(type)
        else { return nil }
        var text: UnsafePointer<CChar>?
        dbus_message_iter_get_basic(&iterator, &text)
        return text.map { String(cString: $0) }
    }
}
