// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// What an intent's ``AppIntent/perform()`` gives.
public protocol IntentResult: Sendable {}

/// A result that says no more than that the intent is done.
public struct _EmptyIntentResult: IntentResult {}

extension IntentResult where Self == _EmptyIntentResult {
    /// It is done.
    public static func result() -> _EmptyIntentResult { _EmptyIntentResult() }
}
