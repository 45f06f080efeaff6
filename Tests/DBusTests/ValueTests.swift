// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import CDBus
import Glibc
import TestSupport
import Testing

@testable import DBus

/// Values over a real bus, and what cannot be sent.
struct ValueTests {
    private static let path: ObjectPath = "/org/example/Values"
    private static let interface: InterfaceName = "org.example.Values"

    /// Emits each value as a signal's argument and returns what another connection received.
    private func overTheBus(_ values: [Value]) throws -> [Value] {
        let peers = try Peers()
        var received: [Value] = []
        peers.client.addMatch(MatchRule(path: Self.path, interface: Self.interface)) { message in
            received += message.arguments
        }
        peers.settle(peers.client)
        for value in values { try peers.service.emit(Self.path, Self.interface, "Here", [value]) }
        peers.run("all \(values.count) values arrive") { received.count == values.count }
        return received
    }

    @Test func everyBasicType_survivesTheBus() throws {
        let values: [Value] = [
            .byte(0), .byte(255), .boolean(true), .boolean(false), .int16(.min), .uint16(.max), .int32(.min),
            .uint32(.max), .int64(.min), .uint64(.max), .double(-0.0), .double(.pi), .double(.infinity), .string(""),
            .string("Büro/日本"), .string("e\u{301}"), .objectPath("/"), .objectPath("/a/b"), .signature(.empty),
            .signature("a{sv}"), .variant(.string("x")), .array(element: "s", []), [UInt8](0...255).busValue,
            .dictionary(key: "s", value: "v", []), .structure([.int32(1), .string("2")]),
            .array(element: "a{sa{sv}}", []),
        ]
        #expect(try overTheBus(values) == values)
    }

    @Test func h3_textThatIsNotASCII_keepsItsBytes() throws {
        // Swift takes the first two for equal; on the bus they are two texts, and stay as they are.
        let texts = ["\u{e9}", "e\u{301}", "Büro/日本", "🎯", "\u{FFFF}"]
        let received = try overTheBus(texts.map { .string($0) }).compactMap { String($0) }
        #expect(received.map { Array($0.utf8) } == texts.map { Array($0.utf8) })
    }

    @Test(arguments: 0..<8)
    func randomValues_surviveTheBus(seed: UInt64) throws {
        var generator = RandomValues(random: SeededGenerator(seed: seed))
        let values = (0..<250).map { _ in
            let type = Signature(unchecked: generator.type())
            return generator.value(type)
        }
        for value in values { #expect(value.signature.isSingleType, "\(value.signature)") }
        let received = try overTheBus(values)
        #expect(received == values)
        #expect(received.map(\.signature) == values.map(\.signature))
    }

    @Test(arguments: [
        (Value.string("a\0b"), BusError.textContainsNul),
        (.variant(.array(element: "s", [.string("\0")])), .textContainsNul),
        (.fileDescriptor(FileDescriptor(owning: -1)), .fileDescriptorNotSendable),
        (.variant(.structure([.fileDescriptor(FileDescriptor(owning: -1))])), .fileDescriptorNotSendable),
        (
            .array(element: "s", [.string(""), .int32(1)]),
            .inconsistentValue("an array of 's' holds a value of type 'i'")
        ),
        (.array(element: "ss", []), .inconsistentValue("'ss' is not one element's type")),
        (.array(element: .empty, []), .inconsistentValue("'' is not one element's type")),
        (.dictionary(key: "v", value: "s", []), .inconsistentValue("'{vs}' is not one entry's type")),
        (
            .dictionary(key: "s", value: "v", [DictionaryEntry(key: .string("k"), value: .string("bare"))]),
            .inconsistentValue("a dictionary of '{sv}' holds an entry of type '{ss}'")
        ),
        (.structure([]), .inconsistentValue("a structure needs a field")),
        (ValueTests.nested(65), .inconsistentValue("containers nest more than 64 deep")),
    ])
    func whatCannotBeSent_isATypedError(value: Value, expected: BusError) throws {
        let peers = try Peers()
        #expect(throws: expected) { try peers.client.emit(Self.path, Self.interface, "Here", [value]) }
        // The same in a call reaches its handler, later.
        var result: Result<Message, CallError>?
        peers.client.call(.bus, .bus, .bus, "GetId", [value], deadline: nil) { result = $0 }
        #expect(result == nil)
        peers.run("the handler hears of it") { result != nil }
        #expect(throws: CallError.notSent(expected)) { try result?.get() }
        peers.settle(peers.client)
    }

    @Test func tooManyBytes_areATypedError() throws {
        let peers = try Peers()
        #expect(throws: BusError.tooLarge) {
            try peers.client.emit(
                Self.path, Self.interface, "Here", [largeText(65 << 20)])
        }
        peers.settle(peers.client)
    }

