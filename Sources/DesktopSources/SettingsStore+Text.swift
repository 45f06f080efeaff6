// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import CGLib

/// A key that a person named, of whatever type, with values as GVariant text.
package struct NamedSetting: Hashable, Sendable {
    package var schema: String
    /// The folder of a schema that has no fixed one; empty for the schema's own.
    package var path: String
    package var key: String

    package init(schema: String, path: String, key: String) {
        self.schema = schema
        self.path = path
        self.key = key
    }

    /// Why a key cannot be read or written, in words.
    package struct Failure: Error, Hashable, Sendable {
        package var words: String
    }
}

extension SettingsStore {
    /// The value that is in force, as GVariant text; `isDefault`: the user has not set it.
    package func text(_ setting: NamedSetting) throws(NamedSetting.Failure) -> (text: String, isDefault: Bool) {
        let (key, path, backend) = try open(setting)
        defer { g_settings_schema_key_unref(key) }
        guard let variant = stored(path, key) ?? g_settings_schema_key_get_default_value(key) else {
            throw NamedSetting.Failure(words: "it has no value")
        }
        defer { g_variant_unref(variant) }
        let isSet = focus_settings_is_set(backend, path, g_settings_schema_key_get_value_type(key)) != 0
        return (Self.print(variant), !isSet)
    }

    /// The value in force of a key that holds a list of texts.
    package func strings(_ setting: NamedSetting) throws(NamedSetting.Failure) -> [String] {
        let (key, path, _) = try open(setting)
        defer { g_settings_schema_key_unref(key) }
        guard let variant = stored(path, key) ?? g_settings_schema_key_get_default_value(key) else {
            throw NamedSetting.Failure(words: "it has no value")
        }
        defer { g_variant_unref(variant) }
        guard g_variant_get_type_string(variant).map({ String(cString: $0) }) == "as" else {
            throw NamedSetting.Failure(words: "the key \(setting.key) holds no list of texts")
        }
        return (0..<g_variant_n_children(variant)).compactMap { index in
            guard let child = g_variant_get_child_value(variant, index) else { return nil }
            defer { g_variant_unref(child) }
            return g_variant_get_string(child, nil).map { String(cString: $0) }
        }
    }

    /// `text` as ``text(_:)`` would read it.
    package func canonical(_ text: String, for setting: NamedSetting) throws(NamedSetting.Failure) -> String {
        let (key, _, _) = try open(setting)
        defer { g_settings_schema_key_unref(key) }
        let variant = try Self.parse(text, for: key)
        defer { g_variant_unref(variant) }
        return Self.print(variant)
    }

    /// Has the store write a value, or reset the key for nil, in its own time; see ``write(_:_:)``.
    package func write(_ setting: NamedSetting, text: String?) throws(NamedSetting.Failure) {
        let (key, path, backend) = try open(setting)
        defer { g_settings_schema_key_unref(key) }
        let isTaken: Bool
        if let text {
            let variant = try Self.parse(text, for: key)
            defer { g_variant_unref(variant) }
            isTaken = focus_settings_write(backend, path, variant) != 0
        } else {
            isTaken = focus_settings_reset(backend, path) != 0
        }
        guard isTaken else { throw NamedSetting.Failure(words: "the administrator has locked it") }
    }

    /// Where the store keeps it, as its announcements name it.
    package func place(of setting: NamedSetting) -> String? {
        guard let (key, path, _) = try? open(setting) else { return nil }
        g_settings_schema_key_unref(key)
        return path
    }

    /// A key that is there, with a reference for the caller, its place, and the store.
    private typealias Opened = (key: OpaquePointer, path: String, backend: UnsafeMutablePointer<GSettingsBackend>)

    private func open(_ setting: NamedSetting) throws(NamedSetting.Failure) -> Opened {
        guard let backend else { throw NamedSetting.Failure(words: "there is no settings store") }
        guard let source = g_settings_schema_source_get_default(),
            let schema = g_settings_schema_source_lookup(source, setting.schema, 1)
        else { throw NamedSetting.Failure(words: "the settings schema \(setting.schema) is not installed") }
        defer { g_settings_schema_unref(schema) }
        guard g_settings_schema_has_key(schema, setting.key) != 0,
            let key = g_settings_schema_get_key(schema, setting.key)
        else {
            throw NamedSetting.Failure(words: "the installed schema \(setting.schema) has no key \(setting.key)")
        }
        let own = g_settings_schema_get_path(schema).map { String(cString: $0) }
        guard let folder = own ?? (setting.path.isEmpty ? nil : setting.path) else {
            g_settings_schema_key_unref(key)
            throw NamedSetting.Failure(
                words: "the schema \(setting.schema) has no path of its own: write one after a ':'")
        }
        guard setting.path.isEmpty || setting.path == folder else {
            g_settings_schema_key_unref(key)
            throw NamedSetting.Failure(words: "the schema \(setting.schema) has the path \(folder), not another")
        }
        return (key, folder + setting.key, backend)
    }

    /// Not floating.
    private static func parse(_ text: String, for key: OpaquePointer) throws(NamedSetting.Failure) -> OpaquePointer {
        var error: UnsafeMutablePointer<GError>?
        guard let variant = g_variant_parse(g_settings_schema_key_get_value_type(key), text, nil, nil, &error) else {
            defer { g_clear_error(&error) }
            let reason = error?.pointee.message.map { String(cString: $0) } ?? "it is no GVariant text"
            throw NamedSetting.Failure(words: "it does not take \(text): \(reason)")
        }
        guard g_settings_schema_key_range_check(key, variant) != 0 else {
            g_variant_unref(variant)
            throw NamedSetting.Failure(words: "it does not take \(text): that is none of its values")
        }
        return variant
    }

    private static func print(_ variant: OpaquePointer) -> String {
        guard let text = g_variant_print(variant, 0) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }
}
