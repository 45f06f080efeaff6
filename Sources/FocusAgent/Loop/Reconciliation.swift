// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import CGLib

/// A call every 15 minutes, at whole seconds that GLib's programs share in a session, so that it joins wake-ups that
/// happen anyway.
enum Reconciliation {
    /// Starts it, for as long as the process lives.
    static func start(_ call: @escaping () -> Void) {
        let box = Unmanaged.passRetained(Box(call)).toOpaque()
        g_timeout_add_seconds(
            15 * 60,
            { data in
                if let data { Unmanaged<Box>.fromOpaque(data).takeUnretainedValue().call() }
                return 1
            }, box)
    }

    private final class Box {
        let call: () -> Void
        init(_ call: @escaping () -> Void) { self.call = call }
    }
}
