// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// Reads a command line. Pure: times are read as local times, not yet as instants.
struct CommandParser {
    private var operands: [String] = []
    var values: [Option: [String]] = [:]

    /// Reads `arguments`, without the program's name.
    static func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
        var parser = CommandParser()
        try parser.sort(arguments)
        return try parser.invocation()
    }

    /// Tells options from operands; options may stand anywhere before `--`.
    private mutating func sort(_ arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                operands += rest
                return
            }
            guard argument.hasPrefix("-"), argument != "-" else {
                operands.append(argument)
                continue
            }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let option = try Self.option(named: parts[0])
            if option.value == nil {
                guard parts.count == 1 else { throw UsageError("\(option.rawValue) takes no value") }
                values[option, default: []].append("")
            } else if parts.count == 2 {
                values[option, default: []].append(parts[1])
            } else if let value = rest.popFirst() {
                values[option, default: []].append(value)
            } else {
                throw UsageError("\(option.synopsis): the value is missing; \(option.summary)")
            }
            guard option.repeats || values[option]?.count == 1 else {
                throw UsageError("\(option.rawValue) is given twice")
            }
        }
    }

    private static func option(named name: String) throws(UsageError) -> Option {
        if name == "-h" { return .help }
        guard let option = Option(rawValue: name) else {
            throw UsageError(
                "no option '\(name)'\(suggestion(for: name, among: Option.allCases.map(\.rawValue)))")
        }
        return option
    }

    private mutating func invocation() throws(UsageError) -> Invocation {
        if values[.version] != nil { return Invocation(command: .version) }
        let name = operands.isEmpty ? nil : operands.removeFirst()
        if name == nil, values[.help] != nil { return Invocation(command: .help(nil)) }
        let verb = try Self.verb(named: name ?? Verb.status.rawValue)
        if values[.help] != nil { return Invocation(command: .help(verb)) }
        for option in values.keys where !Option.common.contains(option) && !verb.options.contains(option) {
            let verbs = Verb.allCases.filter { $0.options.contains(option) }.map(\.rawValue).joined(separator: ", ")
            throw UsageError("\(option.rawValue) does not go with '\(verb.rawValue)', only with \(verbs)")
        }
        var invocation = Invocation(command: try command(verb), json: values[.json] != nil)
        if let choice = values[.color]?.first { invocation.color = try Self.choice(choice, for: .color) }
        return invocation
    }

    private static func verb(named name: String) throws(UsageError) -> Verb {
        guard let verb = Verb(rawValue: name) else {
            throw UsageError("no verb '\(name)'\(suggestion(for: name, among: Verb.allCases.map(\.rawValue)))")
        }
        return verb
    }

    private func command(_ verb: Verb) throws(UsageError) -> Command {
        switch verb {
        case .status: return try alone(verb, .status)
        case .why: return try alone(verb, .why)
        case .modes: return try alone(verb, .modes)
        case .filters: return try alone(verb, .filters)
        case .sources: return try alone(verb, .sources)
        case .problems: return try alone(verb, .problems)
        case .doctor: return try alone(verb, .doctor(awaitsFlip: values[.flip] != nil))
        case .report: return try alone(verb, .report)
        case .next: return try alone(verb, .next(count: try count()))
        case .preview: return try alone(verb, .preview(at: try time(.at), facts: try facts()))
        case .history: return try alone(verb, .history(count: try count()))
        case .auto: return try alone(verb, .resume)
        case .watch: return try alone(verb, .watch)
        case .reload: return try alone(verb, .reload)
        case .on: return .activate(mode: try only(verb), try ending())
        case .off: return try alone(verb, .deactivate(try ending()))
        case .hold:
            guard let mode = operands.first else { throw wrongCount(verb) }
            let command = Array(operands.dropFirst())
            return .hold(mode: mode, reason: values[.reason]?.first ?? command.first ?? "", command: command)
        case .show: return .show(mode: try only(verb))
        case .delete: return .delete(mode: try only(verb))
        case .create: return .create(mode: try only(verb), preset: values[.preset]?.first ?? "")
        case .set: return try configure()
        case .unset:
            guard operands.count == 2 else { throw wrongCount(verb) }
            return .unconfigure(mode: operands[0], try Self.filter(operands[1]))
        case .options:
            guard operands.count >= 2 else { throw wrongCount(verb) }
            return .options(
                try Self.filter(operands[0]), parameter: operands[1], search: values[.search]?.first ?? "",
                Changes(assignments: try Self.assignments(operands.dropFirst(2))))
        case .resolve:
            guard operands.count >= 3 else { throw wrongCount(verb) }
            return .resolve(
                try Self.filter(operands[0]), parameter: operands[1], ids: Array(operands.dropFirst(2)))
        case .describe:
            guard !operands.isEmpty else { throw wrongCount(verb) }
            return .describe(
                try Self.filter(operands[0]), Changes(assignments: try Self.assignments(operands.dropFirst())))
        case .suggest: return .suggest(try Self.filter(try only(verb)))
        case .policy: return try policy()
        case .validate: return try validate(file: try only(verb))
        case .help:
            guard operands.count <= 1 else { throw wrongCount(verb) }
            guard let name = operands.first else { return .help(nil) }
            return .help(try Self.verb(named: name))
        }
    }

    private func alone(_ verb: Verb, _ command: Command) throws(UsageError) -> Command {
        guard operands.isEmpty else { throw wrongCount(verb) }
        return command
    }

    private func only(_ verb: Verb) throws(UsageError) -> String {
        guard operands.count == 1 else { throw wrongCount(verb) }
        return operands[0]
    }

    private func wrongCount(_ verb: Verb) -> UsageError {
        UsageError("'\(verb.rawValue)' is used as: \(verb.synopsis)")
    }

    private func configure() throws(UsageError) -> Command {
        guard operands.count >= 2 else { throw wrongCount(.set) }
        let key = try Self.filter(operands[1])
        let changes = Changes(
            assignments: try Self.assignments(operands.dropFirst(2)), none: values[.none] ?? [],
            toDefault: values[.toDefault] ?? [])
        var ways: [String: Set<String>] = [:]
        for assignment in changes.assignments { ways[assignment.name, default: []].insert("a value") }
        for name in changes.none { ways[name, default: []].insert(Option.none.rawValue) }
        for name in changes.toDefault { ways[name, default: []].insert(Option.toDefault.rawValue) }
        if let (name, ways) = ways.first(where: { $0.value.count > 1 }) {
            throw UsageError("'\(name)' cannot have \(ways.sorted().joined(separator: " and ")) at once")
        }
        return .configure(mode: operands[0], key, changes)
    }

    private func policy() throws(UsageError) -> Command {
        guard let name = operands.first else { throw wrongCount(.policy) }
        guard let app = AppID(name) else {
            throw UsageError("'\(name)' is not an app's id; for example org.example.Tasks")
        }
        var change = PolicyChange()
        for assignment in try Self.assignments(operands.dropFirst()) {
            let flag: Bool
            switch assignment.value.lowercased() {
            case "true", "yes", "on": flag = true
            case "false", "no", "off": flag = false
            default:
                throw UsageError("\(assignment.name) is a bool: write true or false, not '\(assignment.value)'")
            }
            switch assignment.name {
            case "share-mode": change.shareMode = flag
            case "activate": change.activate = flag
            default:
                let near = suggestion(for: assignment.name, among: ["share-mode", "activate"])
                throw UsageError(
                    "'\(assignment.name)' is nothing that an app is allowed"
                        + (near.isEmpty ? "; there are share-mode and activate" : near))
            }
        }
        return .policy(app, change)
    }

    private func validate(file: String) throws(UsageError) -> Command {
        if let text = values[.kind]?.first {
            return .validate(file: file, kind: try Self.choice(text, for: .kind))
        }
        guard let kind = FileKind(path: file) else {
            throw UsageError(
                "the name '\(file)' does not tell what the file is; add --kind mode, agent, filters, condition or schedule"
            )
        }
        return .validate(file: file, kind: kind)
    }
}
