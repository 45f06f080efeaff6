// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Fakes
import FocusInterfaces
import TestSupport
import Testing

/// Holds over the bus, and `focusctl hold`.
@Suite struct HoldTests {
    private static let modes = [
        "work": modeText("Work", ["org.example.One": "work"]),
        "talk": modeText("Talk", ["org.example.One": "talk"], more: ["Priority=50"]),
    ]

    private static func hold(_ client: BusClient, _ mode: String) throws -> UInt64 {
        let reply = try client.call(
            Control1.busName, Control1.path, Control1.name, "Hold",
            [.string(mode), .string("a test"), [String: Value]().busValue])
        return try #require(reply.first.flatMap { UInt64($0) })
    }

    private static func release(_ client: BusClient, _ hold: UInt64) throws {
        try client.call(Control1.busName, Control1.path, Control1.name, "Release", [.uint64(hold)])
    }

    @Test func g1_holderIsGone_itsHoldsAreToo() throws {
        let scene = try Scene(modes: Self.modes)
        let control = try ControlView(scene.bus.address)
        let other = try BusClient(scene.bus.address)
        let kept = try Self.hold(other, "work")
        var holder: BusClient? = try BusClient(scene.bus.address)
        if let holder { for _ in 1...3 { _ = try Self.hold(holder, "talk") } }
        #expect(control.wait { $0.mode == "talk" })
        holder = nil
        #expect(control.wait { $0.mode == "work" })
        try Self.release(other, kept)
        #expect(control.wait { $0.mode == "" })
    }

    @Test func h5_foreignOrSpentHold_isRefused() throws {
        let scene = try Scene(modes: Self.modes)
        let (one, two) = (try BusClient(scene.bus.address), try BusClient(scene.bus.address))
        let hold = try Self.hold(one, "work")
        #expect(hold != 0)
        for wrong in [hold, 0, UInt64(UInt32.max)] {
            #expect(errorName { try Self.release(two, wrong) } == "InvalidValue")
            #expect(try scene.activeMode() == "work")
        }
        try Self.release(one, hold)
        #expect(errorName { try Self.release(one, hold) } == "InvalidValue")
        #expect(try scene.activeMode() == "")
        let numbers = try (1...20).map { _ in try Self.hold(one, "work") }
        #expect(Set(numbers).count == 20)
        #expect(zip(numbers, numbers.dropFirst()).contains { $0 > $1 }, "they do not count up")
    }

    @Test func k1_unknownMode_isRefusedWithNearNames() throws {
        let scene = try Scene(modes: Self.modes)
        do {
            _ = try Self.hold(scene.tool, "wrk")
            Issue.record("it was not refused")
        } catch CallError.error(let name, let message) {
            #expect(name == "org.focusfilters.Error.UnknownMode")
            #expect(message.contains("work"))
        }
    }

    @Test func focusctl_holdsWhileTheCommandRuns_andEndsAsItDoes() throws {
        let scene = try Scene(modes: Self.modes)
        let control = try ControlView(scene.bus.address)
        let holder = try ChildProcess(
            [try Self.focusctl(), "hold", "work", "--reason", "writing", "--", "sh", "-c", "read line; exit 7"],
            environment: scene.environment, keepsInput: true)
        #expect(control.wait { $0.mode == "work" })
        // A new agent knows of no hold until it is asked again.
        scene.agent.kill()
        try scene.start()
        let next = try ControlView(scene.bus.address)
        #expect(next.wait { $0.mode == "work" }, "\(scene.log)")
        holder.write("on\n")
        #expect(holder.wait() == .exited(7), "\(holder.errors)")
        #expect(next.wait { $0.mode == "" })
    }

    @Test func focusctl_thatIsEnded_endsItsCommand() throws {
        let scene = try Scene(modes: Self.modes)
        let control = try ControlView(scene.bus.address)
        let holder = try ChildProcess(
            [try Self.focusctl(), "hold", "work", "--", "sh", "-c", "echo on; exec sleep 1000"],
            environment: scene.environment)
        #expect(holder.waitForLine { $0 == "on" } != nil)
        #expect(control.wait { $0.mode == "work" })
        #expect(holder.terminate() == .exited(128 + 15), "\(holder.errors)")
        #expect(control.wait { $0.mode == "" })
    }

    @Test func focusctl_commandThatCannotRun_orModeThatIsNot() throws {
        let scene = try Scene(modes: Self.modes)
        let missing = try ChildProcess(
            [try Self.focusctl(), "hold", "work", "--", "/nonexistent/program"], environment: scene.environment)
        #expect(missing.wait() == .exited(127))
        #expect(missing.waitForLine(in: .errors) { $0.contains("/nonexistent/program") } != nil)
        let unknown = try ChildProcess(
            [try Self.focusctl(), "hold", "wrk", "--", "echo", "ran"], environment: scene.environment)
        #expect(unknown.wait() == .exited(1))
        #expect(unknown.output.isEmpty, "the command is not run outside of its mode")
    }

    private static func focusctl() throws -> String { try TestProgram.path("focusctl") }
}
