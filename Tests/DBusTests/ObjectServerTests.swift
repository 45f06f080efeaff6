// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import DBus

/// The object server: properties, introspection, and an exact error for each way of calling wrongly.
struct ObjectServerTests {
    static let path: ObjectPath = "/org/example/App"
    static let interface: InterfaceName = "org.example.App1"
    static let introspection = """
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
          "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
        <!-- Kept to the letter: Grüße -->
        <node>
          <interface name="org.example.App1">
            <method name="Add"><arg name="a" type="i" direction="in"/><arg name="b" type="i" direction="in"/>
              <arg name="sum" type="i" direction="out"/></method>
            <property name="Color" type="s" access="readwrite"/>
            <property name="Version" type="u" access="read"/>
            <property name="Secret" type="s" access="write"/>
            <property name="Unset" type="s" access="read"/>
          </interface>
        </node>

        """

    /// A service with that object, and what has been done to it.
    final class Fixture {
        let peers: Peers
        var color = "red"
        var calls = 0
        var admission: Admission = .granted
        var deferred: [Invocation] = []

        init() throws {
            peers = try Peers()
            let interface = ExportedInterface(
                name: ObjectServerTests.interface,
                members: [MethodDescription(name: "Add", in: "ii", out: "i")],
                properties: [
                    PropertyDescription(name: "Color", signature: "s", access: .readWrite),
                    PropertyDescription(name: "Version", signature: "u"),
                    PropertyDescription(name: "Secret", signature: "s", access: .write),
                    PropertyDescription(name: "Unset", signature: "s"),
                ],
                call: { [unowned self] invocation in
                    calls += 1
                    let numbers = invocation.message.values(as: Int32.self, Int32.self)
                    MethodCall<Int32>(invocation).reply(numbers.map { $0.0 &+ $0.1 } ?? 0)
                },
                get: { [unowned self] property in
                    switch property {
                    case "Color": .string(color)
                    case "Version": .uint32(1)
                    default: nil
                    }
                },
                set: { [unowned self] _, value, call in
                    color = String(value) ?? color
                    call.reply()
                })
            peers.service.export(
                ExportedObject(
                    path: ObjectServerTests.path, introspection: ObjectServerTests.introspection,
                    interfaces: [interface]
                ) { [unowned self] invocation in
                    if admission == .deferred { deferred.append(invocation) }
                    return admission
                })
        }

        func call(
            _ interface: InterfaceName, _ member: MemberName, _ arguments: [Value] = [],
            path: ObjectPath = ObjectServerTests.path
        ) throws -> CallResult {
            try peers.call(peers.service.uniqueName, path, interface, member, arguments)
        }
    }

    private static let properties: InterfaceName = "org.freedesktop.DBus.Properties"
    private static let introspectable: InterfaceName = "org.freedesktop.DBus.Introspectable"
    private static let peer: InterfaceName = "org.freedesktop.DBus.Peer"

