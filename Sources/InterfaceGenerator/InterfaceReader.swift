// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationXML

extension Interface {
    /// Reads an introspection document with one interface of ours; the standard ones are passed over.
    ///
    /// Refuses what the generated code cannot stand for: several `out` arguments, members or arguments without a
    /// comment, comments that document something else than what they stand before.
    public static func read(_ xml: String, file: String) throws -> Interface {
        let reader = InterfaceReader(file: file)
        let parser = XMLParser(data: Data(xml.utf8))
        parser.delegate = reader
        // The parser does not mind a text that ends early; the depth tells.
        guard parser.parse(), reader.depth == 0, reader.error == nil else {
            let place = "line \(parser.lineNumber), column \(parser.columnNumber)"
            throw reader.error ?? InterfaceError(file, "\(place): not well-formed XML")
        }
        guard var interface = reader.interface else { throw InterfaceError(file, "no interface of ours in it") }
        interface.xml = xml
        interface.path = reader.path
        return interface
    }
}

/// Takes the parser's events in.
private final class InterfaceReader: NSObject, XMLParserDelegate {
    let file: String
    var interface: Interface?
    var path: String?
    var error: InterfaceError?
    /// How many elements are open.
    var depth = 0
    private var comment: String?
    private var isStandard = false
    private var member: (kind: String, name: String, attributes: [String: String], documentation: Documentation)?
    private var input: [Interface.Argument] = []
    private var output: [Interface.Argument] = []
    private var annotations: [String: String] = [:]

    init(file: String) { self.file = file }

    func parser(_ parser: XMLParser, foundComment comment: String) { self.comment = comment }

    func parser(
        _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        depth += 1
        let name = attributes["name"] ?? ""
        switch element {
        case "node":
            path = attributes["name"]
        case "interface":
            isStandard = name.hasPrefix("org.freedesktop.DBus.")
            if isStandard { return }
            guard interface == nil else { return fail("\(name) is a second interface in one file") }
            guard let documentation = takeDocumentation(of: name) else { return }
            interface = Interface(
                file: file, xml: "", name: name, documentation: documentation, methods: [], signals: [], properties: [])
        case "method", "signal", "property":
            guard !isStandard, let documentation = takeDocumentation(of: name) else { return }
            member = (element, name, attributes, documentation)
            (input, output, annotations) = ([], [], [:])
        case "arg":
            let argument = Interface.Argument(name: name, signature: attributes["type"] ?? "")
            if member?.kind == "method", attributes["direction"] == "out" {
                output.append(argument)
            } else {
                input.append(argument)
            }
        case "annotation":
            annotations[name] = attributes["value"]
        default:
            fail("the element \(element) is none of D-Bus introspection's")
        }
    }

    func parser(_ parser: XMLParser, didEndElement element: String, namespaceURI: String?, qualifiedName: String?) {
        depth -= 1
        if element == "interface" { isStandard = false }
        guard let member, element == member.kind else { return }
        self.member = nil
        let documented = member.documentation.arguments.map(\.name)
        guard documented == (input + output).map(\.name) else {
            return fail("the comment of \(member.name) documents \(documented), not its arguments in their order")
        }
        switch member.kind {
        case "method":
            guard output.count <= 1 else { return fail("\(member.name) has more than one out argument") }
            interface?.methods.append(
                Interface.Method(
                    name: member.name, documentation: member.documentation, input: input, output: output.first))
        case "signal":
            interface?.signals.append(
                Interface.Signal(name: member.name, documentation: member.documentation, arguments: input))
        default:
            interface?.properties.append(
                Interface.Property(
                    name: member.name, documentation: member.documentation,
                    signature: member.attributes["type"] ?? "", access: member.attributes["access"] ?? "",
                    emitsChange: annotations["org.freedesktop.DBus.Property.EmitsChangedSignal"] ?? "true"))
        }
    }

    private func takeDocumentation(of name: String) -> Documentation? {
        defer { comment = nil }
        guard let comment, let documentation = Documentation(comment: comment) else {
            fail("\(name) has no comment in the form of gtk-doc")
            return nil
        }
        guard documentation.symbol == name else {
            fail("the comment before \(name) documents \(documentation.symbol)")
            return nil
        }
        return documentation
    }

    private func fail(_ text: String) {
        if error == nil { error = InterfaceError(file, text) }
    }
}
