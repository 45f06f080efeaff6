// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import Testing

@testable import DesktopSources

/// Hyprland, as its wiki has the IPC; the texts of `activewindow` are those of versions 0.36 and 0.45.
struct HyprlandTests {
    private static let tag: SourceTag = "hyprland"
    private static let question: SourceTag = "hyprland-question"

    private static func stage() -> Stage {
        let environment = SourceEnvironment(userID: 1000, runtimeFolder: "/run/user/1000", hyprlandInstance: "abc_1")
        let stage = Stage(Hyprland(environment))
        stage.attach()
        stage.opened(tag)
        return stage
    }

    private static func answer(_ stage: Stage, _ text: String) {
        stage.opened(question)
        #expect(stage.takeSent(question) == Array("activewindow".utf8))
        stage.receive(question, Array(text.utf8))
        stage.closed(question)
    }

    private static func window(_ fullscreen: Int, mode: Int? = nil) -> String {
        "Window 55d -> film:\n\tmapped: 1\n\tworkspace: 1 (1)\n\ttitle: fullscreen: 7\n\tfullscreen: \(fullscreen)\n"
            + (mode.map { "\tfullscreenmode: \($0)\n" } ?? "\tfullscreenClient: 0\n")
    }

    private static func event(_ stage: Stage, _ text: String) { stage.receive(tag, Array((text + "\n").utf8)) }

    private static func asks(_ stage: Stage) -> Bool { stage.streams[question] != nil }

    @Test func withoutItsVariable_isAbsentAndOpensNothing() {
        let stage = Stage(Hyprland(SourceEnvironment(userID: 1000, runtimeFolder: "/run/user/1000")))
        stage.attach()
        #expect(
            stage.takeReports() == [.absent("Hyprland is not running: HYPRLAND_INSTANCE_SIGNATURE is not set")])
        #expect(stage.streams.isEmpty)
    }

    @Test(arguments: [
        (window(0), false), (window(1), false), (window(2), true), (window(3), true), (window(1, mode: 0), true),
        (window(1, mode: 1), false), (window(0, mode: 0), false), ("Invalid", false),
    ])
    func activeWindow_ofOldAndNewVersions(text: String, expected: Bool) {
        let stage = Self.stage()
        #expect(stage.streams[Self.tag]?.path == "/run/user/1000/hypr/abc_1/.socket2.sock")
        #expect(stage.streams[Self.question]?.path == "/run/user/1000/hypr/abc_1/.socket.sock")
        Self.answer(stage, text)
        #expect(stage.takeReports() == [.reading([.fullscreen: .bool(expected)], isFirst: true)])
    }

    @Test func events_haveTheWindowReadWhenTheyCanChangeIt() {
        let stage = Self.stage()
        Self.answer(stage, Self.window(0))
        for event in ["activewindow>>film,title", "activewindowv2>>55d", "closewindow>>55e", "openwindow>>1,1,a,b"] {
            Self.event(stage, event)
        }
        #expect(!Self.asks(stage))
        Self.event(stage, "fullscreen>>1")
        #expect(Self.asks(stage))
        Self.answer(stage, Self.window(2))
        #expect(stage.takeReports().last == .change([.fullscreen: .bool(true)]))
        Self.event(stage, "activewindowv2>>55d")
        #expect(!Self.asks(stage), "its title changed")
        Self.event(stage, "activewindowv2>>55f")
        #expect(Self.asks(stage))
        Self.answer(stage, Self.window(0))
        #expect(stage.takeReports() == [.change([.fullscreen: .bool(false)])])
    }

    @Test func eventInPieces_andAnEventWhileItIsRead() {
        let stage = Self.stage()
        Self.answer(stage, Self.window(0))
        _ = stage.takeReports()
        for byte in "workspace>>2\n".utf8 { stage.receive(Self.tag, [byte]) }
        #expect(Self.asks(stage))
        Self.event(stage, "fullscreen>>1")
        Self.answer(stage, Self.window(0))
        #expect(Self.asks(stage), "once more, for what came meanwhile")
        Self.answer(stage, Self.window(2))
        #expect(stage.takeReports() == [.change([.fullscreen: .bool(true)])])
    }

    @Test(arguments: ["", "unknown request", "fullscreen:", "fullscreen: many"])
    func answerThatMakesNoSense_isFailing(text: String) {
        let stage = Self.stage()
        Self.answer(stage, text)
        guard case .failing? = stage.takeReports().first else {
            Issue.record("not failing")
            return
        }
        Self.event(stage, "fullscreen>>1")
        #expect(Self.asks(stage))
    }

    @Test func endlessLine_isNoBurden() {
        let stage = Self.stage()
        Self.answer(stage, Self.window(0))
        for _ in 0..<64 { stage.receive(Self.tag, [UInt8](repeating: 65, count: 16 << 10)) }
        Self.event(stage, "")
        Self.event(stage, "fullscreen>>1")
        #expect(Self.asks(stage))
    }

    @Test func hyprlandEnds_isLost() {
        let stage = Self.stage()
        Self.answer(stage, Self.window(2))
        _ = stage.takeReports()
        stage.closed(Self.tag)
        #expect(stage.takeReports() == [.ownerLost])
        #expect(stage.timers["again-hyprland"] != nil)
    }
}
