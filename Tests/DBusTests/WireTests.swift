// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import CDBus
import TestSupport
import Testing

@testable import DBus

/// Bytes: what GLib writes is read rightly, what is written here is what GLib writes, and no bytes do harm.
struct WireTests {
    /// `(ybnqiuxtdsogasa{sv}a(si)vayaad)`, written by GLib's `g_dbus_message_to_blob`, in both byte orders.
    private static let littleEndian =
        "6c010001d0000000010000007200000001016f00020000002f70000000000000020173000d0000006f72672e6578616d706c652e49000000"
        + "060173000d0000006f72672e6578616d706c652e41000000080167001e79626e716975787464736f676173617b73767d6128736929766179"
        + "616164000000000003017300010000004d000000000000000700000001000000fefffffffdffffff00286bee00000000fbffffffffffffff"
        + "0000000000000080000000000000f83f070000004772c3bcc39f6500040000002f612f620005617b73767d000d0000000100000078000000"
        + "00000000000000001000000000000000010000006b00017500000000090000001c0000000000000001000000700000000100000000000000"
        + "0100000071000000ffffffff026173000600000001000000760000000300000001020300180000000800000000000000000000000000f03f"
        + "0000000000000000"
    private static let bigEndian =
        "42010001000000d0000000010000007201016f00000000022f70000000000000020173000000000d6f72672e6578616d706c652e49000000"
        + "060173000000000d6f72672e6578616d706c652e41000000080167001e79626e716975787464736f676173617b73767d6128736929766179"
        + "616164000000000003017300000000014d000000000000000700000000000001fffefffffffffffdee6b280000000000fffffffffffffffb"
        + "80000000000000003ff8000000000000000000074772c3bcc39f6500000000042f612f620005617b73767d000000000d0000000178000000"
        + "00000000000000000000001000000000000000016b00017500000000000000090000001c0000000000000001700000000000000100000000"
        + "0000000171000000ffffffff0261730000000006000000017600000000000003010203000000001800000008000000003ff0000000000000"
        + "0000000000000000"

    // Computed: what a global keeps inside an enum's spare bits looks lost to a leak checker.
    private static var values: [Value] {
        [
            .byte(7), .boolean(true), .int16(-2), .uint16(65535), .int32(-3), .uint32(4_000_000_000), .int64(-5),
            .uint64(1 << 63), .double(1.5), .string("Grüße"), .objectPath("/a/b"), .signature("a{sv}"),
            .strings(["x", ""]), ["k": Value.uint32(9)].busValue, [Pair("p", Int32(1)), Pair("q", -1)].busValue,
            .variant(.strings(["v"])), [UInt8]([1, 2, 3]).busValue, [[1.0], []].busValue,
        ]
    }

