// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import CDBus

/// The interfaces that the specification gives to every object: `Peer`, `Introspectable`, `Properties`.
enum StandardInterface {
    static let peer: InterfaceName = "org.freedesktop.DBus.Peer"
    static let introspectable: InterfaceName = "org.freedesktop.DBus.Introspectable"
    static let properties: InterfaceName = "org.freedesktop.DBus.Properties"

    static func isStandard(_ interface: InterfaceName) -> Bool {
        interface == introspectable || interface == properties || interface == peer
    }

    static func has(_ member: MemberName) -> Bool {
        peerMethods.contains(member) || member == "Introspect" || propertyMethods[member] != nil
    }

    private static let peerMethods: Set<MemberName> = ["Ping", "GetMachineId"]
    private static let propertyMethods: [MemberName: Signature] = ["Get": "ss", "GetAll": "s", "Set": "ssv"]

    /// A call to a standard interface, or without an interface to one of their methods.
    static func answer(_ invocation: Invocation, _ object: ExportedObject) {
        guard let member = invocation.member else { return }
        if let interface = invocation.interface {
            if interface == peer { return answerPeer(invocation) }
            if interface == introspectable { return introspect(invocation, object.introspection) }
        } else {
            if peerMethods.contains(member) { return answerPeer(invocation) }
            if member == "Introspect" { return introspect(invocation, object.introspection) }
        }
        guard let expected = propertyMethods[member] else {
            return invocation.fail(.unknownMethod, "\(properties) has no method '\(member)'")
        }
        guard invocation.message.signature == expected else {
            return invocation.failArguments("\(properties).\(member)", expected: expected)
        }
        PropertyCalls(object: object).answer(invocation)
    }

    /// `Peer` is the same on every path.
    static func answerPeer(_ invocation: Invocation) {
        guard let member = invocation.member, peerMethods.contains(member) else {
            return invocation.fail(.unknownMethod, "\(peer) has no method '\(invocation.member?.text ?? "")'")
        }
        guard invocation.message.signature == .empty else {
            return invocation.failArguments("\(peer).\(member)", expected: .empty)
        }
        guard member == "GetMachineId" else { return invocation.reply() }
        guard let id = dbus_try_get_local_machine_id(nil) else {
            return invocation.fail(.failed, "this machine has no id")
        }
        defer { dbus_free(id) }
        invocation.reply([.string(String(cString: id))])
    }

    /// A path with nothing on it but `children` below.
    static func answerNode(_ invocation: Invocation, _ path: ObjectPath, children: [String]) {
        guard let member = invocation.member else { return }
        if invocation.interface == nil, peerMethods.contains(member) { return answerPeer(invocation) }
        guard invocation.interface == introspectable || invocation.interface == nil && member == "Introspect" else {
            if let interface = invocation.interface {
                return invocation.fail(.unknownInterface, "\(path) has no interface '\(interface)'")
            }
            return invocation.fail(.unknownMethod, "\(path) has no method '\(member)'")
        }
        // Elements of a path need no escaping in XML.
        let nodes = children.map { "  <node name=\"\($0)\"/>\n" }.joined()
        introspect(invocation, "<node>\n\(nodes)</node>\n")
    }

    private static func introspect(_ invocation: Invocation, _ text: String) {
        guard let member = invocation.member, member == "Introspect" else {
            return invocation.fail(
                .unknownMethod, "\(introspectable) has no method '\(invocation.member?.text ?? "")'")
        }
        guard invocation.message.signature == .empty else {
            return invocation.failArguments("\(introspectable).\(member)", expected: .empty)
        }
        invocation.reply([.string(text)])
    }
}
