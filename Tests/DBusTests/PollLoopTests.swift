// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import DBus

/// The plain main loop.
struct PollLoopTests {
    @Test func timers_goOffInOrder() throws {
        let loop = try #require(PollLoop())
        var order: [Int] = []
        // Between which instants each is due: how long it takes to add one is the machine's.
        var earliest: [Int: Int64] = [:]
        var latest: [Int: Int64] = [:]
        func add(_ number: Int, after span: Int64, _ handler: @escaping () -> Void = {}) -> any LoopSource {
            earliest[number] = Deadline.now + span
            defer { latest[number] = Deadline.now + span }
            return loop.addTimer(after: span) {
                order.append(number)
                handler()
            }
        }
        _ = add(3, after: 30_000)
        _ = add(1, after: 0) { _ = add(2, after: 0) }
        let cancelled = add(-1, after: 10_000)
        _ = add(4, after: 60_000)
        cancelled.cancel()
        cancelled.cancel()
        #expect(loop.run(until: { order.count == 4 }, deadline: Deadline.standard.remaining))
        #expect(order.sorted() == [1, 2, 3, 4])
        for (index, first) in order.enumerated() {
            for second in order[(index + 1)...] {
                let (begin, end) = (try #require(earliest[first]), try #require(latest[second]))
                #expect(begin <= end, "\(first) before \(second)")
            }
        }
    }

    @Test func manyCancelledTimers_leaveTheOthers() throws {
        let loop = try #require(PollLoop())
        var fired: [Int] = []
        var kept: [Int] = []
        for number in 0..<1000 {
            let timer = loop.addTimer(after: Int64(number % 7) * 100) { fired.append(number) }
            if number % 5 == 0 { kept.append(number) } else { timer.cancel() }
        }
        #expect(loop.run(until: { fired.count == kept.count }, deadline: Deadline.standard.remaining))
        #expect(fired.sorted() == kept)
    }

    @Test func queuedWork_comesAfterWhatIsHandled() throws {
        let loop = try #require(PollLoop())
        var order: [String] = []
        loop.enqueue {
            order.append("first")
            loop.enqueue { order.append("third") }
        }
        loop.enqueue { order.append("second") }
        #expect(loop.run(until: { order.count == 3 }, deadline: Deadline.standard.remaining))
        #expect(order == ["first", "second", "third"])
    }

    @Test func watch_followsItsDescriptor() throws {
        let loop = try #require(PollLoop())
        let pair = try #require(DescriptorPair())
        var events: [String] = []
        let source = loop.addWatch(fd: pair.reader, readable: true, writable: false) { readable, writable, failed in
            events.append("\(readable) \(writable) \(failed)")
            pair.drain()
        }
        #expect(!loop.run(until: { !events.isEmpty }, deadline: 1000))
        pair.write()
        #expect(loop.run(until: { !events.isEmpty }, deadline: Deadline.standard.remaining))
        #expect(events == ["true false false"])
        source.update(readable: false, writable: true)
        #expect(loop.run(until: { events.count == 2 }, deadline: Deadline.standard.remaining))
        #expect(events.last == "false true false")
        source.update(readable: false, writable: false)
        pair.write()
        #expect(!loop.run(until: { events.count == 3 }, deadline: 1000))
        source.cancel()
        source.cancel()
        source.update(readable: true, writable: true)
        #expect(!loop.run(until: { events.count == 3 }, deadline: 1000))
    }

    @Test func otherThreads_canGiveWorkAndStop() throws {
        let loop = try #require(PollLoop())
        let probe = EventProbe<Int>()
        for number in 0..<4 {
            Detached.run { for _ in 0..<250 { loop.perform { probe.record(number) } } }
        }
        #expect(loop.run(until: { probe.pending.count == 1000 }, deadline: Deadline.standard.remaining))
        Detached.run { loop.perform { loop.stop() } }
        loop.run()
        loop.stop()
        #expect(!loop.run(until: { false }))
    }

    @Test func idleLoop_sleeps() throws {
        let peers = try Peers()
        peers.service.export(CallTests.echo { $0.reply($0.arguments) })
        // A deadline that is not needed any more must not wake anyone either.
        var isAnswered = false
        peers.client.call(
            peers.service.uniqueName, CallTests.path, CallTests.interface, "Echo", [.string("")], deadline: 50_000
        ) { _ in isAnswered = true }
        peers.run("answered") { isAnswered }
        // Should the deadline have come first, the call is under way still: to the bus, to the service, and back.
        for connection in [peers.client, peers.service, peers.service, peers.client] { peers.settle(connection) }
        var turns = 0
        let holds = peers.loop.run(
            until: {
                turns += 1
                return false
            }, deadline: 200_000)
        #expect(!holds)
        // Once before it sleeps, once for the deadline itself.
        #expect(turns == 2)
    }

    @Test func heap_sorts() {
        var random = SeededGenerator(seed: 3)
        var heap = Heap<Int>()
        let numbers = (0..<500).map { _ in Int.random(in: 0..<100, using: &random) }
        for number in numbers { heap.insert(number) }
        heap.removeAll { $0 % 3 == 0 }
        var sorted: [Int] = []
        while let number = heap.removeFirst() { sorted.append(number) }
        #expect(sorted == numbers.filter { $0 % 3 != 0 }.sorted())
        #expect(heap.count == 0)
    }
}
