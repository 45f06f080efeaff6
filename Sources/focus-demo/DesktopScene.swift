// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusInterfaces

/// The agent on the desktop session that there is, with a live view.
struct DesktopScene {
    private let stage: Stage
    private let session: Connection

    init(_ stage: Stage, _ session: Connection) {
        self.stage = stage
        self.session = session
    }

    func play() throws(DemoFailure) {
        let tree = try SourceTree()
        Story.say(Story.strong("Focus Filters on this desktop session"))
        if try isAgentRunning() {
            Story.say("An agent is running already; it stays as it is.")
        } else {
            let (_, process, time) = try AgentProcess.start(stage, tree, on: session, try environment(tree))
            Story.say("The agent, process \(process), is ready after \(Story.span(time)). It ends with this.")
        }
        Story.say("\nTry, until you press Ctrl-C:")
        for example in [
            "the desktop's own Do Not Disturb switch, and the lock screen",
            "\(tree.root)/data/examples/tasks.py        in another terminal: an app with a focus filter",
            "\(tree.programs)/focusctl status        and 'focusctl help'",
            "\(tree.root)/data/examples/work.mode        copied to ~/.config/focus-filters/modes/: a mode for that app",
        ] { Story.say("   \(example)") }
        Story.say("\nWhat changes appears here:\n")
        try stage.start("focusctl watch", [try tree.program("focusctl"), "watch"], environment: Desktop.environment)
        try stage.waitForInterruption()
    }

    private func isAgentRunning() throws(DemoFailure) -> Bool {
        var answer: BusName??
        let subscription = session.watchOwner(Control1.busName) { answer = .some($0) }
        defer { subscription.cancel() }
        try stage.wait(for: "the session bus") { answer != nil }
        return answer.flatMap { $0 } != nil
    }

    /// The session's own, with the modes and presets of the source tree, which are not installed.
    private func environment(_ tree: SourceTree) throws(DemoFailure) -> [String: String] {
        try stage.folder.makeFolder("focus-filters")
        for name in ["modes", "presets"] {
            try stage.folder.link("\(tree.root)/data/\(name)", as: "focus-filters/\(name)")
        }
        var environment = Desktop.environment
        let folders = environment["XDG_DATA_DIRS"].flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/share:/usr/share"
        environment["XDG_DATA_DIRS"] = "\(folders):\(stage.folder.path)"
        return environment
    }
}
