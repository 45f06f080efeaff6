// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Glibc

/// The scene on a desktop of its own: an app's list follows the desktop's switch and the lock.
struct PrivateScene {
    private let stage: Stage

    init(_ stage: Stage) { self.stage = stage }

    /// What the user of this desktop has configured.
    private static let mode = """
        [Mode]
        Name=Work
        Priority=50
        When=do-not-disturb and not locked

        [Filter org.example.Tasks/UpNext]
        taskCategory='7d0a2c5e-3b1f-4e0e-9f65-0e5d7c5d9a10'
        urgentOnly=true

        """
    private static let modeFile = "config/focus-filters/modes/work.mode"

    func play() throws(DemoFailure) {
        let folder = stage.folder
        Story.say(Story.strong("Focus Filters: from the desktop's Do Not Disturb switch to an app's parameters"))
        Story.say("There is no desktop session here, so this brings up one of its own in \(folder.path):")
        let tree = try SourceTree()
        let desktop = try PrivateDesktop(stage, tree)
        Story.say("   two buses, GNOME's settings in a real dconf, and a stand-in for systemd-logind with one session")
        try folder.makeFolder("config/focus-filters/modes")
        try folder.write(Self.mode, to: Self.modeFile)
        try folder.makeFolder("data/focus-filters/filters")
        let descriptor = "org.example.Tasks.filters"
        try folder.write(
            Folder.read("\(tree.root)/data/examples/\(descriptor)"), to: "data/focus-filters/filters/\(descriptor)")
        let (agent, process, time) = try AgentProcess.start(stage, tree, on: desktop.session, desktop.environment)
        Story.say("   the agent, process \(process), ready after \(Story.span(time))")
        let tasks = try TaskList(stage, tree, desktop.environment)
        try stage.wait(for: "the app to register its filter") { tasks.isRegistered && !tasks.drawn.isEmpty }
        Story.say("   an app, data/examples/tasks.py: a task list in Python, with the focus filter \"Up Next\"")
        Story.say("\nIts user has configured this filter in the mode Work, \(folder.path)/\(Self.modeFile):")
        Story.show(Self.mode)
        Story.say("\nNo mode is on yet. The app shows:")
        Story.show(tasks.drawn.last ?? "")

        let cast = Cast(stage: stage, agent: agent, tasks: tasks)
        Story.step(1, "The user turns Do Not Disturb on, as GNOME's own switch does:")
        Story.say("   $ \(PrivateDesktop.switchCommand(true).joined(separator: " "))")
        try cast.expect("activated", mode: "work", after: "the settings changed") { () throws(DemoFailure) in
            try desktop.setDoNotDisturb(true)
        }
        Story.step(2, "The screen locks: logind says LockedHint=true.")
        try cast.expect("ended", mode: "do-not-disturb", after: "logind's signal") { () throws(DemoFailure) in
            try desktop.logind.setLocked(true)
        }
        Story.step(3, "The screen is unlocked:")
        try cast.expect("activated", mode: "work", after: "logind's signal") { () throws(DemoFailure) in
            try desktop.logind.setLocked(false)
        }
        Story.step(4, "The user turns Do Not Disturb off:")
        Story.say("   $ \(PrivateDesktop.switchCommand(false).joined(separator: " "))")
        try cast.expect("ended", mode: "", after: "the settings changed") { () throws(DemoFailure) in
            try desktop.setDoNotDisturb(false)
        }
        Story.say(
            "\nThe app was told \(tasks.performed.count) times: once for each change that concerned it, and never else."
        )
        if Story.isOnTerminal { try goOn(tree, desktop, tasks) }
    }

    /// Leaves the stage to the person at the terminal.
    private func goOn(_ tree: SourceTree, _ desktop: PrivateDesktop, _ tasks: TaskList) throws(DemoFailure) {
        let variables = [
            "HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR",
            "XDG_CONFIG_DIRS", "XDG_DATA_DIRS", "XDG_CURRENT_DESKTOP", "DBUS_SESSION_BUS_ADDRESS",
            "DBUS_SYSTEM_BUS_ADDRESS",
        ]
        var lines = variables.map { "export \($0)='\(desktop.environment[$0] ?? "")'" }
        lines.append("PATH='\(tree.programs)':$PATH")
        let file = try stage.folder.write(lines.joined(separator: "\n") + "\n", to: "env")
        Story.say("\n" + Story.strong("Now it is yours, until you press Ctrl-C.") + " In another terminal:")
        Story.say("   . \(file)        # this desktop's buses and folders")
        for example in [
            "focusctl", "focusctl on work --for 1min", "focusctl set work org.example.Tasks/UpNext urgentOnly=false",
            "focusctl why", "focusctl off", "focusctl auto",
            PrivateDesktop.switchCommand(true).joined(separator: " "), "$EDITOR \(stage.folder.path)/\(Self.modeFile)",
        ] { Story.say("   \(example)") }
        Story.say("\nWhat 'focusctl watch' tells, and the app's list, appear here:\n")
        tasks.onDraw = { Story.show($0) }
        try stage.start("focusctl watch", [try tree.program("focusctl"), "watch"], environment: desktop.environment)
        try stage.waitForInterruption()
    }
}

/// Who plays: makes something happen, and waits for what the app makes of it.
private struct Cast {
    let stage: Stage
    let agent: AgentProcess
    let tasks: TaskList

    /// Does `action`, which gives its instant, and shows how long after it the app was told, why, and what it draws.
    func expect(
        _ reason: String, mode: String, after what: String, _ action: () throws(DemoFailure) -> Int64
    ) throws(DemoFailure) {
        let (told, drawn) = (tasks.performed.count, tasks.drawn.count)
        let start = try action()
        try stage.wait(for: "the app to be told") { tasks.performed.count > told && tasks.drawn.count > drawn }
        let performed = tasks.performed[told]
        let now = try agent.mode()
        guard performed.reason == reason, now.id == mode else {
            throw DemoFailure("the app was told '\(performed.reason)', not '\(reason)', and the \(now.words)")
        }
        Story.say("   \(now.words)")
        Story.say("   \(Story.strong(Story.span(performed.instant - start))) after \(what) the app was told: \(reason)")
        if reason == "ended" {
            Story.say("   (100 ms of it on purpose: a mode is left calmly, so that a flicker reaches no app)")
        }
        Story.show(tasks.drawn[drawn])
    }
}
