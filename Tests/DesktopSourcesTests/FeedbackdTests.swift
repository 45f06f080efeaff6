// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import Testing

@testable import DesktopSources

/// feedbackd's profile. Messages as captured from feedbackd 0.0.3, `:1.1`.
struct FeedbackdTests {
    private static let path: ObjectPath = "/org/sigxcpu/Feedback"

    private static func stage(_ profile: Value) -> Stage {
        let stage = Stage(ObjectSource(Feedbackd.component))
        stage.attach()
        stage.owner("org.sigxcpu.Feedback", ":1.1")
        stage.answerProperties(of: path, ["Profile": profile])
        return stage
    }

    private static func profile(_ stage: Stage, _ profile: Value) {
        stage.changed(from: ":1.1", path, "org.sigxcpu.Feedback", ["Profile": profile])
    }

    @Test(arguments: [("full", false), ("quiet", true), ("silent", true)])
    func profile_isRead(name: String, isOn: Bool) {
        let stage = Self.stage(.string(name))
        #expect(stage.takeReports() == [.reading([.doNotDisturb: .bool(isOn)], isFirst: true)])
    }

    @Test func profileChanges_countWhenTheSwitchMoves() {
        let stage = Self.stage(.string("full"))
        _ = stage.takeReports()
        for name in ["silent", "quiet", "full"] { Self.profile(stage, .string(name)) }
        #expect(stage.takeReports() == [.change([.doNotDisturb: .bool(true)]), .change([.doNotDisturb: .bool(false)])])
    }

    @Test func unknownProfile_isUnknownAndSaidOnce() {
        let stage = Self.stage(.string("silent"))
        _ = stage.takeReports()
        for _ in 1...2 {
            Self.profile(stage, .string("disco"))
            stage.readAgain()
            stage.answerProperties(of: Self.path, ["Profile": .string("disco")])
        }
        #expect(stage.takeReports().first == .change([.doNotDisturb: nil]))
        #expect(stage.hasLogged(.warning, "the profile 'disco' is not known") == 1)
        Self.profile(stage, .string("full"))
        #expect(stage.takeReports().last == .change([.doNotDisturb: .bool(false)]))
    }

    @Test func profileOfAnotherType_isReadInstead() {
        let stage = Self.stage(.string("silent"))
        _ = stage.takeReports()
        Self.profile(stage, .uint32(2))
        #expect(stage.takeReports() == [])
        stage.answerProperties(of: Self.path, ["Profile": .uint32(2)])
        #expect(stage.takeReports() == [.reading([:], isFirst: false)])
        #expect(stage.hasLogged(.warning, "Profile came with type u, not s") == 1)
    }
}
