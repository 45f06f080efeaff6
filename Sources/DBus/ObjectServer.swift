// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// The exported objects of one connection, and the way of a call to them.
final class ObjectServer {
    weak var connection: Connection?
    private var objects: [ObjectPath: ExportedObject] = [:]

    func export(_ object: ExportedObject) { objects[object.path] = object }
    func unexport(_ path: ObjectPath) { objects[path] = nil }
    func removeAll() { objects = [:] }

    func handle(_ message: Message) {
        // The bus names the sender of each message; one without is none of a bus.
        guard let sender = message.sender, let path = message.path else { return }
        let invocation = Invocation(message, sender: sender, connection: connection)
        if message.interface == StandardInterface.peer {
            StandardInterface.answerPeer(invocation)
            return
        }
        guard let object = objects[path] else {
            answerWithoutObject(invocation, path)
            return
        }
        guard let admit = object.admit else { return dispatch(invocation, object) }
        // Set first: who defers may decide before it returns. The invocation keeps this, not the other way round: its
        // last holder decides about it.
        invocation.onAdmit = { [weak self, weak invocation] in
            guard let self, let invocation, let object = objects[path] else { return }
            dispatch(invocation, object)
        }
        switch admit(invocation) {
        case .granted: invocation.admit()
        case .refused(let name, let words): invocation.fail(name, words)
        case .deferred: break
        }
    }

    private func dispatch(_ invocation: Invocation, _ object: ExportedObject) {
        guard let member = invocation.member else { return }
        guard let interface = invocation.interface else {
            // Without an interface the specification leaves the choice: the first that has such a method.
            if let match = object.interfaces.first(where: { $0.has(member) }) {
                call(invocation, match, member)
            } else if StandardInterface.has(member) {
                StandardInterface.answer(invocation, object)
            } else {
                invocation.fail(.unknownMethod, "no interface of \(object.path) has a method '\(member)'")
            }
            return
        }
        if let match = object.interfaces.first(where: { $0.name == interface }) {
            call(invocation, match, member)
        } else if StandardInterface.isStandard(interface) {
            StandardInterface.answer(invocation, object)
        } else {
            invocation.fail(.unknownInterface, "\(object.path) has no interface '\(interface)'")
        }
    }

    private func call(_ invocation: Invocation, _ interface: ExportedInterface, _ member: MemberName) {
        guard let method = interface.members.first(where: { $0.name == member }) else {
            invocation.fail(.unknownMethod, "\(interface.name) has no method '\(member)'")
            return
        }
        guard invocation.message.signature == method.in else {
            invocation.failArguments("\(interface.name).\(member)", expected: method.in)
            return
        }
        interface.call(invocation)
    }

    /// Paths above an exported object can be introspected, so that tools find the way down.
    private func answerWithoutObject(_ invocation: Invocation, _ path: ObjectPath) {
        let prefix = path == .root ? "/" : path.text + "/"
        let children = Set(
            objects.keys.lazy.filter { $0.text.utf8.starts(with: prefix.utf8) && $0 != path }
                .compactMap { $0.text.dropFirst(prefix.utf8.count).split(separator: "/").first.map(String.init) })
        guard !children.isEmpty || path == .root else {
            invocation.fail(.unknownObject, "there is no object \(path)")
            return
        }
        StandardInterface.answerNode(invocation, path, children: children.sorted())
    }
}

extension ExportedInterface {
    fileprivate func has(_ member: MemberName) -> Bool { members.contains { $0.name == member } }
}

extension Invocation {
    func failArguments(_ method: String, expected: Signature) {
        fail(.invalidArgs, "\(method) takes '(\(expected))', not '(\(message.signature))'")
    }
}
