// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

extension Interface {
    /// The properties that a service answers; `Version` is known without it.
    private var answered: [Property] { properties.filter { $0.name != "Version" } }

    /// The protocol that a service conforms to, the dispatcher to it, and the signals.
    func writeService(to text: inout SwiftText, _ types: SwiftTypes) {
        text.documentation([
            "What serves `\(name)`.",
            "Called on the thread of the connection's loop. Each call is answered once, at once or later.",
        ])
        text.block("public protocol \(shortName)Service: AnyObject") { text in
            for property in answered {
                text.documentation(property.documentation.swift)
                text.line("var \(Words.value(property.name)): \(types[property.signature]) { get }")
            }
            if !answered.isEmpty { text.line() }
            for (index, method) in methods.enumerated() {
                if index > 0 { text.line() }
                text.documentation(method.documentation.swift(of: method))
                text.list(
                    "func \(Words.value(method.name))",
                    types.parameters(method.input) + ["call: MethodCall<\(types.output(of: method))>"])
            }
        }
        text.line()
        text.block("extension \(shortName)") { text in
            writeExport(to: &text)
            writeDispatch(to: &text, types)
            writeEmitters(to: &text, types)
        }
    }

    private func writeExport(to text: inout SwiftText) {
        text.comment("The interface as the object server takes it. `service` lives as long as the object is exported.")
        text.block("public static func exported(by service: any \(shortName)Service) -> ExportedInterface") { text in
            text.line("ExportedInterface(")
            text.line("    name: name,")
            text.line("    members: Method.allCases.map(\\.description),")
            text.line("    properties: Property.allCases.map(\\.description),")
            text.line("    call: { dispatch($0, to: service) },")
            text.line("    get: { Property(rawValue: $0).map { value(of: $0, from: service) } })")
        }
        text.line()
        text.comment("A property's value.")
        text.block("public static func value(of property: Property, from service: any \(shortName)Service) -> Value") {
            text in
            text.line("switch property {")
            for property in properties {
                let source = property.name == "Version" ? "version" : "service.\(Words.value(property.name))"
                text.line("case .\(Words.value(property.name)): \(source).busValue")
            }
            text.line("}")
        }
    }

    private func writeDispatch(to text: inout SwiftText, _ types: SwiftTypes) {
        text.line()
        text.block("private static func dispatch(_ invocation: Invocation, to service: any \(shortName)Service)") {
            text in
            text.line("guard let method = invocation.member.flatMap({ Method(rawValue: $0.text) }) else {")
            text.line("    return invocation.refuseMember()")
            text.line("}")
            text.line("switch method {")
            for method in methods {
                text.line("case .\(Words.value(method.name)):")
                for (index, argument) in method.input.enumerated() {
                    text.indented { text in
                        text.require(
                            "let \(Words.value(argument.name)): \(types[argument.signature]) = "
                                + "invocation.argument(\(index))",
                            else: "return invocation.refuse(\"\(argument.name)\")")
                    }
                }
                let passed = method.input.map(\.name).map(Words.value).map { "\($0): \($0)" }
                text.indented { text in
                    text.list("service.\(Words.value(method.name))", passed + ["call: MethodCall(invocation)"])
                }
            }
            text.line("}")
        }
    }

    private func writeEmitters(to text: inout SwiftText, _ types: SwiftTypes) {
        for signal in signals {
            text.line()
            text.documentation(signal.documentation.swift)
            text.list(
                "public static func emit\(signal.name)",
                types.parameters(signal.arguments) + ["on connection: Connection"], tail: " throws(BusError)"
            ) { text in
                let values = signal.arguments.map { "\(Words.value($0.name)).busValue" }.joined(separator: ", ")
                text.line("try connection.emit(path, name, \"\(signal.name)\", [\(values)])")
            }
        }
        guard !answered.isEmpty else { return }
        text.line()
        text.comment("Tells everyone the present values of properties that changed.")
        text.list(
            "public static func emitPropertiesChanged",
            ["_ changed: [Property]", "of service: any \(shortName)Service", "on connection: Connection"],
            tail: " throws(BusError)"
        ) { text in
            text.line("var values: [String: Value] = [:]")
            text.line("for property in changed { values[property.rawValue] = value(of: property, from: service) }")
            text.line("try connection.emitPropertiesChanged(path, name, values)")
        }
    }
}
