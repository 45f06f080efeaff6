// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// Text that a terminal shows and does not act upon.
enum PlainText {
    /// `text` on one line without control characters: whoever sent it can neither move the cursor nor turn the order of
    /// what stands around it.
    static func clean(_ text: String) -> String { text.inOneLine() }
}
