// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// An object as it is put on the bus with ``Connection/export(_:)``.
public struct ExportedObject {
    public var path: ObjectPath
    /// What `Introspect` answers, to the letter.
    public var introspection: String
    public var interfaces: [ExportedInterface]
    /// Decides about each call to this object, the standard interfaces included, before its arguments are decoded. Here
    /// the caller's size and depth limits belong. Absent: all are admitted.
    public var admit: ((Invocation) -> Admission)?

    public init(
        path: ObjectPath, introspection: String, interfaces: [ExportedInterface],
        admit: ((Invocation) -> Admission)? = nil
    ) {
        self.path = path
        self.introspection = introspection
        self.interfaces = interfaces
        self.admit = admit
    }
}

/// Whether a call may go on.
public enum Admission: Hashable, Sendable {
    case granted
    /// The caller gets this error.
    case refused(ErrorName, String)
    /// Decided later, by ``Invocation/admit()`` or ``Invocation/fail(_:_:)``.
    case deferred
}

/// One interface of an exported object. Calls reach `call` only with the declared types.
public struct ExportedInterface {
    public var name: InterfaceName
    public var members: [MethodDescription]
    public var properties: [PropertyDescription]
    /// A method was called. To be answered once, now or later.
    public var call: (Invocation) -> Void
    /// The value of a readable property; `nil` if it has none at present.
    public var get: (_ property: String) -> Value?
    /// A writable property is to be set, to a value of its type.
    public var set: (_ property: String, _ value: Value, _ call: MethodCall<Void>) -> Void

    public init(
        name: InterfaceName, members: [MethodDescription], properties: [PropertyDescription] = [],
        call: @escaping (Invocation) -> Void, get: @escaping (_ property: String) -> Value? = { _ in nil },
        set: @escaping (_ property: String, _ value: Value, _ call: MethodCall<Void>) -> Void = { property, _, call in
            call.fail(.propertyReadOnly, "'\(property)' cannot be set")
        }
    ) {
        self.name = name
        self.members = members
        self.properties = properties
        self.call = call
        self.get = get
        self.set = set
    }
}

/// A method of an ``ExportedInterface``.
public struct MethodDescription: Hashable, Sendable {
    public var name: MemberName
    /// The types of the arguments.
    public var `in`: Signature
    /// The types of the reply.
    public var out: Signature

    public init(name: MemberName, in: Signature, out: Signature) {
        self.name = name
        self.in = `in`
        self.out = out
    }
}

/// A property of an ``ExportedInterface``.
public struct PropertyDescription: Hashable, Sendable {
    /// What peers may do with a property.
    public enum Access: Hashable, Sendable {
        case read
        case write
        case readWrite
    }

    public var name: MemberName
    public var signature: Signature
    public var access: Access

    public init(name: MemberName, signature: Signature, access: Access = .read) {
        self.name = name
        self.signature = signature
        self.access = access
    }
}
