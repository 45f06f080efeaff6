// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

extension String {
    /// A text with what is put into it: the key under which a translation is looked up, and the arguments.
    public struct LocalizationValue: Hashable, Sendable, ExpressibleByStringInterpolation {
        /// With a format for each argument, as in Apple's tables: `%@`, `%lld`, `%lf`.
        var key: String
        var arguments: [LocalizationArgument]

        /// A text without arguments, which is its own key.
        public init(_ text: String) {
            key = text
            arguments = []
        }

        public init(stringLiteral text: String) { self.init(text) }

        public init(stringInterpolation interpolation: StringInterpolation) {
            key = interpolation.key
            arguments = interpolation.arguments
        }

        /// `text` where formats are looked for.
        static func escaped(_ text: String) -> String { text.replacingOccurrences(of: "%", with: "%%") }

        /// Gathers the parts.
        public struct StringInterpolation: StringInterpolationProtocol, Hashable, Sendable {
            var key = ""
            var arguments: [LocalizationArgument] = []

            public init(literalCapacity: Int, interpolationCount: Int) {}

            public mutating func appendLiteral(_ literal: String) { key += LocalizationValue.escaped(literal) }

            public mutating func appendInterpolation(_ text: some StringProtocol) { append(.text(String(text)), "%@") }
            /// Adds an argument; its type is part of the key.
            public mutating func appendInterpolation(_ number: Int) { append(.integer(Int64(number)), "%lld") }
            /// Adds an argument; its type is part of the key.
            public mutating func appendInterpolation(_ number: Int64) { append(.integer(number), "%lld") }
            /// Adds an argument; its type is part of the key.
            public mutating func appendInterpolation(_ number: Double) { append(.number(number), "%lf") }
            /// Adds an argument; its type is part of the key.
            public mutating func appendInterpolation(_ resource: LocalizedStringResource) {
                append(.resource(resource), "%@")
            }
            /// A number as a format of `printf` has it, which also stands in the key: `\(size, specifier: "%.1f")`.
            public mutating func appendInterpolation<Number: CVarArg>(_ number: Number, specifier: String) {
                append(.text(String(format: specifier, number)), specifier)
            }
            /// What a style makes of it, `%@` in the key: `\(names, format: .list(type: .and))`.
            public mutating func appendInterpolation<Style: FormatStyle>(_ value: Style.FormatInput, format: Style)
            where Style.FormatOutput == String {
                append(.text(format.format(value)), "%@")
            }
            /// Anything else by its description.
            @_disfavoredOverload
            public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
                append(.text(value.description), "%@")
            }

            private mutating func append(_ argument: LocalizationArgument, _ format: String) {
                key += format
                arguments.append(argument)
            }
        }
    }
}

/// What is put into a localised text.
indirect enum LocalizationArgument: Hashable, Sendable {
    case text(String)
    case integer(Int64)
    case number(Double)
    case resource(LocalizedStringResource)

    func text(in languages: [String]) -> String {
        switch self {
        case .text(let text): text
        case .integer(let number): "\(number)"
        case .number(let number): "\(number)"
        case .resource(let resource): resource.text(in: languages)
        }
    }
}
