// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import FocusCore

/// A Do Not Disturb switch that a notification server keeps in a file, as data. In a fresh profile nobody has written
/// one, and it is off.
public struct DoNotDisturbFile: Sendable {
    /// What one file says.
    enum Reading: Hashable {
        case on
        case off
        /// Nothing: the next file decides.
        case unset
        /// In words.
        case nonsense(String)
    }

    let id: SourceID
    /// As `GetServerInformation` gives it (Desktop Notifications Specification).
    let product: String
    /// In `XDG_CURRENT_DESKTOP`.
    let desktop: String
    /// The files that may hold it, absolute, best first; the first is the user's.
    let paths: @Sendable (SourceEnvironment) -> [String]
    let read: @Sendable (_ content: [UInt8]) -> Reading
    /// The user's file with the switch moved; `content`: as it is, `nil` if there is none. The server notices.
    let write: @Sendable (_ content: [UInt8]?, _ isOn: Bool) -> [UInt8]

    /// COSMIC's configuration: one file a key, its value in Rusty Object Notation.
    static let cosmic = DoNotDisturbFile(
        id: "cosmic-notifications", product: "cosmic-notifications", desktop: "COSMIC",
        paths: { environment in
            ([environment.configHome] + environment.dataDirectories).map {
                "\($0)/cosmic/com.system76.CosmicNotifications/v1/do_not_disturb"
            }
        },
        read: { content in
            switch String(decoding: content.filter { !$0.isBlank }, as: UTF8.self) {
            case "true": .on
            case "false": .off
            case let other: .nonsense("'\(other.prefix(40))' is neither true nor false")
            }
        }, write: { _, isOn in Array("\(isOn)".utf8) })

    /// LXQt's configuration: a settings file of Qt.
    static let lxqt = DoNotDisturbFile(
        id: "lxqt-notifications", product: "lxqt-notificationd", desktop: "LXQt",
        paths: { environment in
            ([environment.configHome] + environment.configDirectories).map { "\($0)/lxqt/notifications.conf" }
        },
        read: { content in
            switch QtSettingsText(content)["doNotDisturb"] {
            case nil: .unset
            // As Qt reads a bool.
            case "", "0", "false": .off
            case .some: .on
            }
        },
        write: { content, isOn in
            QtSettingsText.setting("doNotDisturb", to: "\(isOn)", in: content ?? [])
        })
}

/// What a settings file of Qt (QSettings, `IniFormat`) or KDE (KConfig) says in one section.
struct QtSettingsText: Hashable, Sendable {
    private var values: [String: String] = [:]

    /// What stands before the first section belongs to the general one.
    init(_ content: [UInt8], section: String = "General") {
        var isWanted = section == "General"
        for line in content.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
            let line = line.trimmed
            if line.first == UInt8(ascii: "[") {
                isWanted = line.elementsEqual("[\(section)]".utf8)
            } else if isWanted, line.first != UInt8(ascii: ";"), let equals = line.firstIndex(of: UInt8(ascii: "=")) {
                let value = String(decoding: line[line.index(after: equals)...].trimmed, as: UTF8.self)
                values[String(decoding: line[..<equals].trimmed, as: UTF8.self)] = Self.unquoted(value)
            }
        }
    }

    /// The text with one key of the general section set to a value that needs no quotes; all else stays as it is.
    static func setting(_ key: String, to value: String, in content: [UInt8]) -> [UInt8] {
        var lines = content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let line = Array("\(key)=\(value)".utf8)[...]
        var isGeneral = true
        var header: Int?
        for (index, text) in lines.enumerated() {
            let words = text.trimmed
            if words.first == UInt8(ascii: "[") {
                isGeneral = words.elementsEqual("[General]".utf8)
                if isGeneral, header == nil { header = index }
            } else if isGeneral, words.prefix(while: { $0 != UInt8(ascii: "=") }).trimmed.elementsEqual(key.utf8) {
                lines[index] = line
                return Array(lines.joined(separator: [UInt8(ascii: "\n")]))
            }
        }
        if let header {
            lines.insert(line, at: header + 1)
        } else {
            lines.insert(contentsOf: [Array("[General]".utf8)[...], line], at: 0)
        }
        return Array(lines.joined(separator: [UInt8(ascii: "\n")]))
    }

    /// In lower case.
    subscript(key: String) -> String? { values[key]?.lowercased() }

    private static func unquoted(_ value: String) -> String {
        value.count >= 2 && value.hasPrefix("\"") && value.hasSuffix("\"")
            ? String(value.dropFirst().dropLast()) : value
    }
}

extension UInt8 {
    fileprivate var isBlank: Bool { self == UInt8(ascii: " ") || (9...13).contains(self) }
}

extension ArraySlice<UInt8> {
    fileprivate var trimmed: ArraySlice<UInt8> {
        let start = drop(while: \.isBlank)
        return start.prefix(upTo: start.lastIndex { !$0.isBlank }.map { $0 + 1 } ?? start.startIndex)
    }
}
