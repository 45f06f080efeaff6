// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// A program with its arguments, as `Exec=` writes it: the quoting of the Desktop Entry Specification, no shell.
///
/// Arguments are separated by spaces. One that holds a space or a reserved character stands in double quotes, in which
/// `\` before `"`, `` ` ``, `$` or `\` takes away its meaning. `%%` is a percent sign; there are no field codes.
public struct ExecLine: Hashable, Sendable {
    /// The program first: an absolute path, or a name to be looked for in `PATH`.
    public let arguments: [String]

    /// The program's path or name.
    public var program: String { arguments.first ?? "" }

    /// A program with its arguments, as they are.
    package init(program: String, _ arguments: [String]) { self.arguments = [program] + arguments }

    /// Reads a value whose escapes (`\s`, `\\`, …) are resolved already.
    /// - Throws: What is wrong; the column counts characters of `text` from 1.
    public init(_ text: String) throws(TextError) {
        var reader = ExecReader(text)
        arguments = try reader.read()
        guard let program = arguments.first else { throw TextError(column: 1, message: "a program is missing") }
        guard !program.isEmpty, !program.unicodeScalars.contains("=") else {
            throw TextError(column: 1, message: "'\(program)' is not a program's name")
        }
        guard program.utf8.first == UInt8(ascii: "/") || !program.utf8.contains(UInt8(ascii: "/")) else {
            throw TextError(
                column: 1,
                message: "'\(program)' is a relative path; write an absolute one, or a name to be looked for in PATH")
        }
    }
}

private struct ExecReader {
    private let scalars: [Unicode.Scalar]
    private var place = 0

    init(_ text: String) { scalars = Array(text.unicodeScalars) }

    mutating func read() throws(TextError) -> [String] {
        var arguments: [String] = []
        while place < scalars.count {
            switch scalars[place] {
            case " ": place += 1
            case "\"": arguments.append(try quoted())
            default: arguments.append(try bare())
            }
        }
        return arguments
    }

    private mutating func quoted() throws(TextError) -> String {
        let start = place
        var argument = String.UnicodeScalarView()
        place += 1
        while place < scalars.count {
            switch scalars[place] {
            case "\"":
                place += 1
                guard place == scalars.count || scalars[place] == " " else {
                    throw error("after a closing '\"' comes a space: an argument is quoted whole")
                }
                return String(argument)
            case "\\":
                guard place + 1 < scalars.count, ["\"", "`", "$", "\\"].contains(scalars[place + 1]) else {
                    throw error("within quotes, after '\\' may come '\"', '`', '$' or another '\\'")
                }
                argument.append(scalars[place + 1])
                place += 2
            case "`", "$":
                throw error("within quotes, '\(scalars[place])' needs a '\\' before it: there is no shell")
            default: argument.append(try plain())
            }
        }
        place = start
        throw error("this '\"' is not closed")
    }

    private mutating func bare() throws(TextError) -> String {
        var argument = String.UnicodeScalarView()
        while place < scalars.count, scalars[place] != " " {
            if Self.reserved.contains(scalars[place]) {
                throw error(
                    "'\(Self.name(scalars[place]))' is reserved: put the whole argument in double quotes (there is no "
                        + "shell)")
            }
            argument.append(try plain())
        }
        return String(argument)
    }

    /// One character; `%` only as `%%`.
    private mutating func plain() throws(TextError) -> Unicode.Scalar {
        let scalar = scalars[place]
        guard scalar.value != 0 else { throw error("a NUL byte cannot be in an argument") }
        if scalar == "%" {
            guard place + 1 < scalars.count, scalars[place + 1] == "%" else {
                throw error("there are no field codes here; write '%%' for a percent sign")
            }
            place += 1
        }
        place += 1
        return scalar
    }

    private func error(_ message: String) -> TextError { TextError(column: place + 1, message: message) }

    private static let reserved: Set<Unicode.Scalar> = [
        "\t", "\n", "\"", "'", "\\", ">", "<", "~", "|", "&", ";", "$", "*", "?", "#", "(", ")", "`",
    ]

    private static func name(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\t": "\\t"
        case "\n": "\\n"
        default: String(scalar)
        }
    }
}
