// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import Testing

@testable import DesktopSources

/// The Inhibit portal's monitor; messages as captured from xdg-desktop-portal 1.16.
struct InhibitPortalTests {
    private static let name: BusName = "org.freedesktop.portal.Desktop"
    private static let path: ObjectPath = "/org/freedesktop/portal/desktop"
    private static let interface: InterfaceName = "org.freedesktop.portal.Inhibit"
    private static let session: ObjectPath = "/org/freedesktop/portal/desktop/session/1_46/focusfilters1"
    private static let request: ObjectPath = "/org/freedesktop/portal/desktop/request/1_46/focusfilters1"

    private static func stage() -> Stage {
        let stage = Stage(InhibitPortal())
        stage.attach()
        stage.owner(name, ":1.20")
        return stage
    }

    private static func state(
        _ stage: Stage, active: Value?, session: UInt32 = 1, of path: ObjectPath = session, from peer: BusName = ":1.20"
    ) {
        var state: [String: Value] = ["session-state": .uint32(session)]
        state["screensaver-active"] = active
        stage.signal(from: peer, Self.path, interface, "StateChanged", [.objectPath(path), state.busValue])
    }

    @Test func monitor_isCreatedAndFollowed() {
        let stage = Self.stage()
        #expect(stage.calls.map(\.call.member) == ["CreateMonitor"])
        #expect(
            stage.calls.first?.call.arguments == [
                .string(""),
                ["handle_token": Value.string("focusfilters1"), "session_handle_token": .string("focusfilters1")]
                    .busValue,
            ])
        stage.answer("CreateMonitor", .objectPath(Self.request))
        Self.state(stage, active: .boolean(false))
        Self.state(stage, active: .boolean(true))
        Self.state(stage, active: .boolean(true))
        #expect(
            stage.takeReports() == [
                .reading([.screensaver: .bool(false)], isFirst: true), .change([.screensaver: .bool(true)]),
            ])
        #expect(stage.calls.isEmpty)
    }

    @Test func sessionThatIsAboutToEnd_isAnsweredAtOnce() {
        let stage = Self.stage()
        stage.answer("CreateMonitor", .objectPath(Self.request))
        Self.state(stage, active: .boolean(false), session: 2)
        #expect(stage.calls.map(\.call.member) == ["QueryEndResponse"])
        #expect(stage.calls.first?.call.arguments == [.objectPath(Self.session)])
        stage.answer("QueryEndResponse")
        Self.state(stage, active: .boolean(false), session: 3)
        #expect(stage.calls.isEmpty)
    }

    @Test func otherMonitorsAndStrangers_areIgnored() {
        let stage = Self.stage()
        Self.state(stage, active: .boolean(true), of: "/org/freedesktop/portal/desktop/session/1_9/other")
        Self.state(stage, active: .boolean(true), from: ":1.66")
        stage.signal(from: ":1.20", Self.path, Self.interface, "StateChanged", [.string("x"), .string("y")])
        #expect(stage.takeReports() == [])
    }

    @Test func stateWithoutTheSaver_isUnknownAndLoggedOnce() {
        let stage = Self.stage()
        Self.state(stage, active: nil)
        Self.state(stage, active: .string("yes"))
        #expect(stage.takeReports() == [.reading([:], isFirst: true)])
        #expect(stage.hasLogged(.warning, "names no screen saver") == 1)
    }

    /// A back end may be missing; the portal of version 1 has no monitor.
    @Test func refusal_isTriedLater_missingMethodIsNot() {
        let stage = Self.stage()
        stage.answer("CreateMonitor", .success([.objectPath(Self.request)]))
        stage.signal(
            from: ":1.20", Self.request, "org.freedesktop.portal.Request", "Response",
            [.uint32(2), ([:] as [String: Value]).busValue])
        #expect(stage.takeReports() == [.failing("the portal refuses a monitor (response 2)")])
        #expect(stage.elapse("create-again"))
        #expect(stage.calls.count == 1)
        stage.refuse("CreateMonitor", .unknownMethod)
        guard case .absent? = stage.takeReports().last else {
            Issue.record("not absent")
            return
        }
        #expect(stage.timers.isEmpty)
    }

    @Test func d5_portalThatHangs_isFailingThenFound() {
        let stage = Self.stage()
        stage.answer("CreateMonitor", .failure(.timedOut))
        guard case .failing? = stage.takeReports().last else {
            Issue.record("not failing")
            return
        }
        #expect(stage.elapse("create-again"))
        stage.answer("CreateMonitor", .objectPath("/org/freedesktop/portal/desktop/request/1_46/focusfilters2"))
        Self.state(
            stage, active: .boolean(true), of: "/org/freedesktop/portal/desktop/session/1_46/focusfilters2")
        #expect(stage.takeReports() == [.reading([.screensaver: .bool(true)], isFirst: true)])
    }

    @Test func inCatalogOnlyInASandbox() {
        func ids(_ isSandboxed: Bool) -> [String] {
            allSources(SourceEnvironment(userID: 1000, isSandboxed: isSandboxed)).map(\.description.id.text)
        }
        #expect(ids(true).contains("inhibit-portal"))
        #expect(!ids(false).contains("inhibit-portal"))
        #expect(Set(ids(true)).count == ids(true).count)
    }
}
