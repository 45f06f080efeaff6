// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// The text that an object answers `Introspect` with.
public enum Introspection {
    /// The document of an object that serves the interfaces of `texts`, each a document of the `dbus` folder.
    ///
    /// A single document that has the standard interfaces is served as it is, byte for byte. Else the interfaces of the
    /// others, with their comments, are put at the end of the first, and the standard ones after them if it has none.
    public static func document(of texts: [String]) -> String {
        guard var document = texts.first else { return "<node>\n</node>\n" }
        for text in texts.dropFirst() { insert(content(of: text), into: &document) }
        if range(of: "<interface name=\"org.freedesktop.DBus.Properties\">", in: document[...]) == nil {
            insert(standardInterfaces, into: &document)
        }
        return document
    }

    /// What stands between the first `<node …>` and the last `</node>`.
    private static func content(of document: String) -> Substring {
        guard let node = range(of: "<node", in: document[...]),
            let start = range(of: ">", in: document[node.upperBound...])?.upperBound,
            let end = lastRange(of: "</node>", in: document)?.lowerBound, start <= end
        else { return "" }
        return document[start..<end]
    }

    private static func insert(_ content: some StringProtocol, into document: inout String) {
        guard let end = lastRange(of: "</node>", in: document)?.lowerBound else { return }
        document.insert(contentsOf: content, at: end)
    }

    private static func range(of text: String, in part: Substring) -> Range<String.Index>? {
        var index = part.startIndex
        let length = text.utf8.count
        while let end = part.utf8.index(index, offsetBy: length, limitedBy: part.endIndex) {
            if part.utf8[index..<end].elementsEqual(text.utf8) { return index..<end }
            index = part.utf8.index(after: index)
        }
        return nil
    }

    private static func lastRange(of text: String, in document: String) -> Range<String.Index>? {
        var found: Range<String.Index>?
        var rest = document[...]
        while let next = range(of: text, in: rest) {
            found = next
            rest = rest[next.upperBound...]
        }
        return found
    }

    /// The interfaces that the D-Bus specification gives every object, as `Focus1` and `Control1` have them.
    static let standardInterfaces = #"""
          <interface name="org.freedesktop.DBus.Peer">
            <method name="Ping"/>
            <method name="GetMachineId">
              <arg name="machine_uuid" type="s" direction="out"/>
            </method>
          </interface>

          <interface name="org.freedesktop.DBus.Introspectable">
            <method name="Introspect">
              <arg name="xml_data" type="s" direction="out"/>
            </method>
          </interface>

          <interface name="org.freedesktop.DBus.Properties">
            <method name="Get">
              <arg name="interface_name" type="s" direction="in"/>
              <arg name="property_name" type="s" direction="in"/>
              <arg name="value" type="v" direction="out"/>
            </method>
            <method name="GetAll">
              <arg name="interface_name" type="s" direction="in"/>
              <arg name="properties" type="a{sv}" direction="out"/>
            </method>
            <method name="Set">
              <arg name="interface_name" type="s" direction="in"/>
              <arg name="property_name" type="s" direction="in"/>
              <arg name="value" type="v" direction="in"/>
            </method>
            <signal name="PropertiesChanged">
              <arg name="interface_name" type="s"/>
              <arg name="changed_properties" type="a{sv}"/>
              <arg name="invalidated_properties" type="as"/>
            </signal>
          </interface>


        """#
}
