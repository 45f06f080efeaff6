// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Fakes
import FocusInterfaces
import Foundation
import TestSupport
import Testing

/// Every member that the interface files name is there, as they name it.
@Suite struct MembersTests {
    /// One interface as it is served.
    struct Served: Sendable, CustomTestStringConvertible {
        let bus: BusName
        let path: ObjectPath
        let name: InterfaceName
        let methods: [MethodDescription]
        let properties: [PropertyDescription]

        var testDescription: String { name.text }
    }

    static let served = [
        Served(
            bus: Focus1.busName, path: Focus1.path, name: Focus1.name,
            methods: Focus1.Method.allCases.map(\.description),
            properties: Focus1.Property.allCases.map(\.description)),
        Served(
            bus: Control1.busName, path: Control1.path, name: Control1.name,
            methods: Control1.Method.allCases.map(\.description),
            properties: Control1.Property.allCases.map(\.description)),
        Served(
            bus: Control1.busName, path: Control1.path, name: Simulation1.name,
            methods: Simulation1.Method.allCases.map(\.description),
            properties: Simulation1.Property.allCases.map(\.description)),
    ]

    /// The standard errors that say that something is not there, or was not answered.
    private static let absences = [
        "UnknownMethod", "UnknownInterface", "UnknownObject", "ServiceUnknown", "NoReply", "Failed",
    ]

    /// A value of each single type in the signatures.
    private static func sample(of type: Substring) throws -> Value {
        switch type {
        case "s": .string("org.example.One")
        case "o": .objectPath("/org/example/One")
        case "b": .boolean(false)
        case "u": .uint32(1)
        case "t": .uint64(1)
        case "x": .int64(1)
        case "as": [String]().busValue
        case "av": [Value]().busValue
        case "a{sv}": .none
        case "aa{sv}": [[String: Value]]().busValue
        default: throw FixtureError("no sample of the type \(type)")
        }
    }

    private static func samples(_ signature: Signature) throws -> [Value] {
        var values: [Value] = []
        var rest = Substring(signature.text)
        while !rest.isEmpty {
            let arrays = rest.prefix { $0 == "a" }.count
            let tail = rest.dropFirst(arrays)
            let length =
                arrays
                + (tail.first == "{"
                    ? (tail.firstIndex(of: "}").map { tail.distance(from: tail.startIndex, to: $0) + 1 } ?? 0) : 1)
            values.append(try sample(of: rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        return values
    }

    @Test(arguments: served)
    func everyMethod_isAnsweredWithAReplyOrANamedError(_ interface: Served) throws {
        let scene = try Scene()
        for method in interface.methods {
            do {
                let reply = try scene.tool.call(
                    interface.bus, interface.path, interface.name, method.name, try Self.samples(method.in))
                #expect(reply.map(\.signature.text).joined() == method.out.text, "\(method.name)")
            } catch CallError.error(let name, let message) {
                let isNamed =
                    name.hasPrefix("org.focusfilters.Error.") || name.hasPrefix("org.freedesktop.DBus.Error.")
                #expect(isNamed, "\(method.name): \(name)")
                #expect(!Self.absences.contains { name.hasSuffix(".\($0)") }, "\(method.name): \(name)")
                #expect(!message.isEmpty, "\(method.name)")
            }
        }
    }

    @Test(arguments: served)
    func everyMethod_refusesOtherSignatures(_ interface: Served) throws {
        let scene = try Scene()
        for method in interface.methods {
            for arguments in [try Self.samples(method.in) + [.byte(1)], [.double(0.5)]] {
                let error = errorName {
                    try scene.tool.call(interface.bus, interface.path, interface.name, method.name, arguments)
                }
                #expect(error == "InvalidArgs", "\(method.name)")
            }
        }
        let error = errorName { try scene.tool.call(interface.bus, interface.path, interface.name, "Dance") }
        #expect(error == "UnknownMethod")
    }

    /// The order of a dictionary's entries on the wire means nothing.
    private static func sorted(_ value: Value) -> Value {
        guard case .dictionary(let key, let content, let entries) = value else { return value }
        return .dictionary(key: key, value: content, entries.sorted { "\($0.key)" < "\($1.key)" })
    }

    @Test(arguments: served)
    func everyProperty_isReadAndNotSet(_ interface: Served) throws {
        let scene = try Scene()
        func ask(_ member: MemberName, _ arguments: Value...) throws -> [Value] {
            try scene.tool.call(
                interface.bus, interface.path, "org.freedesktop.DBus.Properties", member,
                [.string(interface.name.text)] + arguments)
        }
        let all = try #require(try ask("GetAll").first.flatMap([String: Value].init(_:)))
        #expect(all.keys.sorted() == interface.properties.map(\.name.text).sorted())
        for property in interface.properties {
            guard case .variant(let value)? = try ask("Get", .string(property.name.text)).first else {
                Issue.record("\(property.name) has no value")
                continue
            }
            #expect(value.signature == property.signature)
            #expect(all[property.name.text].map(Self.sorted) == Self.sorted(value), "\(property.name)")
            #expect(errorName { try ask("Set", .string(property.name.text), .variant(value)) } == "PropertyReadOnly")
        }
        #expect(errorName { try ask("Get", .string("Mood")) } == "UnknownProperty")
        let elsewhere = errorName {
            try scene.tool.call(
                interface.bus, interface.path, "org.freedesktop.DBus.Properties", "GetAll",
                [.string("org.example.Nothing")])
        }
        #expect(elsewhere == "UnknownInterface")
        #expect(
            errorName { try scene.tool.call(interface.bus, "/nowhere", interface.name, "Dance") } == "UnknownObject")
    }

    // MARK: Introspection

    private static let files = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().appendingPathComponent("../../dbus").standardizedFileURL

    @Test func introspection_isTheFilesText() throws {
        let scene = try Scene(simulates: false)
        for interface in Self.served.prefix(2) {
            let text = try scene.tool.call(
                interface.bus, interface.path, "org.freedesktop.DBus.Introspectable", "Introspect"
            ).first.flatMap(String.init(_:))
            let file = try String(
                contentsOf: Self.files.appendingPathComponent("\(interface.name).xml"), encoding: .utf8)
            #expect(text?.utf8.elementsEqual(file.utf8) == true, "\(interface.name)")
        }
        // Facts by hand are not for a desktop in use.
        #expect(errorName { try scene.disturb(true) } == "UnknownInterface")
    }

    @Test func otherPrograms_canReadTheIntrospection() throws {
        let scene = try Scene()
        for interface in Self.served {
            let (bus, path, name) = (interface.bus.text, interface.path.text, interface.name.text)
            for command in [
                ["gdbus", "introspect", "--address", scene.bus.address, "--dest", bus, "--object-path", path],
                ["busctl", "--address=\(scene.bus.address)", "introspect", bus, path, name],
            ] {
                let (status, output, errors) = try ChildProcess.run(command)
                #expect(status == .exited(0), "\(errors)")
                for member in interface.methods.map(\.name.text) + interface.properties.map(\.name.text) {
                    #expect(output.contains(member), "\(command[0]): \(member)")
                }
            }
        }
    }
}
