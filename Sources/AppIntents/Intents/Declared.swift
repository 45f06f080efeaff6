// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Reads what a type declares of itself, such as its title, on any thread.
///
/// The static requirements of the protocols here are isolated to the main actor, so that `static var title = "…"` is
/// accepted in Swift 6 mode, without a warning for those who write `static let`. What they give is a constant of the
/// type. The library reads it wherever it needs it, since a program need not serve the main actor at all (a GLib main
/// loop does not).
func declared<Content>(_ read: @MainActor () -> Content) -> Content {
    withoutActuallyEscaping(read) { read in
        unsafeBitCast(read, to: (() -> Content).self)()
    }
}
