// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Glibc

/// The scene on a desktop of its own: an app's list follows the desktop's switch and the lock.
struct PrivateScene {
    private let stage: Stage
    private let reason: String

    /// `reason`: why it is not played on the desktop session, as the beginning of a sentence.
    init(_ stage: Stage, because reason: String) {
        self.stage = stage
        self.reason = reason
    }

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
        Story.say("\(reason), so this brings up a desktop's parts in \(folder.path):")
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

        try Cast(stage: stage, desktop: desktop, agent: agent, tasks: tasks).play()
        Story.say(
            "\nThe app was told \(tasks.performed.count) times: once for each change that concerned it, and never else."
        )
        Story.say("The times are those of a debug build and an app in Python; 'make bench' measures in earnest.")
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
