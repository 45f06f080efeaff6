// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Glibc

/// The desktop session that this program was started in, if any.
enum Desktop {
    /// A connection to its bus; nil if there is no desktop, or its bus does not answer.
    static func session(_ loop: PollLoop) -> Connection? {
        let names = ["XDG_CURRENT_DESKTOP", "WAYLAND_DISPLAY", "DISPLAY"]
        guard names.contains(where: { environment[$0]?.isEmpty == false }) else { return nil }
        return try? Connection.open(.session, loop: loop)
    }

    /// This process's environment, as it was started with.
    static let environment: [String: String] = {
        var variables: [String: String] = [:]
        for entry in ((try? Folder.read("/proc/self/environ")) ?? "").split(separator: "\0") {
            let parts = entry.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
        }
        return variables
    }()
}
