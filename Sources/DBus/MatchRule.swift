// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Which signals a subscription is for; what is `nil` does not matter.
public struct MatchRule: Hashable, Sendable {
    /// A unique name, or a well-known one: then only its owner of the moment counts.
    public var sender: BusName?
    public var path: ObjectPath?
    /// This path and all below it. Not together with `path`.
    public var pathNamespace: ObjectPath?
    public var interface: InterfaceName?
    public var member: MemberName?
    public var destination: BusName?
    /// The first argument, if it is a string.
    public var arg0: String?
    /// The first argument, if it is a path: the same, or either lies below the other, which then ends with `/`.
    public var arg0Path: String?

    public init(
        sender: BusName? = nil, path: ObjectPath? = nil, pathNamespace: ObjectPath? = nil,
        interface: InterfaceName? = nil, member: MemberName? = nil, destination: BusName? = nil, arg0: String? = nil,
        arg0Path: String? = nil
    ) {
        self.sender = sender
        self.path = path
        self.pathNamespace = pathNamespace
        self.interface = interface
        self.member = member
        self.destination = destination
        self.arg0 = arg0
        self.arg0Path = arg0Path
    }

    /// The rule as the bus takes it (D-Bus specification, "Match Rules").
    public var text: String {
        var parts = ["type='signal'"]
        func add(_ key: String, _ value: String?) {
            guard let value else { return }
            // Inside quotes nothing is special but the quote itself.
            let quoted = value.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
            parts.append("\(key)='\(quoted)'")
        }
        add("sender", sender?.text)
        add("path", path?.text)
        add("path_namespace", pathNamespace?.text)
        add("interface", interface?.text)
        add("member", member?.text)
        add("destination", destination?.text)
        add("arg0", arg0)
        add("arg0path", arg0Path)
        return parts.joined(separator: ",")
    }
}
