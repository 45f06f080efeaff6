// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Who plays the scene: makes something happen, and shows what the app makes of it.
struct Cast {
    let stage: Stage
    let desktop: PrivateDesktop
    let agent: AgentProcess
    let tasks: TaskList

    func play() throws(DemoFailure) {
        try step(1, "The user turns Do Not Disturb on, as GNOME's own switch does:")
        try flip(true, expecting: "activated", mode: "work")
        try step(2, "The screen locks (logind's LockedHint), and Work is only for when it is not locked:")
        try lock(true, expecting: "ended", mode: "do-not-disturb")
        try step(3, "The screen is unlocked:")
        try lock(false, expecting: "activated", mode: "work")
        try step(4, "The user turns Do Not Disturb off:")
        try flip(false, expecting: "ended", mode: "")
    }

    private func step(_ number: Int, _ text: String) throws(DemoFailure) {
        try stage.pause()
        Story.say("\n" + Story.strong("\(number). \(text)"))
    }

    private func flip(_ isOn: Bool, expecting reason: String, mode: String) throws(DemoFailure) {
        Story.say("   $ \(PrivateDesktop.switchCommand(isOn).joined(separator: " "))")
        let before = (told: tasks.performed.count, drawn: tasks.drawn.count)
        let instant = try desktop.setDoNotDisturb(isOn)
        try show(reason, mode: mode, "the settings changed", at: instant, after: before)
    }

    private func lock(_ isLocked: Bool, expecting reason: String, mode: String) throws(DemoFailure) {
        let before = (told: tasks.performed.count, drawn: tasks.drawn.count)
        let instant = try desktop.logind.setLocked(isLocked)
        try show(reason, mode: mode, "logind's signal", at: instant, after: before)
    }

    /// Shows how long after `cause` the app was told, why, and what it draws; fails if it was told something else.
    /// `before`: how often it had been told, and had drawn.
    private func show(
        _ reason: String, mode: String, _ cause: String, at instant: Int64, after before: (told: Int, drawn: Int)
    ) throws(DemoFailure) {
        try stage.wait(for: "the app to be told") {
            tasks.performed.count > before.told && tasks.drawn.count > before.drawn
        }
        let performed = tasks.performed[before.told]
        let now = try agent.mode()
        guard performed.reason == reason, now.id == mode else {
            throw DemoFailure("the app was told '\(performed.reason)', not '\(reason)', and the \(now.words)")
        }
        Story.say("   \(now.words)")
        Story.say(
            "   \(Story.strong(Story.span(performed.instant - instant))) after \(cause) the app was told: \(reason)")
        if reason == "ended" {
            Story.say("   (100 ms of it on purpose: a mode is left calmly, so that a flicker reaches no app)")
        }
        Story.show(tasks.drawn[before.drawn])
    }
}
