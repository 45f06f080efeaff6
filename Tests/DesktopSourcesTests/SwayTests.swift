// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import Testing

@testable import DesktopSources

/// sway 1.7's IPC; trees and events in the shape in which it sent them.
struct SwayTests {
    private static let tag: SourceTag = "sway"

    private static func stage() -> Stage {
        let stage = Stage(Sway(SourceEnvironment(userID: 1000, swaySocket: "/run/user/1000/sway-ipc.1000.7.sock")))
        stage.attach()
        stage.opened(tag)
        return stage
    }

    /// Workspaces say of themselves that they fill the screen.
    private static func tree(fullscreen: Int = 0, isVisible: Bool = true, type: String = "con") -> String {
        """
        { "id": 1, "type": "root", "name": "root", "rect": { "x": 0, "y": 0 }, "fullscreen_mode": 0, "nodes": [
          { "id": 3, "type": "output", "fullscreen_mode": 0, "nodes": [
            { "id": 4, "type": "workspace", "name": "1", "fullscreen_mode": 1, "nodes": [
              { "id": 5, "type": "\(type)", "name": "a \\"film\\" {", "fullscreen_mode": \(fullscreen), "nodes": [ ],
                "pid": 666, "visible": \(isVisible), "idle_inhibitors": { "user": "none" } } ] } ] } ] }
        """
    }

    private static func event(_ change: String, fullscreen: Int = 0) -> String {
        #"{ "change": "\#(change)", "container": { "id": 5, "type": "con", "fullscreen_mode": \#(fullscreen), "#
            + #""visible": true, "nodes": [ ] } }"#
    }

    private static func send(_ stage: Stage, _ kind: UInt32, _ payload: String) {
        stage.receive(tag, SwayMessages.message(kind, payload))
    }

    private static func answer(_ stage: Stage, _ tree: String) { send(stage, SwayMessages.Kind.tree, tree) }

    private static let treeQuestion = SwayMessages.message(SwayMessages.Kind.tree)

    /// Asks for the tree, once, by now.
    private static func asks(_ stage: Stage) -> Bool { stage.takeSent(tag) == treeQuestion }

