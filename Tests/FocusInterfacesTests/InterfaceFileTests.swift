// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusInterfaces
import Foundation
import FoundationXML
import InterfaceGenerator
import Testing

@Suite struct InterfaceFileTests {
    @Test func generatorRuns_outputIsWhatIsCommitted() throws {
        let folder = "Sources/FocusInterfaces/Generated"
        let files = try Repository.interfaces().flatMap { try $0.generate() }
        for file in files {
            let committed = try Repository.text("\(folder)/\(file.name)")
            #expect(committed == file.text, "\(file.name) is out of date: swift run generate-interfaces")
        }
        let present = try FileManager.default.contentsOfDirectory(atPath: "\(Repository.root)/\(folder)")
        #expect(Set(present) == Set(files.map(\.name)))
    }

    @Test func constants_areTheFilesToTheByte() throws {
        for (name, text) in [
            ("Focus1", Focus1.xml), ("Handler1", Handler1.xml), ("Control1", Control1.xml),
            ("Simulation1", Simulation1.xml),
        ] {
            let file = try Repository.text("dbus/org.focusfilters.\(name).xml")
            #expect(Array(text.utf8) == Array(file.utf8), "\(name)")
        }
    }

    @Test func objectWithOneInterface_servesTheFileItself() throws {
        #expect(Introspection.document(of: [Focus1.xml]) == Focus1.xml)
        #expect(Introspection.document(of: [Control1.xml]) == Control1.xml)
    }

    @Test func objectWithTwoInterfaces_servesBothInOneDocument() throws {
        let document = Introspection.document(of: [Control1.xml, Simulation1.xml])
        #expect(
            try interfaceNames(in: document) == [
                "org.focusfilters.Control1", "org.freedesktop.DBus.Peer", "org.freedesktop.DBus.Introspectable",
                "org.freedesktop.DBus.Properties", "org.focusfilters.Simulation1",
            ])
        for text in [Control1.xml, Simulation1.xml] {
            let name = try #require(try interfaceNames(in: text).first)
            let start = try #require(text.range(of: "<interface name=\"\(name)\">")).lowerBound
            let end = try #require(text.range(of: "</interface>", range: start..<text.endIndex)).upperBound
            #expect(document.contains(text[start..<end]), "\(name) is not there to the letter")
        }
    }

    @Test func documentWithoutStandardInterfaces_getsThem() throws {
        let document = Introspection.document(of: [Handler1.xml])
        #expect(
            try interfaceNames(in: document) == [
                "org.focusfilters.Handler1", "org.freedesktop.DBus.Peer", "org.freedesktop.DBus.Introspectable",
                "org.freedesktop.DBus.Properties",
            ])
        // The same text as in the documents that have them already.
        let start = try #require(document.range(of: "  <interface name=\"org.freedesktop.DBus.Peer\">")).lowerBound
        #expect(Focus1.xml.hasSuffix(document[start...]))
        #expect(Control1.xml.hasSuffix(document[start...]))
    }

    @Test(arguments: ["Focus1", "Handler1", "Control1", "Simulation1"])
    func released_stillHolds(shortName: String) throws {
        let released = try #require(
            try Repository.interfaces("dbus/released/1").first { $0.shortName == shortName })
        #expect(try Repository.interface(shortName).breaks(with: released) == [])
    }

    @Test func errors_areDocumentedAndExist() throws {
        let known = Set(FocusError.Code.allCases.map { "org.focusfilters.Error.\($0.rawValue)" })
        var documented: Set<String> = []
        for interface in try Repository.interfaces() {
            for error in interface.methods.flatMap(\.documentation.errors) {
                documented.insert(error.name)
                if error.name.hasPrefix("org.focusfilters.") {
                    #expect(known.contains(error.name), "\(interface.name) documents \(error.name)")
                } else {
                    #expect(error.name.hasPrefix("org.freedesktop.DBus.Error."))
                }
            }
        }
        #expect(known.subtracting(documented).isEmpty)
    }

    @Test func everyInterface_hasAVersion() throws {
        for interface in try Repository.interfaces() {
            let version = try #require(interface.properties.first { $0.name == "Version" })
            #expect(version.signature == "u" && version.access == "read" && version.emitsChange == "const")
            #expect(interface.documentation.since == 1)
            for member in interface.methods { #expect(member.documentation.since != nil, "\(member.name)") }
            for member in interface.signals { #expect(member.documentation.since != nil, "\(member.name)") }
            for member in interface.properties { #expect(member.documentation.since != nil, "\(member.name)") }
        }
    }

    private func interfaceNames(in document: String) throws -> [String] {
        final class Names: NSObject, XMLParserDelegate {
            var names: [String] = []
            var depth = 0
            func parser(
                _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
                attributes: [String: String]
            ) {
                depth += 1
                if element == "interface" { names.append(attributes["name"] ?? "") }
            }
            func parser(
                _ parser: XMLParser, didEndElement element: String, namespaceURI: String?, qualifiedName: String?
            ) {
                depth -= 1
            }
        }
        let delegate = Names()
        let parser = XMLParser(data: Data(document.utf8))
        parser.delegate = delegate
        try #require(parser.parse() && delegate.depth == 0, "not well-formed")
        return delegate.names
    }
}
