// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

public import FocusCore

/// One key of a settings schema.
public struct SettingKey: Hashable, Sendable {
    public var schema: String
    public var key: String
    /// Where the store keeps it; also what dconf's `Notify` names.
    public var path: String
    public var type: FactType
    /// The package that brings the schema, as the larger distributions call it.
    public var package: String

    public init(schema: String, key: String, path: String, type: FactType, package: String) {
        self.schema = schema
        self.key = key
        self.path = path
        self.type = type
        self.package = package
    }
}

/// What a settings store says about a key.
public enum SettingReading: Hashable, Sendable {
    /// `isWritable`: the user may change it; an administrator may have locked it.
    case value(FactValue, isWritable: Bool)
    case noSchema
    case noKey
    /// The schema gives the key another type; that type as GVariant writes it.
    case otherType(String)
}

/// What GLib's backends for settings mean for us.
package enum SettingsBackend {
    /// In words why the desktop does not share the store behind the backend of that type; `nil` if it does.
    package static func privateStore(_ backend: String?) -> String? {
        switch backend {
        case "DConfSettingsBackend"?: nil
        case "GMemorySettingsBackend"?:
            "settings are kept in memory and nobody else sees them: unset GSETTINGS_BACKEND, then restart the agent"
        case "GKeyfileSettingsBackend"?:
            "settings come from a key file that the desktop does not use: install dconf's GSettings backend "
                + "(Debian: dconf-gsettings-backend, elsewhere: dconf), then restart the agent"
        case let other?:
            "settings come from \(other), whose changes are not announced: use dconf, then restart the agent"
        case nil: "there is no settings store: install GLib's GSettings with dconf, then restart the agent"
        }
    }
}

/// What dconf announces when it has written (`ca.desrt.dconf.Writer.Notify`): keys, or folders that were reset.
package struct DconfNotice {
    package var prefix: String
    package var changes: [String]

    package init(prefix: String, changes: [String]) {
        self.prefix = prefix
        self.changes = changes
    }

    /// Whether the key at `path` may have another value now.
    ///
    /// `prefix` is the key itself, or a folder of which `changes` names keys and folders; `""` is the prefix itself.
    package func concerns(_ path: String) -> Bool {
        changes.contains { change in
            let changed = prefix + change
            return changed == path || (changed.utf8.last == UInt8(ascii: "/") && path.utf8.starts(with: changed.utf8))
        }
    }
}
