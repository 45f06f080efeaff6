// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import CGLib
public import FocusCore

/// Reads settings as GSettings does, without a GSettings object.
///
/// Such an object subscribes to changes the moment it is made, and GLib's dconf backend starts two threads and a bus
/// connection for that. Changes are announced to us on our own connection, so the backend is asked through its public
/// class, and the schema for the default. Reads are then as fresh as GSettings': dconf marks its file as outdated
/// before it announces a change.
///
/// GLib aborts the process if it is asked for a schema or a key that is not installed, so each is looked up first; what
/// was found is kept, and what is installed later is found only by a new process. To be used on one thread.
public final class SettingsStore {
    /// The type name of the backend, such as `DConfSettingsBackend`.
    public let backendName: String?

    let backend: UnsafeMutablePointer<GSettingsBackend>?
    private var entries: [SettingKey: Entry] = [:]

    private enum Entry {
        case found(OpaquePointer)
        case unusable(SettingReading)
    }

    public init() {
        backend = g_settings_backend_get_default()
        backendName = backend.flatMap { focus_type_name($0) }.map { String(cString: $0) }
    }

    deinit {
        for case .found(let key) in entries.values { g_settings_schema_key_unref(key) }
        if let backend { g_object_unref(backend) }
    }

    /// The value that is in force now: the user's, an administrator's, or the schema's default.
    public func read(_ setting: SettingKey) -> SettingReading {
        let entry = entries[setting] ?? open(setting)
        entries[setting] = entry
        switch entry {
        case .unusable(let reading):
            return reading
        case .found(let key):
            guard let variant = stored(setting.path, key) ?? g_settings_schema_key_get_default_value(key) else {
                return .noKey
            }
            defer { g_variant_unref(variant) }
            guard let value = Self.value(variant) else { return .otherType(Self.type(of: variant)) }
            let isWritable = backend.map { focus_settings_is_writable($0, setting.path) != 0 } ?? false
            return .value(value, isWritable: isWritable)
        }
    }

    /// Has the store write a value, in its own time: whether it did shows when the change is announced. False: the key is
    /// locked, or takes no such value.
    ///
    /// With dconf, the first write makes GLib start two threads and a bus connection of its own, which stay.
    public func write(_ setting: SettingKey, _ value: FactValue) -> Bool {
        guard case .value(_, isWritable: true) = read(setting), case .found(let key)? = entries[setting], let backend,
            let variant = Self.variant(value, as: g_settings_schema_key_get_value_type(key))
        else { return false }
        g_variant_ref_sink(variant)
        defer { g_variant_unref(variant) }
        guard g_settings_schema_key_range_check(key, variant) != 0 else { return false }
        return focus_settings_write(backend, setting.path, variant) != 0
    }

    private func open(_ setting: SettingKey) -> Entry {
        guard let source = g_settings_schema_source_get_default(),
            let schema = g_settings_schema_source_lookup(source, setting.schema, 1)
        else { return .unusable(.noSchema) }
        defer { g_settings_schema_unref(schema) }
        guard g_settings_schema_has_key(schema, setting.key) != 0,
            let key = g_settings_schema_get_key(schema, setting.key)
        else { return .unusable(.noKey) }
        guard let probe = g_settings_schema_key_get_default_value(key) else {
            g_settings_schema_key_unref(key)
            return .unusable(.noKey)
        }
        defer { g_variant_unref(probe) }
        guard Self.value(probe)?.type == setting.type else {
            g_settings_schema_key_unref(key)
            return .unusable(.otherType(Self.type(of: probe)))
        }
        return .found(key)
    }

    /// What somebody set; `nil` if nobody did, or something that does not fit the schema.
    func stored(_ path: String, _ key: OpaquePointer) -> OpaquePointer? {
        guard let backend,
            let value = focus_settings_read(backend, path, g_settings_schema_key_get_value_type(key))
        else { return nil }
        guard g_settings_schema_key_range_check(key, value) != 0 else {
            g_variant_unref(value)
            return nil
        }
        return value
    }

    private static func variant(_ value: FactValue, as type: OpaquePointer?) -> OpaquePointer? {
        guard let type, let name = g_variant_type_peek_string(type).map({ UInt8(bitPattern: $0.pointee) }) else {
            return nil
        }
        switch (value, name) {
        case (.bool(let value), UInt8(ascii: "b")): return g_variant_new_boolean(value ? 1 : 0)
        case (.number(let value), UInt8(ascii: "i")): return Int32(exactly: value).map { g_variant_new_int32($0) }
        case (.number(let value), UInt8(ascii: "u")): return UInt32(exactly: value).map { g_variant_new_uint32($0) }
        case (.number(let value), UInt8(ascii: "d")): return g_variant_new_double(value)
        case (.text(let value), UInt8(ascii: "s")) where !value.utf8.contains(0): return g_variant_new_string(value)
        case (.bool, _), (.number, _), (.text, _): return nil
        }
    }

    private static func type(of variant: OpaquePointer) -> String {
        g_variant_get_type_string(variant).map { String(cString: $0) } ?? ""
    }

    private static func value(_ variant: OpaquePointer) -> FactValue? {
        switch type(of: variant) {
        case "b": .bool(g_variant_get_boolean(variant) != 0)
        case "i": .number(Double(g_variant_get_int32(variant)))
        case "u": .number(Double(g_variant_get_uint32(variant)))
        case "d": .number(g_variant_get_double(variant))
        case "s": g_variant_get_string(variant, nil).map { .text(String(cString: $0)) }
        default: nil
        }
    }
}
