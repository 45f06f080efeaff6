// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Fakes
import FocusInterfaces
import TestSupport
import Testing

/// Questions that an app never answers.
@Suite struct QuestionDeadlineTests {
    private static let app = "org.example.One"

    @Test(arguments: ["Options", "Resolve", "Describe", "Suggest"])
    func questionThatHangs_isAnsweredAtItsDeadline(_ member: String) throws {
        let scene = try Scene()
        let app = try App(scene.bus, Self.app) { $0.member == member ? .never : .error("no") }
        try app.register([App.entities()])
        let none = [String: Value]().busValue
        let arguments: [String: [Value]] = [
            "Options": [.string("lists"), none], "Resolve": [.string("lists"), [Value.string("a")].busValue, none],
            "Describe": [["lists": ["a"].busValue].busValue, none], "Suggest": [none],
        ]
        let own = try #require(arguments[member])
        let method = try #require(MemberName(member))
        let errors = EventProbe<String>()
        scene.tool.perform { connection in
            connection.call(
                Control1.busName, Control1.path, Control1.name, method,
                [.string(Self.app), .string("Lists")] + own, deadline: 60_000_000
            ) { result in
                if case .failure(let error) = result { errors.record("\(error)") } else { errors.record("answered") }
            }
        }
        #expect(try app.nextQuestion().member == member)
        try scene.pass(seconds: 6)
        let error = try #require(errors.waitForNext())
        #expect(error.contains("org.focusfilters.Error.AppUnavailable") && error.contains("within 5 s"), "\(error)")
        // The app is told as before.
        try scene.write(
            "[Mode]\nName=Work\n\n[Filter \(Self.app)/Lists]\nlists=['a']\n", to: Scene.modeFile("work"))
        try scene.reload()
        try scene.activate("work")
        #expect(try app.next().reason == "activated")
    }
}