    @Test func tooManyTypes_areATypedError() throws {
        let peers = try Peers()
        #expect(throws: BusError.self) {
            try peers.client.emit(Self.path, Self.interface, "Here", Array(repeating: .byte(1), count: 256))
        }
        let deep = (0..<33).reduce(Value.byte(1)) { value, _ in .structure([value]) }
        #expect(throws: BusError.self) { try peers.client.emit(Self.path, Self.interface, "Here", [deep]) }
        #expect(throws: BusError.self) { try peers.client.emit(Self.path, Self.interface, "Here", [.variant(deep)]) }
        peers.settle(peers.client)
    }

    @Test func fileDescriptor_isReceivedAndOwned() throws {
        let peers = try Peers()
        var received: FileDescriptor?
        peers.client.addMatch(MatchRule(path: Self.path)) { message in
            if case .fileDescriptor(let descriptor)? = message.arguments.first { received = descriptor }
        }
        peers.settle(peers.client)

        let message = try #require(dbus_message_new_signal(Self.path.text, Self.interface.text, "Here"))
        defer { dbus_message_unref(message) }
        let directory = try TemporaryDirectory()
        var descriptor = open(try directory.write("text", to: "file"), O_RDONLY)
        defer { close(descriptor) }
        var iterator = DBusMessageIter()
        dbus_message_iter_init_append(message, &iterator)
        #expect(dbus_message_iter_append_basic(&iterator, Int32(UInt8(ascii: "h")), &descriptor) != 0)
        #expect(dbus_connection_send(peers.service.raw, message, nil) != 0)

        peers.run("the descriptor arrives") { received != nil }
        let number = try #require(received?.number)
        var bytes: [UInt8] = [0, 0, 0, 0]
        #expect(pread(number, &bytes, 4, 0) == 4)
        #expect(bytes == Array("text".utf8))
        let copy = try #require(received?.duplicate())
        defer { close(copy) }
        #expect(fcntl(copy, F_GETFD) & FD_CLOEXEC != 0)
        #expect(copy != number)
    }

    /// `depth` variants around a byte.
    static func nested(_ depth: Int) -> Value {
        (0..<depth).reduce(.byte(1)) { value, _ in .variant(value) }
    }
}

/// Swift types for D-Bus types.
struct BusRepresentableTests {
    @Test func types_haveTheirSignatures() {
        #expect([String: Value].busSignature == "a{sv}")
        #expect([[String: Value]].busSignature == "aa{sv}")
        #expect([String: [String: Value]].busSignature == "a{sa{sv}}")
        #expect([Value].busSignature == "av")
        #expect([Pair<String, String>].busSignature == "a(ss)")
        #expect([UInt8].busSignature == "ay")
    }

    @Test func values_comeBack() {
        let nested: [String: [String: Value]] = ["a": ["b": .int32(1), "c": ["d": true].busValue], "e": [:]]
        #expect([String: [String: Value]](nested.busValue) == nested)
        #expect([Value]([Value.string("x"), .byte(1)].busValue) == [.string("x"), .byte(1)])
        #expect([Pair<String, Int64>]([Pair("a", Int64(1))].busValue) == [Pair("a", 1)])
        #expect(Value(Value.string("x").busValue) == .string("x"))
        #expect(ObjectPath(ObjectPath.root.busValue) == .root)
    }

    @Test func otherTypes_areRefused() {
        #expect(String(Value.objectPath("/a")) == nil)
        #expect(UInt32(Value.int32(1)) == nil)
        #expect([String]([Int32(1)].busValue) == nil)
        #expect([String: Value](["a": "b"].busValue) == nil)
        #expect([String: Value]([String: String]().busValue) == nil)
        #expect(Value(Value.string("not in a variant")) == nil)
    }

    @Test func keyThatComesTwice_isRefused() {
        let entry = DictionaryEntry(key: .string("k"), value: .variant(.byte(1)))
        #expect([String: Value](.dictionary(key: "s", value: "v", [entry])) == ["k": .byte(1)])
        #expect([String: Value](.dictionary(key: "s", value: "v", [entry, entry])) == nil)
    }
}
