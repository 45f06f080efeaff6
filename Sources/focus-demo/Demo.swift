// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// `focus-demo`: shows the whole way from the desktop's switch to an app's parameters, as `make run` starts it.
///
/// With a desktop session it runs the agent on it, with a live view. Without one it brings up a desktop's buses and
/// settings of its own in a temporary folder, and plays a scene on them.
enum Demo {
    static let help = """
        Usage: focus-demo [--private]

        Runs the agent on the desktop session, with a live view. Without a session, or with --private, it shows the
        agent at work on buses and settings of its own, in a temporary folder.

        It ends with 0 when all went well, also on Ctrl-C, with 1 when something failed, and with 2 when the command line
        is wrong.
        """

    static func run(_ arguments: [String]) -> Int32 {
        let isPrivate = arguments == ["--private"]
        if arguments == ["--help"] || arguments == ["-h"] {
            Story.say(help)
            return 0
        }
        guard arguments.isEmpty || isPrivate else {
            Story.complain("'\(arguments.joined(separator: " "))' is not understood; 'focus-demo --help' says more")
            return 2
        }
        // Who reads our output may leave first; that is no reason to leave a folder and processes behind.
        signal(SIGPIPE, SIG_IGN)
        do throws(DemoFailure) {
            let stage = try Stage()
            defer { stage.clear() }
            return play(stage, isPrivate: isPrivate)
        } catch {
            Story.complain(error.words)
            return 1
        }
    }

    private static func play(_ stage: Stage, isPrivate: Bool) -> Int32 {
        do throws(DemoFailure) {
            if isPrivate {
                try PrivateScene(stage, because: "A private scene is wanted").play()
            } else if let session = Desktop.session(stage.loop) {
                try DesktopScene(stage, session).play()
            } else {
                try PrivateScene(stage, because: "There is no desktop session here").play()
            }
        } catch {
            if stage.isInterrupted { return 0 }
            Story.complain(error.words)
            for child in stage.children where child.name == AgentProcess.name || child.hasFailed {
                Story.complain("\(child.name) said:\n\(child.log)")
            }
            return 1
        }
        return 0
    }
}

/// Why the demonstration cannot go on; in words.
struct DemoFailure: Error {
    var words: String
    init(_ words: String) { self.words = words }
}
