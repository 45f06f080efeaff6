// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

extension Interface {
    /// Names, members and keys.
    func writeNames(to text: inout SwiftText, _ types: SwiftTypes) {
        text.documentation([(documentation.summary ?? name) + "."] + documentation.paragraphs)
        text.block("public enum \(shortName)") { text in
            text.comment("The interface's name.")
            text.line("public static let name: InterfaceName = \"\(name)\"")
            if let path {
                text.comment("The bus name at which it is served.")
                text.line(
                    "public static let busName: BusName = \"\(path.dropFirst().map { $0 == "/" ? "." : String($0) }.joined())\""
                )
                text.comment("The object that serves it.")
                text.line("public static let path: ObjectPath = \"\(path)\"")
            }
            text.comment("What the property `Version` says.")
            text.line("public static let version: UInt32 = \(version)")
            writeMethods(to: &text)
            writeMembers("Signal", "signals", signals.map(\.name), to: &text)
            writeProperties(to: &text)
            for dictionary in dictionaries { write(dictionary, to: &text, types) }
        }
    }

    private func writeMethods(to text: inout SwiftText) {
        text.line()
        text.comment("The methods.")
        text.block("public enum Method: String, CaseIterable, Sendable") { text in
            for method in methods { text.line("case \(Words.declared(method.name)) = \"\(method.name)\"") }
            text.line()
            text.comment("The name and the signatures.")
            text.block("public var description: MethodDescription") { text in
                text.line("switch self {")
                for method in methods {
                    text.line("case .\(Words.value(method.name)):")
                    let input = method.input.map(\.signature).joined()
                    text.line(
                        "    MethodDescription(name: \"\(method.name)\", in: \"\(input)\", out: \"\(method.output?.signature ?? "")\")"
                    )
                }
                text.line("}")
            }
        }
    }

    private func writeMembers(_ type: String, _ plural: String, _ names: [String], to text: inout SwiftText) {
        guard !names.isEmpty else { return }
        text.line()
        text.comment("The \(plural).")
        text.block("public enum \(type): String, CaseIterable, Sendable") { text in
            for name in names { text.line("case \(Words.declared(name)) = \"\(name)\"") }
        }
    }

    private func writeProperties(to text: inout SwiftText) {
        text.line()
        text.comment("The properties.")
        text.block("public enum Property: String, CaseIterable, Sendable") { text in
            for property in properties { text.line("case \(Words.declared(property.name)) = \"\(property.name)\"") }
            text.line()
            text.comment("The name, the signature and the access.")
            text.block("public var description: PropertyDescription") { text in
                text.line("switch self {")
                for property in properties {
                    text.line("case .\(Words.value(property.name)):")
                    let access = property.access == "readwrite" ? "readWrite" : property.access
                    text.indented { text in
                        text.list(
                            "PropertyDescription",
                            [
                                "name: \"\(property.name)\"", "signature: \"\(property.signature)\"",
                                "access: .\(access)",
                            ])
                    }
                }
                text.line("}")
            }
        }
    }

    private func write(_ dictionary: DocumentedDictionary, to text: inout SwiftText, _ types: SwiftTypes) {
        text.line()
        text.comment("The keys of `\(dictionary.name)`.")
        text.block("public enum \(dictionary.name)Key") { text in
            for key in dictionary.keys {
                text.comment(key.text)
                text.line(
                    "public static let \(Words.declared(key.name)) = "
                        + "DictionaryKey<\(types[key.signature])>(\"\(key.name)\")")
            }
        }
    }
}