    private static func readStage(_ tree: String) -> Stage {
        let stage = stage()
        _ = stage.takeSent(tag)
        send(stage, SwayMessages.Kind.subscribe, #"{ "success": true }"#)
        answer(stage, tree)
        _ = stage.takeReports()
        return stage
    }

    @Test func withoutItsVariable_isAbsentAndOpensNothing() {
        let stage = Stage(Sway(SourceEnvironment(userID: 1000)))
        stage.attach()
        stage.readAgain()
        #expect(stage.takeReports() == [.absent("sway is not running: SWAYSOCK is not set")])
        #expect(stage.streams.isEmpty)
    }

    @Test func start_subscribesThenReadsTheTree() {
        let stage = Self.stage()
        let subscription = SwayMessages.message(SwayMessages.Kind.subscribe, #"["window","workspace"]"#)
        #expect(stage.takeSent(Self.tag) == subscription + Self.treeQuestion)
        Self.answer(stage, Self.tree(fullscreen: 1))
        #expect(stage.takeReports() == [.reading([.fullscreen: .bool(true)], isFirst: true)])
    }

    @Test(arguments: [
        (0, true, "con", false), (1, true, "con", true), (2, true, "con", true), (1, true, "floating_con", true),
        (1, false, "con", false), (1, true, "workspace", false),
    ])
    func onlyAWindowThatIsSeen_counts(mode: Int, isVisible: Bool, type: String, expected: Bool) {
        let stage = Self.stage()
        Self.answer(stage, Self.tree(fullscreen: mode, isVisible: isVisible, type: type))
        #expect(stage.takeReports() == [.reading([.fullscreen: .bool(expected)], isFirst: true)])
    }

    @Test func fullscreenEvent_hasTheTreeRead() {
        let stage = Self.readStage(Self.tree())
        Self.send(stage, SwayMessages.Kind.window, Self.event("fullscreen_mode", fullscreen: 1))
        #expect(stage.takeReports() == [], "the tree decides")
        #expect(Self.asks(stage))
        Self.answer(stage, Self.tree(fullscreen: 1))
        #expect(stage.takeReports() == [.change([.fullscreen: .bool(true)])])
        // Another workspace hides it.
        Self.send(stage, SwayMessages.Kind.workspace, #"{ "change": "focus", "current": { "type": "workspace" } }"#)
        #expect(Self.asks(stage))
        Self.answer(stage, Self.tree(fullscreen: 1, isVisible: false))
        #expect(stage.takeReports() == [.change([.fullscreen: .bool(false)])])
        // And back.
        Self.send(stage, SwayMessages.Kind.workspace, #"{ "change": "focus" }"#)
        #expect(Self.asks(stage))
    }

    @Test func whatCanChangeNothing_costsNothing() {
        let stage = Self.readStage(Self.tree())
        for change in ["title", "focus", "new", "move", "close"] {
            Self.send(stage, SwayMessages.Kind.window, Self.event(change))
        }
        Self.send(stage, SwayMessages.Kind.workspace, #"{ "change": "focus" }"#)
        #expect(stage.takeSent(Self.tag).isEmpty)
        let other = Self.readStage(Self.tree(fullscreen: 1))
        Self.send(other, SwayMessages.Kind.window, Self.event("title"))
        #expect(other.takeSent(Self.tag).isEmpty)
        Self.send(other, SwayMessages.Kind.window, Self.event("close"))
        #expect(Self.asks(other))
    }

    @Test func eventsWhileTheTreeIsRead_askOnceMore() {
        let stage = Self.readStage(Self.tree())
        for _ in 0..<10 { Self.send(stage, SwayMessages.Kind.window, Self.event("fullscreen_mode", fullscreen: 1)) }
        #expect(Self.asks(stage))
        Self.answer(stage, Self.tree())
        #expect(Self.asks(stage))
        Self.answer(stage, Self.tree(fullscreen: 1))
        #expect(!Self.asks(stage))
        #expect(stage.takeReports() == [.change([.fullscreen: .bool(true)])])
    }

    @Test func messageInPieces_isPutTogether() {
        let stage = Self.stage()
        for byte in SwayMessages.message(SwayMessages.Kind.tree, Self.tree(fullscreen: 1)) {
            stage.receive(Self.tag, [byte])
        }
        #expect(stage.takeReports() == [.reading([.fullscreen: .bool(true)], isFirst: true)])
    }

    @Test(arguments: [
        Array("HTTP/1.1 400 Bad".utf8), SwayMessages.message(SwayMessages.Kind.tree, "{"),
        SwayMessages.message(SwayMessages.Kind.tree, "{}}"), SwayMessages.message(SwayMessages.Kind.tree, "\"open"),
        SwayMessages.message(SwayMessages.Kind.tree, "\u{1}"),
        SwayMessages.message(SwayMessages.Kind.tree, String(repeating: "{", count: 1000)),
        Array("i3-ipc".utf8) + [255, 255, 255, 255, 4, 0, 0, 0],
    ])
    func nonsense_isFailingAndTriedAgainLater(bytes: [UInt8]) {
        let stage = Self.stage()
        stage.receive(Self.tag, bytes)
        #expect(stage.takeReports() == [.failing("sway says what makes no sense")])
        #expect(stage.streams.isEmpty)
        #expect(stage.timers["again-sway"] == Backoff.first)
    }

    @Test func swayEnds_isLookedForAFewTimesOnly() {
        let stage = Self.readStage(Self.tree(fullscreen: 1))
        stage.closed(Self.tag)
        #expect(stage.takeReports() == [.ownerLost])
        var tries = 0
        while stage.elapse("again-sway") {
            tries += 1
            #expect(stage.streams.count == 1)
            stage.closed(Self.tag, "no such file")
        }
        #expect(tries == 5)
        #expect(stage.timers.isEmpty)
        stage.readAgain()
        #expect(stage.streams.count == 1)
        stage.opened(Self.tag)
        Self.answer(stage, Self.tree())
        #expect(stage.takeReports().last == .reading([.fullscreen: .bool(false)], isFirst: true))
    }
}
