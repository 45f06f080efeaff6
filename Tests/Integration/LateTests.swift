// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Fakes
import FocusInterfaces
import Glibc
import TestSupport
import Testing

/// What happened while the agent could not run.
@Suite struct LateTests {
    private static let app = "org.example.One"
    /// Left late enough that a busy machine cannot stretch the flips beyond it.
    private static let modes = [
        "work": modeText("Work", [app: "a"], when: "do-not-disturb", more: ["LeaveDelay=10min"])
    ]

    /// The agent stands still while the switch is flipped 400 times; then it runs on.
    private static func flipWhileStopped(_ scene: Scene, endsOn: Bool) throws {
        scene.agent.signal(SIGSTOP)
        for flip in 1...400 {
            let isOn = Value.boolean((flip % 2 == 0) == endsOn)
            scene.tool.perform { connection in
                // Without a reply: a bus bounds how many may be outstanding.
                try? connection.send(
                    Control1.busName, Control1.path, Simulation1.name, "SetFacts",
                    [["do-not-disturb": isOn].busValue, [String]().busValue])
            }
        }
        // The bus answers in order, so that all of them have reached it.
        try scene.tool.call(.bus, .bus, .bus, "GetId")
        scene.agent.signal(SIGCONT)
    }

    @Test func f5_manyLateFlips_areOneChange() throws {
        let scene = try Scene(modes: Self.modes)
        let app = try App(scene.bus, Self.app)
        try app.register()
        try Self.flipWhileStopped(scene, endsOn: true)
        let told = try app.next()
        #expect(told.list == "a")
        #expect(told.reason == "activated")
        // Nothing came between: the next to arrive is the end.
        try scene.disturb(false)
        try scene.pass(seconds: 700)
        #expect(try app.next().reason == "ended")
        #expect(app.performed.pending.isEmpty)
    }

    @Test func f5_manyLateFlipsBackToWhatWas_endAsItWas() throws {
        let scene = try Scene(modes: Self.modes)
        let app = try App(scene.bus, Self.app)
        try app.register()
        try scene.disturb(true)
        #expect(try app.next().reason == "activated")
        // A mode is left late, so none of the flips is seen.
        try Self.flipWhileStopped(scene, endsOn: true)
        try scene.disturb(false)
        try scene.pass(seconds: 700)
        #expect(try app.next().reason == "ended")
        #expect(app.performed.pending.isEmpty)
    }
}
