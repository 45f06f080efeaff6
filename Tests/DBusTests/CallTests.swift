// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import TestSupport
import Testing

/// Calls, replies, and what becomes of calls that are not answered.
struct CallTests {
    static let path: ObjectPath = "/org/example/Echo"
    static let interface: InterfaceName = "org.example.Echo"

    /// An object with one method, `Echo(s) → s`.
    static func echo(_ call: @escaping (Invocation) -> Void) -> ExportedObject {
        ExportedObject(
            path: path, introspection: "<node/>",
            interfaces: [
                ExportedInterface(
                    name: interface, members: [MethodDescription(name: "Echo", in: "s", out: "s")], call: call)
            ])
    }

    /// Calls `Echo` on the service, to see the result in the box.
    private func start(_ peers: Peers, deadline: Int64? = nil, _ text: String = "") -> (Box<CallResult>, PendingCall) {
        let box = Box<CallResult>()
        let call = peers.client.call(
            peers.service.uniqueName, Self.path, Self.interface, "Echo", [.string(text)], deadline: deadline
        ) { box.contents.append($0) }
        return (box, call)
    }

    @Test func call_isAnswered() throws {
        let peers = try Peers()
        peers.service.export(Self.echo { $0.reply($0.arguments) })
        let result = try peers.call(peers.service.uniqueName, Self.path, Self.interface, "Echo", [.string("Grüße")])
        #expect(try result.get().arguments == [.string("Grüße")])
        #expect(try result.get().sender == peers.service.uniqueName)
    }

    @Test func error_arrivesWithNameAndWords() throws {
        let peers = try Peers()
        peers.service.export(Self.echo { $0.fail("org.example.Error.Sad", "no luck today") })
        let result = try peers.call(peers.service.uniqueName, Self.path, Self.interface, "Echo", [.string("")])
        #expect(result.errorName == "org.example.Error.Sad")
        #expect(result.errorWords == "no luck today")
    }

    @Test func typedCall_repliesWithItsType() throws {
        let peers = try Peers()
        peers.service.export(
            ExportedObject(
                path: Self.path, introspection: "",
                interfaces: [
                    ExportedInterface(
                        name: Self.interface,
                        members: [
                            MethodDescription(name: "Two", in: "", out: "sa{sv}"),
                            MethodDescription(name: "None", in: "", out: ""),
                        ]
                    ) { invocation in
                        if invocation.member == "Two" {
                            MethodCall<(String, [String: Value])>(invocation).reply("x", ["k": .byte(1)])
                        } else {
                            MethodCall<Void>(invocation).reply()
                        }
                    }
                ]))
        let two = try peers.call(peers.service.uniqueName, Self.path, Self.interface, "Two").get()
        let (text, values) = try #require(two.values(as: String.self, [String: Value].self))
        #expect(text == "x")
        #expect(values == ["k": .byte(1)])
        #expect(two.values(as: String.self) == nil)
        #expect(two.values(as: String.self, [String: String].self) == nil)
        let none = try peers.call(peers.service.uniqueName, Self.path, Self.interface, "None").get()
        #expect(none.signature == .empty)
        #expect(none.arguments.isEmpty)
    }

    @Test func secondAnswer_isIgnored() throws {
        let peers = try Peers()
        peers.service.export(
            Self.echo { invocation in
                invocation.reply([.string("first")])
                invocation.reply([.string("second")])
                invocation.fail(.failed, "third")
            })
        let (results, _) = start(peers)
        peers.run("the answer comes") { !results.contents.isEmpty }
        peers.settle(peers.service)
        peers.settle(peers.client)
        #expect(results.contents.count == 1)
        #expect(try results.contents.first?.get().argument(0) == "first")
    }

    @Test func answerThatCannotBeSent_becomesAnError() throws {
        let peers = try Peers()
        peers.service.export(Self.echo { $0.reply([.string("nul \0")]) })
        let result = try peers.call(peers.service.uniqueName, Self.path, Self.interface, "Echo", [.string("")])
        #expect(result.errorName == ErrorName.failed.text)
        #expect(result.errorWords?.contains("NUL") == true)
    }

    @Test func invocationThatIsLetGo_isAnsweredWithFailed() throws {
        let peers = try Peers()
        peers.service.export(Self.echo { _ in })
        let result = try peers.call(peers.service.uniqueName, Self.path, Self.interface, "Echo", [.string("")])
        #expect(result.errorName == ErrorName.failed.text)
    }

    @Test func callWithoutReply_isNotAnswered() throws {
        let peers = try Peers()
        var seen: Invocation?
        peers.service.export(
            Self.echo { invocation in
                invocation.reply([.string("unwanted")])
                seen = invocation
            })
        try peers.client.send(peers.service.uniqueName, Self.path, Self.interface, "Echo", [.string("")])
        peers.run("the call arrives") { seen != nil }
        #expect(seen?.message.isReplyExpected == false)
        #expect(seen?.isAnswered == true)
    }

    @Test func callWithoutAnswer_timesOut_andALateReplyIsIgnored() throws {
        let peers = try Peers()
        var held: [Invocation] = []
        peers.service.export(Self.echo { held.append($0) })
        let (late, _) = start(peers, deadline: 80_000)
        let (soon, _) = start(peers, deadline: 20_000)
        let (patient, _) = start(peers)
        peers.run("both time out") { late.contents.count == 1 && soon.contents.count == 1 }
        #expect(throws: CallError.timedOut) { try late.contents.first?.get() }
        #expect(throws: CallError.timedOut) { try soon.contents.first?.get() }
        #expect(patient.contents.isEmpty)

        peers.run("all calls have arrived") { held.count == 3 }
        for invocation in held { invocation.reply([.string("")]) }
        peers.run("the patient caller is answered") { !patient.contents.isEmpty }
        #expect(late.contents.count == 1)
        #expect(soon.contents.count == 1)
    }