    @Test(
        arguments: [
            (
                "/org/example/Other", "org.example.App1", "Add", [Value.int32(1), .int32(2)],
                ErrorName.unknownObject, "there is no object /org/example/Other"
            ),
            (
                "/org/example", "org.example.App1", "Add", [.int32(1), .int32(2)], .unknownInterface,
                "/org/example has no interface 'org.example.App1'"
            ),
            (
                "/org/example/App", "org.example.App2", "Add", [.int32(1), .int32(2)], .unknownInterface,
                "/org/example/App has no interface 'org.example.App2'"
            ),
            (
                "/org/example/App", "org.example.App1", "Subtract", [], .unknownMethod,
                "org.example.App1 has no method 'Subtract'"
            ),
            (
                "/org/example/App", "org.example.App1", "Add", [.int32(1)], .invalidArgs,
                "org.example.App1.Add takes '(ii)', not '(i)'"
            ),
            (
                "/org/example/App", "org.example.App1", "Add", [.int32(1), .string("2")], .invalidArgs,
                "org.example.App1.Add takes '(ii)', not '(is)'"
            ),
            (
                "/org/example/App", "org.freedesktop.DBus.Properties", "Get", [.string("org.example.App1")],
                .invalidArgs,
                "org.freedesktop.DBus.Properties.Get takes '(ss)', not '(s)'"
            ),
            (
                "/org/example/App", "org.freedesktop.DBus.Properties", "Get",
                [.string("org.example.App1"), .string("Size")], .unknownProperty,
                "org.example.App1 has no property 'Size'"
            ),
            (
                "/org/example/App", "org.freedesktop.DBus.Properties", "Get",
                [.string("org.example.App2"), .string("Color")], .unknownInterface,
                "/org/example/App has no interface 'org.example.App2'"
            ),
            (
                "/org/example/App", "org.freedesktop.DBus.Properties", "Get",
                [.string("not a name"), .string("Color")], .unknownInterface,
                "/org/example/App has no interface 'not a name'"
            ),
            (
                "/org/example/App", "org.freedesktop.DBus.Properties", "Get",
                [.string("org.example.App1"), .string("Secret")], .accessDenied,
                "the property 'Secret' cannot be read"
            ),
            (
                "/org/example/App", "org.freedesktop.DBus.Properties", "Get",
                [.string("org.example.App1"), .string("Unset")], .failed,
                "the property 'Unset' has no value at present"
            ),
            (
                "/org/example/App", "org.freedesktop.DBus.Properties", "GetAll", [.string("org.example.App2")],
                .unknownInterface, "/org/example/App has no interface 'org.example.App2'"
            ),
            (
                "/org/example/App", "org.freedesktop.DBus.Properties", "Set",
                [.string("org.example.App1"), .string("Version"), .variant(.uint32(2))], .propertyReadOnly,
                "the property 'Version' cannot be set"
            ),
            (
                "/org/example/App", "org.freedesktop.DBus.Properties", "Set",
                [.string("org.example.App1"), .string("Color"), .variant(.uint32(2))], .invalidArgs,
                "the property 'Color' has the type 's', not 'u'"
            ),
            (
                "/org/example/App", "org.freedesktop.DBus.Properties", "Forget", [], .unknownMethod,
                "org.freedesktop.DBus.Properties has no method 'Forget'"
            ),
            (
                "/org/example/App", "org.freedesktop.DBus.Introspectable", "Introspect", [.byte(1)], .invalidArgs,
                "org.freedesktop.DBus.Introspectable.Introspect takes '()', not '(y)'"
            ),
            (
                "/org/example/App", "org.freedesktop.DBus.Introspectable", "Look", [], .unknownMethod,
                "org.freedesktop.DBus.Introspectable has no method 'Look'"
            ),
            (
                "/", "org.freedesktop.DBus.Peer", "Knock", [], .unknownMethod,
                "org.freedesktop.DBus.Peer has no method 'Knock'"
            ),
        ] as [(String, String, String, [Value], ErrorName, String)])
    func wrongCall_getsItsError(
        path: String, interface: String, member: String, arguments: [Value], name: ErrorName, words: String
    ) throws {
        let fixture = try Fixture()
        let result = try fixture.call(
            #require(InterfaceName(interface)), #require(MemberName(member)), arguments,
            path: #require(ObjectPath(path)))
        #expect(result.errorName == name.text)
        #expect(result.errorWords == words)
        #expect(fixture.calls == 0)
        #expect(fixture.color == "red")
    }

    @Test func properties_areReadAndSet() throws {
        let fixture = try Fixture()
        let name = Value.string(Self.interface.text)
        #expect(
            try fixture.call(Self.properties, "Get", [name, .string("Color")]).get().arguments
                == [.variant(.string("red"))])
        #expect(
            try fixture.call(Self.properties, "Set", [name, .string("Color"), .variant(.string("blue"))]).get()
                .arguments == [])
        #expect(fixture.color == "blue")
        let all: [String: Value] = ["Color": .string("blue"), "Version": .uint32(1)]
        #expect(try fixture.call(Self.properties, "GetAll", [name]).get().argument(0) == all)
        // No interface named: any that has the property.
        #expect(try fixture.call(Self.properties, "GetAll", [.string("")]).get().argument(0) == all)
        #expect(
            try fixture.call(Self.properties, "Get", [.string(""), .string("Version")]).get().argument(0)
                == Value.uint32(1))
        #expect(
            try fixture.call(Self.properties, "GetAll", [.string(Self.peer.text)]).get().argument(0)
                == [String: Value]())
    }

    @Test func propertiesChanged_carriesValues() throws {
        let fixture = try Fixture()
        var heard: [[Value]] = []
        fixture.peers.client.addMatch(
            MatchRule(path: Self.path, interface: Self.properties, arg0: Self.interface.text)
        ) { heard.append($0.arguments) }
        fixture.peers.settle(fixture.peers.client)
        try fixture.peers.service.emitPropertiesChanged(
            Self.path, Self.interface, ["Color": .string("green")], invalidated: ["Unset"])
        fixture.peers.run("it arrives") { !heard.isEmpty }
        #expect(
            heard == [
                [.string(Self.interface.text), ["Color": Value.string("green")].busValue, .strings(["Unset"])]
            ])
    }

    @Test func callWithoutInterface_isDispatchedByMember() throws {
        let fixture = try Fixture()
        let peers = fixture.peers
        func call(_ member: MemberName, _ arguments: [Value]) throws -> CallResult {
            var result: CallResult?
            let serial = try peers.client.send(
                OutgoingMessage.call(peers.service.uniqueName, Self.path, nil, member, arguments))
            _ = peers.client.pendingCalls.add(serial, destination: peers.service.uniqueName, deadline: nil) {
                result = $0
            }
            peers.run("it is answered") { result != nil }
            return try #require(result)
        }
        #expect(try call("Add", [.int32(1), .int32(2)]).get().argument(0) == Int32(3))
        #expect(try call("Introspect", []).get().argument(0) == Self.introspection)
        #expect(try call("Ping", []).get().arguments == [])
        #expect(
            try call("Get", [.string(Self.interface.text), .string("Version")]).get().argument(0) == Value.uint32(1))
        #expect(try call("Add", [.string("")]).errorName == ErrorName.invalidArgs.text)
        #expect(try call("Nothing", []).errorName == ErrorName.unknownMethod.text)
    }

    @Test func peer_isAnsweredOnEveryPath_andSeenAsContact() throws {
        let fixture = try Fixture()
        var contacts: [BusName?] = []
        fixture.peers.service.onMessage = { contacts.append($0.sender) }
        #expect(try fixture.call(Self.peer, "Ping", path: "/anywhere").get().arguments == [])
        #expect(contacts == [fixture.peers.client.uniqueName])
        let id: String? = try? fixture.call(Self.peer, "GetMachineId").get().argument(0)
        #expect(id == nil || id?.utf8.count == 32)
    }

    @Test func introspection_isTheGivenText_andLeadsThere() throws {
        let fixture = try Fixture()
        #expect(try fixture.call(Self.introspectable, "Introspect").get().argument(0) == Self.introspection)
        for (path, child) in [("/", "org"), ("/org", "example"), ("/org/example", "App")] {
            let text: String? = try fixture.call(
                Self.introspectable, "Introspect", path: ObjectPath(unchecked: path)
            ).get().argument(0)
            #expect(text == "<node>\n  <node name=\"\(child)\"/>\n</node>\n")
        }
        let below = try fixture.call(Self.introspectable, "Introspect", path: "/org/example/App/below")
        #expect(below.errorName == ErrorName.unknownObject.text)
        fixture.peers.service.unexport(Self.path)
        #expect(try fixture.call(Self.introspectable, "Introspect").errorName == ErrorName.unknownObject.text)
    }

    @Test func commonTools_canIntrospect() throws {
        let fixture = try Fixture()
        let name = fixture.peers.service.uniqueName.text
        let address = fixture.peers.bus.address
        let gdbus = try fixture.peers.runTool([
            "gdbus", "introspect", "--address", address, "--dest", name, "--object-path", Self.path.text,
        ])
        #expect(gdbus.contains("interface org.example.App1 {"))
        #expect(gdbus.contains("readwrite s Color = 'red';"))
        let busctl = try fixture.peers.runTool([
            "busctl", "--address=\(address)", "--no-pager", "introspect", name, Self.path.text,
        ])
        #expect(busctl.contains("org.example.App1"))
        #expect(busctl.contains(".Add"))
        let tree = try fixture.peers.runTool(["busctl", "--address=\(address)", "--no-pager", "tree", "--list", name])
        #expect(tree.contains(Self.path.text))
    }

    @Test func admission_refusesOrDefersEveryCall() throws {
        let fixture = try Fixture()
        fixture.admission = .refused(.accessDenied, "not for you")
        for (interface, member, arguments) in [
            (Self.interface, "Add", [.int32(1), .int32(2)]), (Self.introspectable, "Introspect", []),
            (Self.properties, "GetAll", [.string(Self.interface.text)]),
        ] as [(InterfaceName, MemberName, [Value])] {
            let result = try fixture.call(interface, member, arguments)
            #expect(result.errorName == ErrorName.accessDenied.text)
            #expect(result.errorWords == "not for you")
        }

        fixture.admission = .deferred
        var results: [CallResult] = []
        for number in 0..<3 {
            fixture.peers.client.call(
                fixture.peers.service.uniqueName, Self.path, Self.interface, "Add",
                [.int32(Int32(number)), .int32(10)], deadline: nil
            ) { results.append($0) }
        }
        fixture.peers.run("they are held") { fixture.deferred.count == 3 }
        #expect(fixture.calls == 0)
        fixture.deferred[0].admit()
        fixture.deferred[0].admit()
        fixture.deferred[1].fail(.accessDenied, "no")
        fixture.deferred[1].admit()
        fixture.deferred = []
        fixture.peers.run("all are answered") { results.count == 3 }
        #expect(fixture.calls == 1)
        #expect(try results[0].get().argument(0) == Int32(10))
        #expect(results[1].errorName == ErrorName.accessDenied.text)
        #expect(results[2].errorName == ErrorName.failed.text)
    }
}

extension Peers {
    /// Runs a program that talks to this loop's connections; returns what it printed.
    func runTool(_ arguments: [String], sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
        let process = try ChildProcess(arguments, environment: bus.environment)
        let ended = EventProbe<Bool>()
        let loop = loop
        Detached.run {
            ended.record(process.wait() != nil && process.waitForEndOfOutput())
            loop.perform {}
        }
        run("\(arguments[0]) ends", sourceLocation: sourceLocation) { !ended.pending.isEmpty }
        #expect(process.exitStatus == .exited(0), "\(process.errors)", sourceLocation: sourceLocation)
        return process.output
    }
}
