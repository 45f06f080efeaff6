// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import FocusProcess

/// How `focus-agent` was started.
struct Options: Equatable {
    var simulates = false
    var replaces = false
    /// Nil: as the settings say.
    var logLevel: Log.Level?
    /// Of the session, for the commands that the agent runs.
    var umask: UInt32 = 0o022
}
