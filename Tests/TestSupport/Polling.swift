// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

public import FocusTestBus

/// Whether `holds` is true, now or in time, for what no event tells of. It is looked at again and again, with pauses that
/// leave the processor to those whom it waits for. Blocks the thread.
public func comes(until deadline: Deadline = .standard, _ holds: () throws -> Bool) rethrows -> Bool {
    let nothing = EventProbe<Void>()
    while try !holds() {
        guard !deadline.hasPassed else { return false }
        _ = nothing.waitForNext(until: .seconds(0.01))
    }
    return true
}
