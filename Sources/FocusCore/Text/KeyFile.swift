// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// A key file in GLib's grammar: groups, keys with an optional `[locale]`, comments and blank lines.
///
/// Two things are read more strictly than by GLib, which would lose text in silence: a group or key that occurs twice,
/// and a NUL, make the file be refused. A byte order mark is refused, as by GLib. A carriage return before a line feed
/// belongs to the line's end, as in GLib, and so does one that ends the file; any other one is part of the value. Names
/// are compared by their bytes.
public struct KeyFile: Hashable, Sendable {
    /// The largest file that is read, in bytes.
    public static let maximumSize = 1 << 20

    /// The text, exactly as read.
    public let bytes: [UInt8]
    /// In the order of the text.
    public let groups: [Group]

    /// One `[name]` with the keys that follow it.
    public struct Group: Hashable, Sendable {
        public let name: String
        public let line: Int
        /// Where the name starts.
        public let column: Int
        /// In the order of the text.
        public internal(set) var entries: [Entry]
        /// The header's bytes, with the end of its line.
        let headerRange: Range<Int>

        /// The entry of this key that has no locale.
        public subscript(key: String) -> Entry? {
            entries.first { $0.locale == nil && $0.key.isExactly(key) }
        }
    }

    /// One `key=value` or `key[locale]=value`.
    public struct Entry: Hashable, Sendable {
        /// Without the locale.
        public let key: String
        public let locale: String?
        /// The value as it stands, escapes and trailing spaces included; see ``string()`` and its siblings.
        public let rawValue: String
        public let line: Int
        /// Where the key starts.
        public let column: Int
        /// Where the value starts.
        public let valueColumn: Int
        /// The line's bytes, with its end.
        let lineRange: Range<Int>
        let valueRange: Range<Int>
    }

    /// Reads a whole file.
    public init(parsing bytes: [UInt8]) throws(TextError) {
        var reader = KeyFileReader(bytes: bytes)
        try reader.read()
        self.bytes = bytes
        groups = reader.groups
    }

    /// The group of this name.
    public subscript(group name: String) -> Group? {
        groups.first { $0.name.isExactly(name) }
    }
}
