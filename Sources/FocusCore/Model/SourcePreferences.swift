// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// What the user says about how the desktop is to be understood.
public struct SourcePreferences: Hashable, Sendable {
    /// mako gives its modes no meaning: the names of those that mean Do Not Disturb.
    public var makoModes: Set<String>

    public init(makoModes: Set<String> = ["do-not-disturb"]) { self.makoModes = makoModes }
}
