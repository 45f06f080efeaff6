// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Fakes
import TestSupport
import Testing

/// GNOME's switch on real dconf and real GSettings, and without them.
@Suite struct SourcesSettingsTests {
    private static let key = "/org/gnome/desktop/notifications/show-banners"
    private static let writer: InterfaceName = "ca.desrt.dconf.Writer"

    /// dconf tells of a change a thousand times, and there is none; then the last one is real.
    @Test func f1_noticesWithoutAChange_nothingIsPerformedOrWritten() throws {
        let dconf = try FixtureProgram("dconf")
        let environment = try dconf.ready.environment().merging(["XDG_CURRENT_DESKTOP": "GNOME"]) { $1 }
        let session = try dconf.ready.text("session")
        try AgentProcess.write(
            mode: "quiet", modeText("Quiet", [SampleApp.id.text: "urgent"], when: "do-not-disturb"), in: environment)
        try AgentProcess.write(descriptor: SampleApp.id.text, SampleApp.descriptor, in: environment)
        // All that is asked of dconf.
        let monitor = try ChildProcess([
            "dbus-monitor", "--address", session, "type='method_call',interface='\(Self.writer)'",
        ])
        #expect(monitor.waitForLine { $0.contains("NameAcquired") || $0.contains("NameLost") } != nil)
        let agent = try AgentProcess(environment, arguments: ["--log-level", "debug"]).process
        defer { agent.terminate() }
        let app = try SampleApp(session)
        #expect(try app.register()["active"] == .boolean(false))

        let noise = try BusClient(session)
        for (prefix, changes) in [(Self.key, [""]), ("/", [""]), ("/org/gnome/desktop/", ["notifications/", "x"])] {
            noise.perform { connection in
                for _ in 1...1000 {
                    try? connection.emit(
                        "/ca/desrt/dconf/Writer/user", Self.writer, "Notify",
                        [.string(prefix), changes.busValue, .string("tag")])
                }
            }
        }
        try noise.call(.bus, .bus, .bus, "GetId")
        try dconf("set \(Self.key) false")
        #expect(app.performed.waitForNext()?.list == "urgent", "\(agent.errors)")
        noise.perform { connection in
            for _ in 1...1000 {
                try? connection.emit(
                    "/ca/desrt/dconf/Writer/user", Self.writer, "Notify",
                    [.string(Self.key), [""].busValue, .string("tag")])
            }
        }
        try noise.call(.bus, .bus, .bus, "GetId")
        try dconf("reset \(Self.key)")
        #expect(app.performed.waitForNext()?.reason == "ended")
        #expect(app.performed.pending.isEmpty)
        #expect(agent.terminate() == .exited(0))

        // The monitor has seen all when it has seen this call, which nobody takes.
        #expect(throws: CallError.self) { try noise.call(noise.uniqueName, "/", Self.writer, "Last") }
        #expect(monitor.waitForLine { $0.contains("member=Last") } != nil)
        // Two changes by the test, none by the agent.
        let changes = monitor.output.split(separator: "\n").count { $0.contains("member=Change") }
        #expect(changes == 2, "\(monitor.output)")
    }

    @Test func i1_noSchemas_sourceIsAbsentAndTheRestWorks() throws {
        let scene = try SourceScene(when: "locked")
        try scene("add c1")
        try scene.start()
        let source = try scene.source("gnome-notifications")
        #expect(source.text("state") == "absent")
        #expect(source.text("detail")?.contains("gsettings-desktop-schemas") == true, "\(source)")
        try scene("set c1 LockedHint true")
        try scene.expectBegin()
    }

    @Test func i1_schemaWithoutTheKey_sourceIsAbsentAndTheRestWorks() throws {
        let schemas = try TemporaryDirectory()
        try schemas.write(
            """
            <schemalist>
              <schema id="org.gnome.desktop.notifications" path="/org/gnome/desktop/notifications/">
                <key name="show-in-lock-screen" type="b"><default>true</default></key>
              </schema>
            </schemalist>
            """, to: "old.gschema.xml")
        let compiled = try ChildProcess.run(["glib-compile-schemas", schemas.path])
        #expect(compiled.status == .exited(0))
        let scene = try SourceScene(when: "locked", variables: ["GSETTINGS_SCHEMA_DIR": schemas.path])
        try scene("add c1")
        try scene.start()
        let source = try scene.source("gnome-notifications")
        #expect(source.text("state") == "absent")
        #expect(source.text("detail")?.contains("show-banners") == true, "\(source)")
        try scene("set c1 LockedHint true")
        try scene.expectBegin()
    }

    @Test(arguments: ["memory", "keyfile"]) func i1_storeThatNobodyShares_isNotInCharge(_ backend: String) throws {
        let scene = try SourceScene(
            when: "locked or do-not-disturb",
            variables: SourceScene.gnome.merging(["GSETTINGS_BACKEND": backend]) { $1 })
        try scene("add c1")
        try scene.start()
        let source = try scene.source("gnome-notifications")
        #expect(source.text("state") == "private", "\(source)")
        #expect(source.truth("in-charge") == false)
        try scene.wait(for: "do-not-disturb", nil)
        try scene("set c1 LockedHint true")
        try scene.expectBegin()
    }
}
