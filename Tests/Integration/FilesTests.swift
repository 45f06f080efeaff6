// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Fakes
import FocusInterfaces
import Foundation
import TestSupport
import Testing

/// Files that change, break, come and go under a running agent.
@Suite struct FilesTests {
    private static let app = "org.example.One"
    private static let good = modeText("Work", [app: "a"])
    private static let work = Scene.modeFile("work")

    /// Waits until the active mode's name or the list of modes fits.
    private static func waitForModes(_ scene: Scene, _ fits: ([[String: Value]]) -> Bool) throws {
        try scene.wait(for: "ModesChanged") { fits(try scene.rows("ListModes")) }
    }

    private static func name(_ rows: [[String: Value]], of id: String) -> String? {
        rows.first { $0.text("id") == id }?.text("name")
    }

    @Test(arguments: ["Activate", "SetMode", "GetMode", "DeleteMode", "Configure", "Unconfigure"] as [MemberName])
    func k1_mistypedMode_isAnErrorThatNamesTheNearOnes(_ member: MemberName) throws {
        let scene = try Scene(modes: ["do-not-disturb": modeText("DND"), "work": Self.good])
        let mode = Value.string("do-not-distrub")
        let arguments: [Value] =
            switch member {
            case "Activate", "SetMode": [mode, .none]
            case "Configure": [mode, .string(Self.app), .string("Lists"), .none, .none]
            case "Unconfigure": [mode, .string(Self.app), .string("Lists")]
            default: [mode]
            }
        do {
            try scene.call(Control1.name, member, arguments)
            Issue.record("\(member) succeeds")
        } catch CallError.error(let name, let message) {
            #expect(name == "org.focusfilters.Error.UnknownMode")
            #expect(message.contains("'do-not-distrub'"), "\(message)")
            #expect(message.contains("did you mean 'do-not-disturb'?"))
        }
        #expect(try scene.activeMode() == "")
    }

    /// A text, the line at fault (0: none), and what the message says.
    private static let broken: [(text: String, line: UInt32, words: String)] = [
        ("[Mode]\nName=Work\nWhen=do-not-disturb and", 3, "When"),
        ("[Mode]\nName=Wo\n\n[Filter org.example.One/Li", 4, "']'"),
        ("[Mode]\nName=Work\n\n[Mode]\nPriority=3\n", 4, "already on line 1"),
        ("[Mode]\nName=Work\nName=Play\n", 3, "already on line 2"),
        ("[Mode]\nPriority=9999\n", 2, "Priority"),
        ("", 1, "[Mode]"),
    ]

    @Test func k2_brokenFile_leavesItsLastGoodTextInForceAndIsReported() throws {
        let scene = try Scene(modes: ["work": Self.good, "rest": modeText("Rest")])
        try scene.activate("work")
        let app = try App(scene.bus, Self.app)
        try app.register()
        #expect(try app.next().list == "a")
        for (text, line, words) in Self.broken {
            try scene.write(text, to: Self.work)
            let returned = try scene.reload()
            let listed = try scene.rows("ListProblems")
            #expect(returned.count == 1)
            #expect(listed.count == 1)
            for problem in [returned.first, listed.first] {
                #expect(problem?.text("kind") == "file")
                #expect(problem?.text("file") == scene.path(Self.work))
                #expect(problem?["line"] == .uint32(line), "\(text)")
                #expect(problem?["column"].flatMap(UInt32.init(_:)) ?? 0 > 0)
                #expect(problem?.text("message")?.contains(words) == true, "\(String(describing: problem))")
                #expect(problem?.text("message")?.contains("stays in force") == true)
            }
            let logged = scene.agent.waitForLine(in: .errors) {
                $0.contains("\(scene.path(Self.work)):\(line):") && $0.contains(words)
            }
            #expect(logged != nil, "\(text)")
            #expect(try scene.activeMode() == "work")
            #expect(Self.name(try scene.rows("ListModes"), of: "work") == "Work")
            #expect(Self.name(try scene.rows("ListModes"), of: "rest") == "Rest")
        }
        try scene.write(modeText("Work", [Self.app: "b"]), to: Self.work)
        #expect(try scene.reload().isEmpty)
        #expect(try scene.problems().isEmpty)
        // Nothing was performed on the way.
        #expect(try app.next().list == "b")
    }

