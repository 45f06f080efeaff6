// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusAgent
import FocusCore
import Foundation
import TestSupport
import Testing

@testable import DesktopSources

/// The real GLib. Each test runs in a process of its own, for GLib looks at its environment once.
struct SettingsStoreTests {
    @Test func memoryBackend_isPrivate() async {
        await #expect(processExitsWith: .success) {
            setenv("GSETTINGS_BACKEND", "memory", 1)
            let store = SettingsStore()
            #expect(store.backendName == "GMemorySettingsBackend")
            #expect(SettingsBackend.privateStore(store.backendName) != nil)
            #expect(store.read(DoNotDisturbSetting.gnome.key) == .value(.bool(true), isWritable: true))
        }
    }

    @Test func i1_noSchemasAtAll() async {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryDirectory()
            setenv("GSETTINGS_BACKEND", "memory", 1)
            setenv("GSETTINGS_SCHEMA_DIR", folder.path, 1)
            setenv("XDG_DATA_DIRS", folder.path, 1)
            setenv("XDG_DATA_HOME", folder.path, 1)
            #expect(SettingsStore().read(DoNotDisturbSetting.gnome.key) == .noSchema)
        }
    }

    @Test func i1_schemaWithoutTheKeyOrWithAnotherType() async {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryDirectory()
            try folder.write(
                """
                <schemalist>
                  <schema id="org.gnome.desktop.notifications" path="/org/gnome/desktop/notifications/">
                    <key name="other" type="b"><default>true</default></key>
                    <key name="word" type="s"><default>'quiet'</default></key>
                    <key name="count" type="u"><default>7</default></key>
                    <key name="list" type="as"><default>[]</default></key>
                  </schema>
                </schemalist>
                """, to: "org.gnome.desktop.notifications.gschema.xml")
            let compiled = try ChildProcess.run(["glib-compile-schemas", folder.path])
            #expect(compiled.status == .exited(0))
            setenv("GSETTINGS_BACKEND", "memory", 1)
            setenv("GSETTINGS_SCHEMA_DIR", folder.path, 1)
            setenv("XDG_DATA_DIRS", folder.path, 1)
            let store = SettingsStore()
            func read(_ key: String, _ type: FactType) -> SettingReading {
                store.read(
                    SettingKey(
                        schema: "org.gnome.desktop.notifications", key: key,
                        path: "/org/gnome/desktop/notifications/\(key)", type: type, package: ""))
            }
            #expect(read("show-banners", .bool) == .noKey)
            #expect(read("other", .bool) == .value(.bool(true), isWritable: true))
            #expect(read("word", .bool) == .otherType("s"))
            #expect(read("word", .text) == .value(.text("quiet"), isWritable: true))
            #expect(read("count", .number) == .value(.number(7), isWritable: true))
            #expect(read("list", .text) == .otherType("as"))
        }
    }

    @Test func keysPath_isTheSchemasOwn() throws {
        let path = try ChildProcess.run(["gsettings", "list-recursively", "org.gnome.desktop.notifications"])
        #expect(path.output.contains("show-banners"))
        let schema = DoNotDisturbSetting.gnome.key.schema.replacingOccurrences(of: ".", with: "/")
        #expect(DoNotDisturbSetting.gnome.key.path == "/\(schema)/\(DoNotDisturbSetting.gnome.key.key)")
    }

    @Test func b6_everyReadAtANoticeIsFresh() async {
        await #expect(processExitsWith: .success) {
            let dconf = try Dconf()
            let store = SettingsStore()
            #expect(store.backendName == "DConfSettingsBackend")
            let loop = try #require(PollLoop())
            let connection = try Connection.open(.custom(dconf.bus.address), loop: loop)
            var notices = 0
            var stale = 0
            var expected = true
            connection.addMatch(SettingSwitch(.gnome, SourceEnvironment(userID: 0)).notices.rule) { _ in
                notices += 1
                if store.read(DoNotDisturbSetting.gnome.key) != .value(.bool(expected), isWritable: true) { stale += 1 }
            }
            #expect(store.read(DoNotDisturbSetting.gnome.key) == .value(.bool(true), isWritable: true))
            for round in 1...100 {
                expected.toggle()
                dconf.write(showBanners: expected, connection)
                guard loop.run(until: { notices == round }, deadline: 30_000_000) else { break }
            }
            #expect(notices == 100)
            #expect(stale == 0)
            let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").map {
                try String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8)
            }
            #expect(!threads.contains { $0.hasPrefix("gdbus") || $0.hasPrefix("dconf") }, "no thread of GLib's own")
        }
    }

    @Test func i3_firstExternalChangeIsReported() async {
        await #expect(processExitsWith: .success) {
            let dconf = try Dconf()
            let store = SettingsStore()
            let loop = try #require(PollLoop())
            let connection = try Connection.open(.custom(dconf.bus.address), loop: loop)
            let environment = SourceEnvironment(userID: getuid(), settingsBackend: store.backendName)
            var reports: [SourceReport] = []
            let host = SourceHost(
                [SettingSwitch(.gnome, environment)], settings: store, loop: loop,
                clock: { Instant(realtime: 0, boottime: 0) },
                handlers: .init(report: { reports.append($1) }, resumed: {}, log: { _, _ in }))
            host.attach(connection, .session)
            #expect(reports == [.reading([.doNotDisturb: .bool(false), .silenced: .bool(false)], isFirst: true)])
            let set = try ChildProcess.run(
                ["gsettings", "set", "org.gnome.desktop.notifications", "show-banners", "false"],
                environment: dconf.environment)
            #expect(set.status == .exited(0))
            #expect(loop.run(until: { reports.count == 2 }, deadline: 30_000_000))
            #expect(reports.last == .change([.doNotDisturb: .bool(true), .silenced: .bool(true)]))
        }
    }
}

/// A dconf of a test's own, for this process and its children.
final class Dconf {
    private let folder: TemporaryDirectory
    let bus: PrivateBus
    var environment: [String: String] {
        bus.environment.merging(variables) { $1 }
    }
    private let variables: [String: String]

    init() throws {
        folder = try TemporaryDirectory()
        variables = [
            "XDG_CONFIG_HOME": try folder.makeFolder("config"), "XDG_RUNTIME_DIR": try folder.makeFolder("run"),
            "HOME": try folder.makeFolder("home"), "GSETTINGS_BACKEND": "dconf",
        ]
        let assignments = variables.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
        let service = try String(
            contentsOfFile: "/usr/share/dbus-1/services/ca.desrt.dconf.service", encoding: .utf8)
        let command = try #require(service.split(separator: "\n").first { $0.hasPrefix("Exec=") }).dropFirst(5)
        bus = try PrivateBus(services: ["ca.desrt.dconf": "/usr/bin/env \(assignments) \(command)"])
        for (name, value) in variables { setenv(name, value, 1) }
    }

    /// Writes as GSettings does, faster than a program could be started: `a{smv}` in GVariant's form, as captured.
    func write(showBanners: Bool, _ connection: Connection) {
        var blob = Array("/org/gnome/desktop/notifications/show-banners\0".utf8)
        blob += [0, 0, showBanners ? 1 : 0, 0, UInt8(ascii: "b"), 0, 0x2e, 0x35]
        connection.call(
            "ca.desrt.dconf", "/ca/desrt/dconf/Writer/user", "ca.desrt.dconf.Writer", "Change", [blob.busValue],
            deadline: nil, autoStart: true
        ) { _ in }
    }
}
