// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// The filters that ship, by their ids.
enum SystemFilter: String, CaseIterable, Sendable {
    case appearance = "Appearance"
    case wallpaper = "Wallpaper"
    case nightLight = "NightLight"
    case powerProfile = "PowerProfile"
    case sound = "Sound"
    case notifications = "Notifications"
    case settings = "Settings"
    case command = "Command"

    /// The app id and bus name.
    static let app = "org.focusfilters.System"
}

/// A request that cannot be carried out, in words for people.
struct Refusal: Error, Hashable, Sendable {
    var words: String

    init(_ words: String) { self.words = words }
}

/// Which keys stand for the same thing on different desktops.
enum DesktopFamily: Sendable {
    /// Also wherever no other is known: GTK's programs read these keys on every desktop.
    case gnome
    case cinnamon
    case mate

    /// `current`: as `XDG_CURRENT_DESKTOP` has it.
    init(current: String) {
        let names = current.split(separator: ":").map { $0.lowercased() }
        self = names.contains("mate") ? .mate : names.contains("x-cinnamon") ? .cinnamon : .gnome
    }

    var themeSchema: String {
        switch self {
        case .gnome: "org.gnome.desktop.interface"
        case .cinnamon: "org.cinnamon.desktop.interface"
        case .mate: "org.mate.interface"
        }
    }
}

/// What the values of a filter ask for.
struct Wishes {
    let desktop: DesktopFamily
    /// The name of the sound output that is in use; nil: not known.
    var output: String?

    /// What of the desktop's is to be turned. Apps' notifications are planned by who serves them, and commands not here.
    func plan(_ filter: SystemFilter, _ values: [String: ParameterValue]) -> Plan {
        do throws(Refusal) {
            switch filter {
            case .appearance: return Plan(wishes: appearance(values))
            case .wallpaper: return Plan(wishes: try wallpaper(values))
            case .nightLight:
                return Plan(
                    wishes: values.bool("enabled").map {
                        [
                            .plain("org.gnome.settings-daemon.plugins.color", "night-light-enabled"): $0
                                ? "true" : "false"
                        ]
                    } ?? [:])
            case .powerProfile: return Plan(wishes: values.text("profile").map { [.powerProfile: $0] } ?? [:])
            case .sound: return Plan(wishes: try sound(values))
            case .settings: return settings(values)
            case .notifications, .command: return Plan()
            }
        } catch {
            return Plan(refusals: [error])
        }
    }

    private func appearance(_ values: [String: ParameterValue]) -> [Knob: String] {
        var wishes: [Knob: String] = [:]
        if let style = values.text("style") {
            wishes[.plain("org.gnome.desktop.interface", "color-scheme")] =
                gvariantText(of: .string(style == "dark" ? "prefer-dark" : "prefer-light"))
        }
        if let accent = values.text("accent") {
            wishes[.plain("org.gnome.desktop.interface", "accent-color")] = gvariantText(of: .string(accent))
        }
        if let theme = values.text("theme") {
            wishes[.plain(desktop.themeSchema, "gtk-theme")] = gvariantText(of: .string(theme))
        }
        return wishes
    }

    private func wallpaper(_ values: [String: ParameterValue]) throws(Refusal) -> [Knob: String] {
        let picture = values.text("picture")
        guard let light = picture ?? values.text("darkPicture") else { return [:] }
        switch desktop {
        case .gnome:
            let schema = "org.gnome.desktop.background"
            var wishes = [Knob.plain(schema, "picture-uri-dark"): try Self.address(values.text("darkPicture") ?? light)]
            if let picture { wishes[.plain(schema, "picture-uri")] = try Self.address(picture) }
            return wishes
        case .cinnamon: return [.plain("org.cinnamon.desktop.background", "picture-uri"): try Self.address(light)]
        case .mate:
            guard light.utf8.first == UInt8(ascii: "/") else {
                throw Refusal("'\(light)' is no picture's path: on MATE a wallpaper begins with '/'")
            }
            return [.plain("org.mate.background", "picture-filename"): gvariantText(of: .string(light))]
        }
    }

    /// A file's path, or an address as it is.
    private static func address(_ picture: String) throws(Refusal) -> String {
        if picture.firstRange(of: "://") != nil { return gvariantText(of: .string(picture)) }
        guard picture.utf8.first == UInt8(ascii: "/") else {
            throw Refusal("'\(picture)' is no picture's path, which begins with '/', and no address such as file:///…")
        }
        var address = "file://"
        for byte in picture.utf8 {
            if ASCII.isLetter(byte) || ASCII.isDigit(byte) || "/-._~".utf8.contains(byte) {
                address.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                address += "%" + (digits.utf8.count < 2 ? "0" : "") + digits
            }
        }
        return gvariantText(of: .string(address))
    }

    private func sound(_ values: [String: ParameterValue]) throws(Refusal) -> [Knob: String] {
        guard let isMuted = values.bool("muted") else { return [:] }
        guard let output else { throw Refusal("the sound server names no output that could be muted") }
        return [.muted(output: output): isMuted ? "true" : "false"]
    }

    private func settings(_ values: [String: ParameterValue]) -> Plan {
        guard case .array(let lines)? = values["set"] else { return Plan() }
        var plan = Plan()
        for case .string(let line) in lines {
            guard let (knob, value) = Knob.assignment(line) else {
                plan.refusals.append(
                    Refusal("'\(line)' is no setting: write SCHEMA[:PATH] KEY VALUE, as after 'gsettings set'"))
                continue
            }
            guard plan.wishes[knob] == nil else {
                plan.refusals.append(Refusal("\(knob.text) is set twice, and the first counts"))
                continue
            }
            plan.wishes[knob] = value
        }
        return plan
    }
}

extension Knob {
    static func plain(_ schema: String, _ key: String) -> Knob { .setting(schema: schema, path: "", key: key) }
}

extension [String: ParameterValue] {
    /// Nil for an empty one: a field that somebody cleared asks for nothing.
    func text(_ name: String) -> String? {
        guard case .string(let text)? = self[name], !text.isEmpty else { return nil }
        return text
    }

    func bool(_ name: String) -> Bool? {
        guard case .bool(let value)? = self[name] else { return nil }
        return value
    }

    func int(_ name: String) -> Int64? {
        guard case .int(let value)? = self[name] else { return nil }
        return value
    }
}