    private static func bytes(_ hex: String) -> [UInt8] {
        let digits = hex.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    @Test(arguments: [littleEndian, bigEndian])
    func messageOfGLib_isRead(hex: String) throws {
        let message = try #require(Message(bytes: Self.bytes(hex)))
        #expect(message.kind == .methodCall)
        #expect(message.path == "/p")
        #expect(message.interface == "org.example.I")
        #expect(message.member == "M")
        #expect(message.destination == "org.example.A")
        #expect(message.sender == nil)
        #expect(message.errorName == nil)
        #expect(message.serial == 1)
        #expect(message.signature == "ybnqiuxtdsogasa{sv}a(si)vayaad")
        #expect(message.byteCount == 344)
        #expect(message.depth == 2)
        #expect(message.arguments == Self.values)
    }

    @Test func messageWrittenHere_hasTheBytesOfGLib() throws {
        let outgoing = try OutgoingMessage.call("org.example.A", "/p", "org.example.I", "M", Self.values)
        var pointer: UnsafeMutablePointer<CChar>?
        var count: Int32 = 0
        #expect(dbus_message_marshal(outgoing.raw, &pointer, &count) != 0)
        defer { dbus_free(pointer) }
        let written = UnsafeBufferPointer(start: pointer, count: Int(count)).map { UInt8(bitPattern: $0) }
        // Fields of the header may come in any order; the body, 0xd0 bytes, is the same.
        #expect(written.suffix(0xd0) == Self.bytes(Self.littleEndian).suffix(0xd0))
        #expect(dbus_message_get_auto_start(outgoing.raw) == 0)
    }

    @Test(arguments: 0..<4)
    func damagedBytes_doNoHarm(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let good = Self.bytes(seed % 2 == 0 ? Self.littleEndian : Self.bigEndian)
        var read = 0
        for _ in 0..<4000 {
            var bytes = good
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            guard let message = Message(bytes: bytes) else { continue }
            read += 1
            _ = (message.sender, message.path, message.interface, message.member, message.errorName)
            _ = (message.destination, message.serial, message.replySerial, message.byteCount)
            #expect(message.depth <= 64)
            #expect(message.arguments.map(\.signature.text).joined() == message.signature.text)
        }
        #expect(read > 0)
    }

    @Test(arguments: [
        ([Value.byte(1), .string("")], 0), ([[UInt8]([1]).busValue], 1), ([[UInt8]().busValue], 1),
        ([["a": Value.byte(1)].busValue], 2), ([[[String: Value]]().busValue], 1),
        ([["a": ["b": Value.byte(1)]].busValue], 3), ([.structure([.variant(.variant(.byte(1)))])], 3),
        ([ValueTests.nested(64)], 64),
    ])
    func depth_countsContainers(values: [Value], depth: Int) throws {
        let outgoing = try OutgoingMessage.call(.bus, .bus, .bus, "M", values)
        let message = try #require(Message(outgoing.raw))
        #expect(message.depth == depth)
        #expect(message.arguments == values)
    }
}

/// What a hostile peer can do.
struct HostileTests {
    private static let path: ObjectPath = "/org/example/Guarded"
    private static let interface: InterfaceName = "org.example.Guarded"

    /// Exports an object that takes variants of at most 64 KiB and depth 8; the box collects what got through.
    private func guarded(_ peers: Peers) -> Box<Value> {
        let box = Box<Value>()
        peers.service.export(
            ExportedObject(
                path: Self.path, introspection: "",
                interfaces: [
                    ExportedInterface(
                        name: Self.interface, members: [MethodDescription(name: "Take", in: "v", out: "")]
                    ) { invocation in
                        box.contents += invocation.arguments
                        invocation.reply()
                    }
                ]
            ) { invocation in
                guard invocation.message.byteCount <= 65536, invocation.message.depth <= 8 else {
                    return .refused(.limitsExceeded, "at most 64 KiB, and containers at most 8 deep")
                }
                return .granted
            })
        return box
    }

    @Test func h2_hugeAndDeepArguments_areRefusedUndecoded() throws {
        let peers = try Peers()
        let taken = guarded(peers)
        func take(_ value: Value) throws -> CallResult {
            try peers.call(peers.service.uniqueName, Self.path, Self.interface, "Take", [.variant(value)])
        }
        for value in [
            largeText(20 << 20), [UInt8](repeating: 1, count: 1 << 20).busValue, ValueTests.nested(63),
            (0..<100_000).map { Int32($0) }.busValue, ValueTests.nested(8),
        ] {
            let result = try take(value)
            #expect(result.errorName == ErrorName.limitsExceeded.text)
        }
        #expect(taken.contents.isEmpty)
        // The connection lives, and reads on; signals that nobody asked for vanish.
        try peers.client.emit(Self.path, Self.interface, "Huge", [largeText(20 << 20)], to: peers.service.uniqueName)
        #expect(try take(ValueTests.nested(7)).get().arguments == [])
        #expect(taken.contents == [.variant(ValueTests.nested(7))])
    }

