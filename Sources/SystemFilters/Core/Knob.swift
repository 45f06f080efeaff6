// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// One thing of the desktop that has a value, which a filter may turn.
enum Knob: Hashable, Sendable {
    /// A key of GSettings. `path`: the folder in which a schema without a fixed one is kept; empty for the schema's own.
    case setting(schema: String, path: String, key: String)
    /// The active profile of power-profiles-daemon.
    case powerProfile
    /// Whether an output of the sound server is muted, `true` or `false`; by the output's name.
    case muted(output: String)
    /// What a notification server keeps of an app.
    case app(AppSwitch)
}

extension Knob {
    /// For the state file and for people, and back.
    var text: String {
        switch self {
        case .setting(let schema, let path, let key): "setting \(schema)\(path.isEmpty ? "" : ":\(path)") \(key)"
        case .powerProfile: "power-profile"
        case .muted(let output): "muted \(output)"
        case .app(let appSwitch): appSwitch.text
        }
    }

    /// Nil: no knob is written like that.
    init?(_ text: String) {
        if text == Knob.powerProfile.text {
            self = .powerProfile
        } else if let output = text.after("muted "), !output.isEmpty {
            self = .muted(output: output)
        } else if let rest = text.after("setting "), let knob = Knob(setting: rest[...]) {
            self = knob
        } else if let appSwitch = AppSwitch(text) {
            self = .app(appSwitch)
        } else {
            return nil
        }
    }

    /// `SCHEMA[:PATH] KEY`.
    fileprivate init?(setting text: Substring) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 2 else { return nil }
        let place = words[0].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let path = place.count > 1 ? String(place[1]) : ""
        guard let schema = place.first, Self.isName(schema), Self.isName(words[1]),
            place.count == 1 || Self.isFolder(path)
        else { return nil }
        self = .setting(schema: String(schema), path: path, key: String(words[1]))
    }

    /// Reads what gsettings(1) takes after `set`: `SCHEMA[:PATH] KEY VALUE`, the value as GVariant text.
    static func assignment(_ text: String) -> (knob: Knob, value: String)? {
        let words = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: true)
        guard words.count == 3, let knob = Knob(setting: words[0] + " " + words[1]) else { return nil }
        return (knob, String(words[2].drop { $0 == " " }))
    }

    private static func isName(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") }
    }

    private static func isFolder(_ path: String) -> Bool {
        path.utf8.first == UInt8(ascii: "/") && path.utf8.last == UInt8(ascii: "/")
            && path.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } && path.firstRange(of: "//") == nil
    }
}

extension String {
    /// What follows `prefix`; nil if the text does not begin so.
    fileprivate func after(_ prefix: String) -> String? {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
    }
}
