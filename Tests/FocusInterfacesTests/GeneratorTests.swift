// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import InterfaceGenerator
import Testing

/// The checker and the reader themselves, with documents that are wrong on purpose.
@Suite struct GeneratorTests {
    private let good = """
        <node name="/org/example/A1">
          <!--
              org.example.A1:
              @short_description: An example

              Text.

              Row:
                'id' (s): The id. Required.
                'size' (t): How large,
                  in bytes.

              Since: 1
          -->
          <interface name="org.example.A1">
            <!--
                Get:
                @id: Which.
                @options: More:
                  'deep' (b): All of it.
                @row: A Row.

                Gets one.

                Errors:
                  org.example.Error.None: There is none,
                    or there is no more.

                Since: 2
            -->
            <method name="Get">
              <arg name="id" type="s" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="row" type="a{sv}" direction="out"/>
            </method>
            <!--
                Changed:
                @ids: Which.

                Since: 1
            -->
            <signal name="Changed"><arg name="ids" type="as"/></signal>
            <!--
                Version:

                Since: 1
            -->
            <property name="Version" type="u" access="read"/>
          </interface>
        </node>

        """

    private func read(_ text: String) throws -> Interface { try Interface.read(text, file: "a.xml") }

    @Test func comment_isReadInFull() throws {
        let interface = try read(good)
        #expect(interface.path == "/org/example/A1")
        #expect(interface.version == 2)
        #expect(interface.documentation.summary == "An example")
        let row = try #require(interface.dictionaries.first)
        #expect(row.name == "Row")
        #expect(row.keys.map(\.name) == ["id", "size"])
        #expect(row.keys.map(\.signature) == ["s", "t"])
        #expect(row.keys.map(\.text) == ["The id. Required.", "How large, in bytes."])
        #expect(row.keys.map(\.isRequired) == [true, false])
        #expect(interface.dictionaries.map(\.name) == ["Row", "GetOptions"])
        let get = try #require(interface.methods.first)
        #expect(get.documentation.paragraphs == ["Gets one."])
        #expect(get.documentation.arguments.map(\.text) == ["Which.", "More:", "A Row."])
        #expect(get.documentation.errors.map(\.text) == ["There is none, or there is no more."])
    }

    @Test func unchanged_breaksNothing() throws {
        #expect(try read(good).breaks(with: read(good)) == [])
    }

    @Test func addition_breaksNothing() throws {
        let more = good.replacingOccurrences(
            of: "      Since: 1\n  -->\n  <interface",
            with: """
                      Other:
                        'x' (x): New.

                      Since: 1
                  -->
                  <interface
                """
        )
        .replacingOccurrences(of: "'deep' (b): All of it.", with: "'deep' (b): All of it.\n'flat' (b): New.")
        #expect(more != good)
        #expect(try read(more).breaks(with: read(good)) == [])
    }

    @Test(arguments: [
        ("<method name=\"Get\">", "<method name=\"Fetch\">", "Get:", "Fetch:", "method 'Get' is gone"),
        (
            "name=\"row\" type=\"a{sv}\"", "name=\"row\" type=\"s\"", "", "",
            "method 'Get' is sa{sv} → s, not sa{sv} → a{sv}"
        ),
        (
            "name=\"id\" type=\"s\"", "name=\"id\" type=\"o\"", "", "",
            "method 'Get' is oa{sv} → a{sv}, not sa{sv} → a{sv}"
        ),
        ("name=\"ids\" type=\"as\"", "name=\"ids\" type=\"ao\"", "", "", "signal 'Changed' is (ao), not (as)"),
        (
            "type=\"u\" access=\"read\"", "type=\"u\" access=\"readwrite\"", "", "",
            "property 'Version' is u, readwrite, change signal: true, not u, read, change signal: true"
        ),
        ("'size' (t)", "'size' (x)", "", "", "key of Row 'size' is x, not t"),
        ("'deep' (b)", "'shallow' (b)", "", "", "key of GetOptions 'deep' is gone"),
        ("All of it.", "All of it. Required.", "", "", "key of GetOptions 'deep' is required now"),
        ("Row:\n", "Line:\n", "", "", "dictionary Row is gone"),
        ("/org/example/A1", "/org/example/B1", "", "", "the path is /org/example/B1, not /org/example/A1"),
    ])
    func change_isFound(old: String, new: String, oldName: String, newName: String, found: String) throws {
        var changed = good.replacingOccurrences(of: old, with: new)
        if !oldName.isEmpty { changed = changed.replacingOccurrences(of: oldName, with: newName) }
        #expect(changed != good)
        #expect(try read(changed).breaks(with: read(good)).contains(found))
    }

    @Test(arguments: [
        ("</node>", "", "not well-formed XML"),
        ("@row: A Row.", "", "the comment of Get documents"),
        ("    Get:\n", "    Fetch:\n", "the comment before Get documents Fetch"),
        ("Version:\n\n", "", "Version has no comment"),
        (
            "name=\"options\" type=\"a{sv}\" direction=\"in\"", "name=\"options\" type=\"a{sv}\" direction=\"out\"",
            "more than one out argument"
        ),
        ("<signal", "<sign", "the element sign is none of D-Bus introspection's"),
    ])
    func brokenFile_isRefusedInWords(old: String, new: String, words: String) throws {
        let broken = good.replacingOccurrences(of: old, with: new)
        #expect(broken != good)
        let error = #expect(throws: InterfaceError.self) { try read(broken) }
        #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    }

    @Test func signatureWithoutSwiftType_isRefused() throws {
        let interface = try read(good.replacingOccurrences(of: "type=\"as\"", with: "type=\"a(sss)\""))
        let error = #expect(throws: InterfaceError.self) { try interface.generate() }
        #expect(error?.description == "a.xml: no Swift type stands for the signature 'a(sss)'")
    }
}
