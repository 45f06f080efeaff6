// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import AppIntents
import CGLibLoop
import Dispatch

/// A program with a main loop of its own: the first argument says which.
@main
struct Main {
    static func main() throws {
        let registration = try FocusFilters.register(allFilters, app: "org.example.Outside6")
        Task {
            try await registration.registered()
            report("registered")
        }
        switch CommandLine.arguments.dropFirst().first {
        case "glib":
            g_unix_fd_add(MainActorQueue.fileDescriptor, G_IO_IN, drain, nil)
            g_main_loop_run(g_main_loop_new(nil, 0))
        case "dispatch":
            dispatchMain()
        default:
            RunLoop.main.run()
        }
    }
}

/// For GLib's main loop: the main actor has something to do.
nonisolated private func drain(_: gint, _: GIOCondition, _: gpointer?) -> gboolean {
    MainActorQueue.drain()
    return 1
}
