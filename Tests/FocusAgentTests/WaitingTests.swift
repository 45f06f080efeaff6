// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import FocusCore
import TestSupport
import Testing

@testable import DBus
@testable import FocusAgent

/// What a peer can make wait is bounded, and what is refused says so.
struct WaitingTests {
    private let bus: PrivateBus
    private let loop: PollLoop
    private let connection: Connection

    init() throws {
        bus = try PrivateBus()
        loop = try #require(PollLoop())
        connection = try Connection.open(.custom(bus.address), loop: loop)
    }

    private func call(_ sender: BusName, bytes: Int = 0) throws -> Invocation {
        let text = String(decoding: [UInt8](repeating: UInt8(ascii: "x"), count: bytes), as: UTF8.self)
        let outgoing = try OutgoingMessage.call("org.example.App", "/", "org.example.I", "M", [.string(text)])
        return Invocation(try #require(Message(outgoing.raw)), sender: sender, connection: nil)
    }

    @Test func callsFasterThanAnswers_areRefused() throws {
        let identities = Identities(connection: connection)
        var finish: [() -> Void] = []
        for number in 1...600 {
            let call = try call(":1.1")
            identities.inLine(call) { finish.append($0) }
            #expect(call.isAnswered == (number > Identities.Limits.callsOfPeer))
        }
        #expect(finish.count == 1)
        // Another peer has a line of its own.
        let other = try call(":1.2")
        identities.inLine(other) { finish.append($0) }
        #expect(finish.count == 2 && !other.isAnswered)
        // Each that is done makes room for one.
        finish[0]()
        let next = try call(":1.1")
        identities.inLine(next) { _ in }
        #expect(!next.isAnswered)
        identities.forget(":1.1")
        let fresh = try call(":1.1")
        var isRun = false
        identities.inLine(fresh) { _ in isRun = true }
        #expect(isRun)
    }

    @Test func largeCalls_areRefusedByTheirSize() throws {
        let identities = Identities(connection: connection)
        var refused = 0
        for peer in 0..<16 {
            for _ in 0..<8 {
                let call = try call(BusName(unchecked: ":1.\(peer)"), bytes: 1 << 20)
                identities.inLine(call) { _ in }
                if call.isAnswered { refused += 1 }
            }
        }
        // Three of each peer are below 4 MiB; ten peers' are below 32 MiB, and one more of the eleventh.
        #expect(refused == 16 * 8 - 31)
        for peer in 0..<16 { identities.forget(BusName(unchecked: ":1.\(peer)")) }
        let call = try call(":1.1", bytes: 8 << 20)
        identities.inLine(call) { _ in }
        #expect(!call.isAnswered)
    }

    @Test func handlerThatNeverAnswers_isCalledNoMore() throws {
        let deaf = try Connection.open(.custom(bus.address), loop: try #require(PollLoop()))
        let handlers = Handlers(connection: connection)
        let filter = try #require(Identifier("F"))
        let perform = Perform(
            peer: PeerID(deaf.uniqueName.text), app: try #require(AppID("org.example.App")), filter: filter,
            handler: "/handler", values: [:],
            transition: Transition(serial: 1, token: Token("t"), reason: .changed, isActive: true), attempt: 1)
        var results: [String?] = []
        for _ in 0..<Handlers.maximumUnanswered { handlers.perform(perform, parameters: []) { results.append($0) } }
        #expect(results.isEmpty)
        handlers.perform(perform, parameters: []) { results.append($0) }
        #expect(results == ["it leaves too many calls unanswered"])
        // When it has gone, the bus answers for it.
        deaf.close()
        loop.run(until: { results.count == Handlers.maximumUnanswered + 1 }, deadline: Deadline.standard.remaining)
        #expect(results.count == Handlers.maximumUnanswered + 1)
    }
}
