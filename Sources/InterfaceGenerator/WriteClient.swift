// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

extension Interface {
    private var hasChangingProperties: Bool { properties.contains { $0.emitsChange == "true" } }

    /// One method per method, one subscription per signal, the properties as a structure.
    func writeClient(to text: inout SwiftText, _ types: SwiftTypes) {
        text.documentation([
            "Calls `\(name)`.",
            "`reply` is called on the thread of the connection's loop. A `deadline` is in µs from now; without one the "
                + "caller minds it.",
        ])
        text.block("public struct \(shortName)Client") { text in
            writeInitializer(to: &text)
            for method in methods { write(method, to: &text, types) }
            for signal in signals { write(signal, to: &text, types) }
            for property in properties { write(property, to: &text, types) }
            writeProperties(to: &text)
        }
        text.line()
        writePropertyValues(to: &text, types)
    }

    private func writeInitializer(to text: inout SwiftText) {
        text.line("public let connection: Connection")
        text.comment("Who serves the object.")
        text.line("public let destination: BusName")
        text.line("public let path: ObjectPath")
        text.comment("Whether a call may start the service.")
        text.line("public var autoStart = false")
        text.line()
        let hasPath = path != nil
        text.list(
            "public init",
            [
                "_ connection: Connection", "destination: BusName" + (hasPath ? " = \(shortName).busName" : ""),
                "path: ObjectPath" + (hasPath ? " = \(shortName).path" : ""),
            ]
        ) { text in
            text.line("self.connection = connection")
            text.line("self.destination = destination")
            text.line("self.path = path")
        }
    }

    private func write(_ method: Method, to text: inout SwiftText, _ types: SwiftTypes) {
        let output = types.output(of: method)
        text.line()
        text.documentation(method.documentation.swift)
        text.line("@discardableResult")
        text.list(
            "public func \(Words.value(method.name))",
            types.parameters(method.input) + [
                "deadline: Int64?", "reply: @escaping (Result<\(output), CallError>) -> Void",
            ], tail: " -> PendingCall"
        ) { text in
            let values = method.input.map { "\(Words.value($0.name)).busValue" }.joined(separator: ", ")
            text.line("connection.call(")
            text.line("    destination, path, \(shortName).name, \"\(method.name)\",")
            text.line("    [\(values)],")
            text.line("    deadline: deadline, autoStart: autoStart")
            text.line(") { reply(Output.read($0)) }")
        }
    }

    private func write(_ signal: Signal, to text: inout SwiftText, _ types: SwiftTypes) {
        let inputs = signal.arguments.map { types[$0.signature] }.joined(separator: ", ")
        text.line()
        text.documentation(signal.documentation.swift)
        text.line("@discardableResult")
        text.line("public func on\(signal.name)(_ handler: @escaping (\(inputs)) -> Void) -> Subscription {")
        text.line("    let rule = MatchRule(")
        text.line("        sender: destination, path: path, interface: \(shortName).name, member: \"\(signal.name)\")")
        if signal.arguments.isEmpty {
            text.line("    return connection.addMatch(rule) { _ in handler() }")
        } else {
            text.line("    return connection.addMatch(rule) { message in")
            for (index, argument) in signal.arguments.enumerated() {
                text.line(
                    "        guard let \(Words.value(argument.name)): \(types[argument.signature]) = "
                        + "message.argument(\(index)) else { return }")
            }
            text.line("        handler(\(signal.arguments.map(\.name).map(Words.value).joined(separator: ", ")))")
            text.line("    }")
        }
        text.line("}")
    }

    private func write(_ property: Property, to text: inout SwiftText, _ types: SwiftTypes) {
        text.line()
        text.documentation(property.documentation.swift)
        text.line("@discardableResult")
        text.list(
            "public func \(Words.declared(property.name))",
            ["deadline: Int64?", "reply: @escaping (Result<\(types[property.signature]), CallError>) -> Void"],
            tail: " -> PendingCall"
        ) { text in
            text.line("connection.call(")
            text.line("    destination, path, \"org.freedesktop.DBus.Properties\", \"Get\",")
            text.line("    [\(shortName).name.text.busValue, \"\(property.name)\".busValue],")
            text.line("    deadline: deadline, autoStart: autoStart")
            text.line(") { reply(Output.readProperty($0)) }")
        }
    }

    private func writeProperties(to text: inout SwiftText) {
        text.line()
        text.comment("Reads every property.")
        text.line("@discardableResult")
        text.list(
            "public func getProperties",
            ["deadline: Int64?", "reply: @escaping (Result<\(shortName).Properties, CallError>) -> Void"],
            tail: " -> PendingCall"
        ) { text in
            text.line("connection.call(")
            text.line(
                "    destination, path, \"org.freedesktop.DBus.Properties\", \"GetAll\", [\(shortName).name.text.busValue],"
            )
            text.line("    deadline: deadline, autoStart: autoStart")
            text.line(") { reply(Output.read($0).map(\(shortName).Properties.init)) }")
        }
        guard hasChangingProperties else { return }
        text.line()
        text.comment("Hears of new values; what did not change is `nil`.")
        text.line("@discardableResult")
        text.block(
            "public func onPropertiesChanged(_ handler: @escaping (\(shortName).Properties) -> Void) -> Subscription"
        ) { text in
            text.line("let rule = MatchRule(")
            text.line("    sender: destination, path: path, interface: \"org.freedesktop.DBus.Properties\",")
            text.line("    member: \"PropertiesChanged\", arg0: \(shortName).name.text)")
            text.line("return connection.addMatch(rule) { message in")
            text.line("    guard let values: [String: Value] = message.argument(1) else { return }")
            text.line("    handler(\(shortName).Properties(values))")
            text.line("}")
        }
    }

    private func writePropertyValues(to text: inout SwiftText, _ types: SwiftTypes) {
        text.block("extension \(shortName)") { text in
            text.comment("Values of properties; what was not said, or has another type, is `nil`.")
            text.block("public struct Properties: Hashable, Sendable") { text in
                for property in properties {
                    text.line("public var \(Words.declared(property.name)): \(types[property.signature])?")
                }
                text.line()
                text.block("public init(_ values: [String: Value])") { text in
                    for property in properties {
                        text.line(
                            "\(Words.value(property.name)) = "
                                + "values[\"\(property.name)\"].flatMap(\(types[property.signature]).init)")
                    }
                }
            }
        }
    }
}
