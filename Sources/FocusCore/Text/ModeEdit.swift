// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Changes to a mode's file or drop-in, made in place.
public struct ModeEdit: Hashable, Sendable {
    /// New texts for keys of `[Mode]`, unescaped; `nil` removes the key, so that an earlier file's or the default
    /// counts. All but `ResetFilters`.
    public var keys: [String: String?]
    /// New configurations: a filter's parameters with their GVariant texts, all of them; `nil` leaves the filter
    /// unconfigured.
    public var filters: [FilterKey: [Identifier: String]?]

    public init(keys: [String: String?] = [:], filters: [FilterKey: [Identifier: String]?] = [:]) {
        self.keys = keys
        self.filters = filters
    }

    /// The new text of a file. The caller reads it, with the mode's other files, before it writes it: the values are
    /// not looked at here.
    /// - Parameters:
    ///   - bytes: The file as it is; empty for a new one.
    ///   - inherited: The filters that earlier files configure, if the file is a drop-in: to say what becomes of them,
    ///     it resets them first.
    /// - Throws: The file is broken, or a text cannot stand in a key file.
    public func applied(to bytes: [UInt8], inherited: Set<FilterKey> = []) throws(TextError) -> [UInt8] {
        var file = try KeyFile(parsing: bytes)
        // A change of a group's name in place would be two edits; [Mode] is made first so that it stands first.
        try file.addGroup(ModeFile.group)
        for (key, text) in keys.sorted(by: { $0.key < $1.key }) {
            guard let key = ModeFile.Key(rawValue: key), key != .resetFilters else {
                throw TextError(column: 1, message: "'\(key)' is not a key of a mode that can be set")
            }
            try set(key.rawValue, text.map { value(of: key, $0) }, in: ModeFile.group, &file)
        }
        for (filter, values) in filters.sorted(by: { $0.key < $1.key }) {
            try configure(filter, values, isInherited: inherited.contains(filter), &file)
        }
        return file.bytes
    }

    private func value(of key: ModeFile.Key, _ text: String) -> String {
        switch key {
        case .when, .schedule: ModeFile.onOneLine(text)
        case .name, .icon, .color, .priority, .enabled, .leaveDelay, .resetFilters, .doNotDisturb, .enterDelay:
            KeyFile.escaped(text)
        }
    }

    private func configure(
        _ filter: FilterKey, _ values: [Identifier: String]?, isInherited: Bool, _ file: inout KeyFile
    ) throws(TextError) {
        let name = ModeFile.filterPrefix + filter.description
        if isInherited { try reset(filter, &file) }
        guard let values else { return try file.removeGroup(name) }
        try file.addGroup(name)
        for entry in file[group: name]?.entries ?? [] where !isExtension(entry.key) {
            guard let parameter = Identifier(entry.key), values[parameter] == nil else { continue }
            try file.remove(entry.fullKey, in: name)
        }
        for (parameter, text) in values.sorted(by: { $0.key < $1.key }) {
            try set(parameter.text, text, in: name, &file)
        }
    }

    private func reset(_ filter: FilterKey, _ file: inout KeyFile) throws(TextError) {
        let key = ModeFile.Key.resetFilters.rawValue
        let listed = try file[group: ModeFile.group]?[key]?.list() ?? []
        guard !listed.contains(filter.description) else { return }
        try file.set(key, to: KeyFile.escaped(listed + [filter.description]), in: ModeFile.group)
    }

    /// Leaves the line alone where it says the same already.
    private func set(_ key: String, _ value: String?, in group: String, _ file: inout KeyFile) throws(TextError) {
        guard let value else { return try file.remove(key, in: group) }
        guard file[group: group]?[key]?.rawValue.isExactly(value) != true else { return }
        try file.set(key, to: value, in: group)
    }
}