    @Test func cancelledCall_isNotHeardOf() throws {
        let peers = try Peers()
        peers.service.export(Self.echo { $0.reply($0.arguments) })
        let (cancelled, call) = start(peers)
        call.cancel()
        call.cancel()
        let (other, _) = start(peers)
        peers.run("the other is answered") { !other.contents.isEmpty }
        #expect(cancelled.contents.isEmpty)
    }

    @Test func calleeThatVanishes_failsTheCallAtOnce() throws {
        let peers = try Peers()
        var held: [Invocation] = []
        peers.service.export(Self.echo { held.append($0) })
        let (results, _) = start(peers)
        peers.run("the call arrives") { held.count == 1 }
        peers.service.close()
        peers.run("the caller hears of it") { !results.contents.isEmpty }
        #expect(results.contents.first?.errorName == ErrorName.noReply.text)
        // Too late, and harmless.
        held.first?.reply([.string("")])
    }

    @Test func nobody_isAnErrorAtOnce() throws {
        let peers = try Peers()
        let result = try peers.call("org.example.Nobody", Self.path, Self.interface, "Echo", [.string("")])
        #expect(result.errorName == ErrorName.nameHasNoOwner.text || result.errorName == ErrorName.serviceUnknown.text)
    }

    @Test func d4_callStartsNothing() throws {
        let directory = try TemporaryDirectory()
        // Exit status 1, so that the bus gives up at once instead of waiting for a name that never comes.
        let script = try directory.write("touch \(directory.path)/started; exit 1\n", to: "service")
        let peers = try Peers(PrivateBus(services: ["org.example.Broken": "/bin/sh \(script)"]))
        let silent = try peers.call("org.example.Broken", Self.path, Self.interface, "Echo", [.string("")])
        #expect(silent.errorName == ErrorName.nameHasNoOwner.text || silent.errorName == ErrorName.serviceUnknown.text)
        #expect(throws: (any Error).self) { try directory.read("started") }

        // With leave to start it, the bus does, which proves that it could have.
        let started = try peers.call(
            "org.example.Broken", Self.path, Self.interface, "Echo", [.string("")], autoStart: true)
        #expect(started.errorName?.hasPrefix("org.freedesktop.DBus.Error.") == true)
        #expect(try directory.read("started").isEmpty)
    }

    @Test func handler_mayCloseTheConnection() throws {
        let peers = try Peers()
        var connection: Connection? = try peers.connect()
        var isClosed = false
        connection?.call(.bus, .bus, .bus, "GetId", deadline: nil) { _ in
            connection?.close()
            connection = nil
            isClosed = true
        }
        connection?.call(.bus, .bus, .bus, "GetId", deadline: nil) { _ in Issue.record("it is closed") }
        peers.run("the handler runs") { isClosed }
        peers.settle(peers.client)
    }

    @Test func connectionThatIsLetGo_isClosed() throws {
        let peers = try Peers()
        var connection: Connection? = try peers.connect()
        let name = try #require(connection?.uniqueName)
        var isGone = false
        peers.client.watchOwner(name) { isGone = $0 == nil }
        peers.settle(peers.client)
        connection = nil
        peers.run("the bus sees it leave") { isGone }
        #expect(connection == nil)
    }
}

typealias CallResult = Result<Message, CallError>

/// What a handler collects.
final class Box<Item> {
    var contents: [Item] = []
}

/// The bus goes away.
struct DisconnectTests {
    @Test func d6_lostBus_failsEveryCallAndIsReportedOnce() throws {
        let peers = try Peers()
        var results: [CallResult] = []
        var disconnects = 0
        var order: [String] = []
        peers.client.onDisconnect = {
            disconnects += 1
            order.append("disconnect")
        }
        // A callee that never answers.
        var held: [Invocation] = []
        peers.service.export(CallTests.echo { held.append($0) })
        for deadline in [nil, Int64(60_000_000)] {
            peers.client.call(
                peers.service.uniqueName, CallTests.path, CallTests.interface, "Echo", [.string("")], deadline: deadline
            ) {
                results.append($0)
                order.append("result")
            }
        }
        peers.run("the calls arrive") { held.count == 2 }
        peers.bus.kill()
        peers.run("the loss is seen") { disconnects == 1 }
        #expect(order == ["result", "result", "disconnect"])
        for result in results { #expect(throws: CallError.disconnected) { try result.get() } }

        #expect(throws: BusError.disconnected) { try peers.client.emit("/", "org.example.A", "S") }
        var late: CallResult?
        peers.client.call(.bus, .bus, .bus, "GetId", deadline: nil) { late = $0 }
        peers.run("a call now fails") { late != nil }
        #expect(throws: CallError.disconnected) { try late?.get() }
        peers.client.close()
        peers.client.close()
        #expect(disconnects == 1)

        try peers.bus.restart()
        let again = try peers.connect()
        peers.settle(again)
        #expect(!again.uniqueName.text.isEmpty)
    }

    @Test func noBus_isATypedError() throws {
        let loop = try #require(PollLoop())
        let directory = try TemporaryDirectory()
        for address in ["unix:path=\(directory.path)/none", "nonsense", "", "unix:path=\0"] {
            #expect(throws: BusError.self) { _ = try Connection.open(.custom(address), loop: loop) }
        }
    }

    @Test func closedByUs_isSilent() throws {
        let peers = try Peers()
        peers.client.onDisconnect = { Issue.record("closing is no disconnect") }
        peers.client.call(.bus, .bus, .bus, "GetId", deadline: 1) { _ in Issue.record("closed before") }
        peers.client.close()
        peers.settle(peers.service)
    }
}