    @Test func k2_unknownKey_isAWarningAndTheRestCounts() throws {
        let scene = try Scene(modes: ["work": "[Mode]\nName=Work\nPrioritty=3\n\n[Oops]\nx=1\n"])
        let problems = try scene.rows("ListProblems")
        #expect(problems.map { $0["line"] } == [.uint32(3), .uint32(5)])
        #expect(problems.first?.text("message")?.contains("'Priority'") == true)
        #expect(Self.name(try scene.rows("ListModes"), of: "work") == "Work")
        try scene.control("SetMode", .string("work"), ["name": Value.string("Labour")].busValue)
        #expect(try scene.read(Self.work).contains("Prioritty=3"))
        #expect(try scene.read(Self.work).contains("[Oops]\nx=1"))
    }

    @Test func k2_brokenFileAtTheStart_usesTheLastGoodTextOfTheStateFolder() throws {
        let scene = try Scene(modes: ["work": Self.good])
        try scene.activate("work")
        #expect(scene.agent.terminate() == .exited(0))
        try scene.write("[Mode\n", to: Self.work)
        try scene.start()
        #expect(try scene.activeMode() == "work")
        let app = try App(scene.bus, Self.app)
        #expect(try app.register()["Lists"]?.dictionary("values")?.text("list") == "a")
        #expect(try scene.rows("ListProblems").first?["line"] == .uint32(1))
    }

    @Test func k2_manyReloadsAtOnce_endWithTheLastText() throws {
        let scene = try Scene(modes: ["work": Self.good])
        let app = try App(scene.bus, Self.app)
        try app.register()
        try scene.activate("work")
        #expect(try app.next().list == "a")
        var reloads: [EventProbe<Bool>] = []
        for round in 1...20 {
            try scene.write(round % 3 == 0 ? "[Mode" : modeText("Work", [Self.app: "\(round)"]), to: Self.work)
            scene.agent.signal(SIGHUP)
            let done = EventProbe<Bool>()
            reloads.append(done)
            scene.tool.perform { connection in
                Control1Client(connection).reload(deadline: 20_000_000) { done.record((try? $0.get()) != nil) }
            }
        }
        for reload in reloads { #expect(reload.waitForNext() == true) }
        var serial: UInt64 = 0
        while let told = app.performed.waitForNext() {
            #expect(told.serial > serial)
            serial = told.serial
            if told.list == "20" { break }
        }
        #expect(try scene.problems().isEmpty)
        #expect(try app.current().dictionary("values")?.text("list") == "20")
    }

    @Test func k2_changedFile_isReadByItself() throws {
        let scene = try Scene(modes: ["work": Self.good])
        try scene.write(modeText("Labour"), to: Self.work)
        try Self.waitForModes(scene) { Self.name($0, of: "work") == "Labour" }
        // In a folder that did not exist.
        try scene.write(modeText("Site"), to: "etc/focus-filters/modes/site.mode")
        try Self.waitForModes(scene) { Self.name($0, of: "site") == "Site" }
        try scene.remove(Self.work)
        try scene.write(modeText("Play"), to: Self.work)
        try Self.waitForModes(scene) { Self.name($0, of: "work") == "Play" }
        try scene.remove(Self.work)
        try Self.waitForModes(scene) { Self.name($0, of: "work") == nil }
    }

    @Test func k2_vanishedModeThatIsOn_ends() throws {
        let scene = try Scene(modes: ["work": Self.good])
        let app = try App(scene.bus, Self.app)
        try app.register()
        try scene.activate("work")
        #expect(try app.next().list == "a")
        try scene.remove(Self.work)
        let end = try app.next()
        #expect(end.reason == "ended")
        #expect(try scene.activeMode() == "")
        #expect(scene.exists("state/focus-filters/modes/work.mode") == false)
    }

    @Test func dropIns_applyInTheOrderOfTheirNamesFromAllFolders() throws {
        let base = "[Mode]\nName=Work\nPriority=1\n\n[Filter org.example.One/Lists]\nlist='a'\n"
        let scene = try Scene(files: [
            "share/focus-filters/modes/work.mode": base,
            "share/focus-filters/modes/work.mode.d/90-site.conf": "[Mode]\nPriority=90\n",
            "etc/focus-filters/modes/work.mode.d/20-site.conf": "[Mode]\nPriority=20\nIcon=twenty\n",
            "config/focus-filters/modes/work.mode.d/10-own.conf": "[Mode]\nPriority=10\nColor=#101010\n",
            "config/focus-filters/modes/work.mode.d/20-site.conf": "[Mode]\nIcon=mine\n",
        ])
        let row = try #require(try scene.rows("ListModes").first)
        #expect(row["priority"] == .int32(90))
        #expect(row.text("icon") == "mine")
        #expect(row.text("color") == "#101010")
        #expect(row.text("file") == scene.path("share/focus-filters/modes/work.mode"))
    }

    @Test func vendorsMode_isEditedByADropIn() throws {
        let vendor = "share/focus-filters/modes/work.mode"
        let scene = try Scene(files: [vendor: Self.good])
        let app = try App(scene.bus, Self.app)
        try app.register()
        try scene.activate("work")
        #expect(try app.next().list == "a")
        try scene.configure("work", Self.app, "Lists", ["list": .string("mine")])
        #expect(try app.next().list == "mine")
        #expect(try scene.read(vendor) == Self.good)
        let dropIn = "config/focus-filters/modes/work.mode.d/50-user.conf"
        #expect(try scene.read(dropIn).contains("list='mine'"))
        try scene.control("Unconfigure", .string("work"), .string(Self.app), .string("Lists"))
        #expect(try app.next().reason == "ended")
        #expect(
            errorName { try scene.control("Unconfigure", .string("work"), .string(Self.app), .string("Lists")) }
                == "NotActive")

        try scene.control("DeleteMode", .string("work"))
        #expect(try scene.read(vendor) == Self.good)
        #expect(try scene.read(dropIn).contains("Enabled=false"))
        let row = try #require(try scene.rows("ListModes").first)
        #expect(row.truth("enabled") == false)
    }