    @Test func h2_messageBeyondTheSpecification_costsTheSenderItsConnection() throws {
        let peers = try Peers()
        let taken = guarded(peers)
        let hostile = try peers.connect()
        let name = hostile.uniqueName
        var isGone = false
        peers.client.watchOwner(name) { isGone = $0 == nil }
        peers.settle(peers.client)

        // The library lets it be made; the bus does not let it through.
        let message = try #require(
            dbus_message_new_method_call(
                peers.service.uniqueName.text, Self.path.text, Self.interface.text, "Take"))
        defer { dbus_message_unref(message) }
        var iterators = [DBusMessageIter](repeating: DBusMessageIter(), count: 70)
        dbus_message_iter_init_append(message, &iterators[0])
        let variant = Int32(UInt8(ascii: "v"))
        for level in 0..<69 {
            let isLast = level == 68
            iterators.withUnsafeMutableBufferPointer { buffer in
                _ = dbus_message_iter_open_container(
                    &buffer[level], variant, isLast ? "y" : "v", &buffer[level + 1])
            }
        }
        var byte: UInt8 = 1
        dbus_message_iter_append_basic(&iterators[69], Int32(UInt8(ascii: "y")), &byte)
        for level in (0..<69).reversed() {
            iterators.withUnsafeMutableBufferPointer { buffer in
                _ = dbus_message_iter_close_container(&buffer[level], &buffer[level + 1])
            }
        }
        dbus_connection_send(hostile.raw, message, nil)
        peers.run("the bus drops the sender") { isGone }
        let result = try peers.call(
            peers.service.uniqueName, Self.path, Self.interface, "Take", [.variant(.byte(2))])
        #expect(try result.get().arguments == [])
        #expect(taken.contents == [.variant(.byte(2))])
    }

    @Test func flood_leavesOthersTheirTurn() throws {
        let peers = try Peers()
        var taken = 0
        peers.service.export(
            ExportedObject(
                path: Self.path, introspection: "",
                interfaces: [
                    ExportedInterface(
                        name: Self.interface, members: [MethodDescription(name: "Take", in: "u", out: "")]
                    ) { invocation in
                        taken += 1
                        invocation.reply()
                    }
                ]))
        // A thread of its own sends as fast as it can.
        let address = peers.bus.address
        let destination = peers.service.uniqueName
        let isTaken = EventProbe<Bool>()
        Detached.run {
            guard let loop = PollLoop(), let flooder = try? Connection.open(.custom(address), loop: loop) else {
                return
            }
            for number in 0..<UInt32(10_000) {
                try? flooder.send(destination, Self.path, Self.interface, "Take", [.uint32(number)])
            }
            flooder.flush()
            // Stays until all has arrived.
            _ = isTaken.waitForNext()
        }
        // How many messages come between two turns of other work on the same loop.
        var most = 0
        var last = 0
        func watch() {
            most = max(most, taken - last)
            last = taken
            if taken < 10_000 { peers.loop.enqueue(watch) }
        }
        peers.loop.enqueue(watch)
        peers.run("the flood begins") { taken > 0 }
        let answer = try peers.call(destination, Self.path, Self.interface, "Take", [.uint32(0)])
        #expect(try answer.get().arguments == [])
        peers.run("all of it is taken") { taken == 10_001 }
        #expect(most <= LibdbusDispatch.messagesPerTurn)
        isTaken.record(true)
    }

    @Test func replyFromAStranger_isNone() throws {
        let peers = try Peers()
        let stranger = try peers.connect()
        var results: [CallResult] = []
        var held: [Invocation] = []
        peers.service.export(CallTests.echo { held.append($0) })
        peers.client.call(
            peers.service.uniqueName, CallTests.path, CallTests.interface, "Echo", [.string("")], deadline: nil
        ) { results.append($0) }
        peers.run("the call arrives") { held.count == 1 }
        // Whatever the bus makes of it, an answer from elsewhere does not count.
        let forged = try OutgoingMessage.reply(to: held[0].message, [.string("forged")])
        _ = try? stranger.send(forged)
        peers.settle(stranger)
        peers.settle(peers.client)
        held[0].reply([.string("true")])
        peers.run("the answer comes") { !results.isEmpty }
        #expect(try results.first?.get().argument(0) == "true")
    }
}
