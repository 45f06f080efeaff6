// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// The names of the folders in which servers keep an app's notification settings, by its id.
enum SettingsFolder {
    /// GNOME Shell: small letters, digits and single dashes.
    static func shell(_ id: String) -> String {
        var name = ""
        for scalar in id.lowercased().unicodeScalars {
            let isKept = ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar)
            if isKept { name.unicodeScalars.append(scalar) } else if name.last != "-" { name += "-" }
        }
        return name
    }

    /// Phosh: each byte by itself.
    static func phosh(_ id: String) -> String {
        let bytes = id.utf8.map { byte in
            ASCII.isDigit(byte) || ASCII.isLetter(byte) ? byte | (ASCII.isLetter(byte) ? 0x20 : 0) : UInt8(ascii: "-")
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Budgie: dots alone become dashes.
    static func budgie(_ id: String) -> String { id.replacing(".", with: "-").lowercased() }
}