    @Test func ownMode_isEditedInPlaceAndDeleted() throws {
        let text =
            "# Mine.\n[Mode]\nName=Work  \n# How I like it\nPriority=5\n\n[Filter org.example.One/Lists]\nlist='a' \n"
        let scene = try Scene(modes: ["work": text])
        let app = try App(scene.bus, Self.app)
        try app.register()
        try scene.configure("work", Self.app, "Lists", ["list": .string("b")])
        let edited = try scene.read(Self.work)
        #expect(edited.hasPrefix("# Mine.\n[Mode]\n"))
        #expect(edited.contains("# How I like it\nPriority=5\n"))
        #expect(edited.contains("list='b'"))
        try scene.control("SetMode", .string("work"), ["priority": Value.int32(7)].busValue)
        #expect(try scene.read(Self.work).contains("# How I like it\nPriority=7\n"))
        #expect(
            errorName { try scene.configure("work", Self.app, "Lists", ["lisst": .string("b")]) } == "UnknownParameter")
        #expect(errorName { try scene.configure("work", Self.app, "Lists", ["list": .int64(1)]) } == "InvalidValue")
        #expect(errorName { try scene.configure("work", Self.app, "List", [:]) } == "UnknownFilter")
        #expect(errorName { try scene.configure("work", "org.example.Nobody", "Lists", [:]) } == "UnknownApp")
        try scene.control("DeleteMode", .string("work"))
        #expect(!scene.exists(Self.work))
        #expect(try scene.rows("ListModes").isEmpty)
    }

    @Test func textsWithoutEnd_areRefused() throws {
        let scene = try Scene(modes: ["work": Self.good])
        let text = String(repeating: "x", count: 300_000)
        for key in ["name", "icon", "when", "schedule", "color"] {
            let settings = [key: Value.string(text)].busValue
            #expect(errorName { try scene.control("SetMode", .string("work"), settings) } == "InvalidValue", "\(key)")
            #expect(
                errorName { try scene.control("CreateMode", .string("new"), .string(""), settings) } == "InvalidValue")
        }
        do {
            try scene.control("SetMode", .string("work"), ["name": Value.string(text)].busValue)
        } catch CallError.error(_, let message) {
            #expect(message.contains("at most 1024 are allowed") && message.utf8.count < 1000)
        }
        #expect(try scene.read(Self.work) == Self.good)
        #expect(try scene.rows("ListModes").map { $0.text("id") } == ["work"])
    }

    @Test func folderThatCannotBeWritten_isReadOnly() throws {
        let scene = try Scene(files: [
            "config/focus-filters/modes": "a file in the way\n", "share/focus-filters/modes/work.mode": Self.good,
        ])
        for call in [
            { _ = try scene.control("SetMode", .string("work"), ["name": Value.string("x")].busValue) },
            { _ = try scene.control("CreateMode", .string("new"), .string(""), .none) },
            { _ = try scene.control("DeleteMode", .string("work")) },
        ] {
            #expect(errorName(call) == "ReadOnly")
        }
        #expect(try scene.rows("ListModes").map { $0.text("name") } == ["Work"])
    }

    @Test func newMode_comesFromAPreset() throws {
        let preset = "# A template.\n[Mode]\nName=Sleep\nIcon=moon\nPriority=80\n"
        let scene = try Scene(files: ["share/focus-filters/presets/sleep.mode": preset])
        #expect(try scene.rows("ListModes").isEmpty)
        try scene.control("CreateMode", .string("night"), .string("sleep"), ["name": Value.string("Night")].busValue)
        let row = try #require(try scene.rows("ListModes").first)
        #expect(row.text("name") == "Night")
        #expect(row["priority"] == .int32(80))
        #expect(try scene.read(Scene.modeFile("night")).hasPrefix("# A template.\n"))
        #expect(
            errorName { try scene.control("CreateMode", .string("night"), .string("sleep"), .none) } == "InvalidValue")
        #expect(errorName { try scene.control("CreateMode", .string("x"), .string("slep"), .none) } == "UnknownMode")
        #expect(errorName { try scene.control("CreateMode", .string("No Id"), .string(""), .none) } == "InvalidId")
        try scene.activate("night")
        #expect(try scene.activeMode() == "night")
    }

    @Test func policyThatChanges_isInForceAtOnce() throws {
        let scene = try Scene(modes: ["work": Self.good])
        let app = try App(scene.bus, Self.app)
        try app.register()
        try scene.activate("work")
        #expect(try app.next().transition["mode"] == nil)
        try scene.write("[App \(Self.app)]\nShareMode=true\n", to: "config/focus-filters/agent.conf")
        let told = try app.next()
        #expect(told.transition.text("mode") == "work")
        #expect(told.reason == "changed")
        try scene.write("[App \(Self.app)]\nShareMode=maybe\n", to: "config/focus-filters/agent.conf")
        #expect(try scene.reload().first?["line"] == .uint32(2))
        try scene.deactivate()
        #expect(try app.next().transition.text("mode") == "")
    }

    @Test func h3_badBytes_areRefusedWithTheirPlaceAndTheOtherFilesLoad() throws {
        let scene = try Scene(
            modes: ["good": modeText("Gut: Büro/日本")], variables: ["LANG": "zh_TW.BIG5", "LC_ALL": "zh_TW.BIG5"])
        try scene.write(Data("[Mode]\nName=caf".utf8) + [0xE9] + Data("\n".utf8), to: Scene.modeFile("latin"))
        let problems = try scene.reload()
        #expect(problems.count == 1)
        #expect(problems.first?["line"] == .uint32(2))
        #expect(problems.first?["column"] == .uint32(9))
        #expect(problems.first?.text("file") == scene.path(Scene.modeFile("latin")))
        #expect(try scene.rows("ListModes").map { $0.text("name") } == ["Gut: Büro/日本"])
    }

    @Test func h3_idsThatAreNotASCII_goThroughUnchanged() throws {
        let scene = try Scene(modes: ["work": modeText("Work")], variables: ["LANG": "zh_TW.BIG5"])
        let app = try App(scene.bus, Self.app)
        let büro = "Büro/日本"
        try app.register([App.filter("Räume", [App.parameter("möbel", "entity", .string("–"))])])
        try scene.configure("work", Self.app, "Räume", ["möbel": .string(büro)])
        try scene.activate("work")
        let told = try app.next()
        #expect(told.filter.utf8.elementsEqual("Räume".utf8))
        #expect(told.values.text("möbel")?.utf8.elementsEqual(büro.utf8) == true)
        #expect(try scene.read(Self.work).contains("möbel='Büro/日本'"))
        // The same to the eye, but other bytes: another entity.
        let decomposed = "Bu\u{308}ro/日本"
        try scene.configure("work", Self.app, "Räume", ["möbel": .string(decomposed)])
        let again = try app.next()
        #expect(again.values.text("möbel")?.utf8.elementsEqual(decomposed.utf8) == true)
    }
}
