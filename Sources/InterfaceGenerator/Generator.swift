// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// A file that the generator writes.
public struct GeneratedFile: Hashable, Sendable {
    /// Within the folder of the generated files.
    public var name: String
    public var text: String
}

extension Interface {
    /// The Swift files of this interface: its names and keys, its service, its client, its text.
    public func generate() throws -> [GeneratedFile] {
        let types = try SwiftTypes(self)
        return [
            file("\(shortName).swift", imports: ["public import DBus"]) { writeNames(to: &$0, types) },
            file("\(shortName)Service.swift", imports: ["public import DBus"]) { writeService(to: &$0, types) },
            file("\(shortName)Client.swift", imports: ["public import DBus"]) { writeClient(to: &$0, types) },
            file("\(shortName)XML.swift", imports: []) { writeXML(to: &$0) },
        ]
    }

    private func file(_ name: String, imports: [String], _ write: (inout SwiftText) -> Void) -> GeneratedFile {
        var text = SwiftText()
        text.line("// SPDX-FileCopyrightText: The Focus Filters authors")
        text.line("// SPDX-License-Identifier: Apache-2.0")
        text.line()
        text.line("// Generated from dbus/\(file) by generate-interfaces; do not edit.")
        for module in imports {
            text.line()
            text.line(module)
        }
        text.line()
        write(&text)
        return GeneratedFile(name: name, text: text.text)
    }

    private func writeXML(to text: inout SwiftText) {
        text.block("extension \(shortName)") { text in
            text.comment("The very text of `\(file)`.")
            text.line("public static let xml = #\"\"\"")
            for line in xml.split(separator: "\n", omittingEmptySubsequences: false) {
                text.line(line.isEmpty ? "" : "    " + line)
            }
            text.line("    \"\"\"#")
        }
    }
}

/// The Swift types of an interface's arguments, properties and keys: each was looked up once, so that writing cannot
/// fail.
struct SwiftTypes {
    private var types: [String: String] = [:]

    init(_ interface: Interface) throws {
        var signatures: [String] = interface.properties.map(\.signature)
        for method in interface.methods {
            signatures += method.input.map(\.signature)
            if let output = method.output { signatures.append(output.signature) }
        }
        for signal in interface.signals { signatures += signal.arguments.map(\.signature) }
        for dictionary in interface.dictionaries { signatures += dictionary.keys.map(\.signature) }
        for signature in signatures {
            guard let type = Words.swiftType(signature) else {
                throw InterfaceError(interface.file, "no Swift type stands for the signature '\(signature)'")
            }
            types[signature] = type
        }
    }

    subscript(signature: String) -> String { types[signature] ?? "Value" }

    /// The result of a method; nothing is `Void`.
    func output(of method: Interface.Method) -> String { method.output.map { self[$0.signature] } ?? "Void" }

    /// `name: Type` for each argument.
    func parameters(_ arguments: [Interface.Argument]) -> [String] {
        arguments.map { "\(Words.value($0.name)): \(self[$0.signature])" }
    }
}

extension Documentation {
    /// As paragraphs of a Swift documentation comment.
    var swift: [String] { paragraphs.isEmpty ? [summary.map { $0 + "." } ?? symbol] : paragraphs }

    /// A method's, with its arguments, the answer and the errors as a list.
    func swift(of method: Interface.Method) -> [String] {
        let input = Set(method.input.map(\.name))
        let list = arguments.map { argument in
            let label = input.contains(argument.name) ? "Parameter \(Words.value(argument.name))" : "Answer"
            return "- \(label): \(argument.swift(of: method.name))"
        }
        return swift + list + errors.map { "- Error `\($0.name)`: \($0.text)" }
    }
}

extension Documentation.Argument {
    /// The text, with the name of the keys' enum instead of the keys.
    fileprivate func swift(of member: String) -> String {
        guard !keys.isEmpty, text.hasSuffix(":") else { return text }
        return "\(text.dropLast()), by `\(member)\(Words.type(name))Key`."
    }
}
