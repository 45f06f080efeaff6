// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Something that goes on until it is cancelled. Dropping it does not cancel it.
public final class Subscription {
    private var onCancel: (() -> Void)?

    init(onCancel: @escaping () -> Void) { self.onCancel = onCancel }

    /// Ends it: its handler is not called again. May be repeated, and called from the handler.
    public func cancel() {
        let onCancel = onCancel
        self.onCancel = nil
        onCancel?()
    }
}
