// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusInterfaces

/// What `set` sends: all that one filter has configured in one mode.
struct Configuration: Equatable {
    /// Parameter id to value.
    var values: Row
    /// Parameters that are to be nil, in byte order.
    var none: [String]
    /// What was configured but is no parameter of the filter any more; not sent, since the agent would refuse it.
    var dropped: [String] = []

    init(values: Row, none: [String], dropped: [String] = []) {
        self.values = values
        self.none = none
        self.dropped = dropped
    }

    /// Applies `changes` to what is configured now.
    ///
    /// - Parameters:
    ///   - parameters: the filter's, as `ListFilters` describes them.
    ///   - values, none: what the mode configures for the filter, as `GetMode` has it.
    init(
        changing values: Row, none: [String], by changes: Changes, parameters: [Row]
    ) throws(Failure) {
        let types = try Self.types(parameters)
        var values = values
        var none = Set(none)
        for name in changes.toDefault {
            _ = try Self.type(of: name, in: types)
            values[name] = nil
            none.remove(name)
        }
        for name in changes.none {
            _ = try Self.type(of: name, in: types)
            values[name] = nil
            none.insert(name)
        }
        for name in changes.names {
            let type = try Self.type(of: name, in: types)
            values[name] = try type.value(changes.assignments.filter { $0.name == name })
            none.remove(name)
        }
        dropped = Set(values.keys).union(none).filter { types[$0] == nil }.byteOrdered()
        self.values = values.filter { types[$0.key] != nil }
        self.none = none.filter { types[$0] != nil }.byteOrdered()
    }

    private static func types(_ parameters: [Row]) throws(Failure) -> [String: TypedParameter] {
        typealias Key = Focus1.ParameterDescriptionKey
        var types: [String: TypedParameter] = [:]
        for row in parameters {
            guard let id = row[Key.id] else { continue }
            guard let type = ParameterType(rawValue: row[Key.type] ?? "") else {
                throw Failure.refused(
                    "parameter '\(PlainText.clean(id))' has a type that this focusctl does not know: '\(row.text(Key.type))'"
                )
            }
            types[id] = TypedParameter(name: id, type: type, isArray: row[Key.array] ?? false)
        }
        return types
    }

    private static func type(of name: String, in types: [String: TypedParameter]) throws(Failure) -> TypedParameter {
        if let type = types[name] { return type }
        let names = types.keys.map(PlainText.clean).byteOrdered()
        let near = suggestion(for: name, among: names)
        let all = names.isEmpty ? "it has none" : "there are \(names.joined(separator: ", "))"
        throw Failure.refused("the filter has no parameter '\(name)'\(near.isEmpty ? "; \(all)" : near)")
    }
}

extension Changes {
    /// The assigned names, each once, in the order of the command line.
    fileprivate var names: [String] {
        var seen: Set<String> = []
        return assignments.map(\.name).filter { seen.insert($0).inserted }
    }
}

/// How the text of a value is read.
private struct TypedParameter {
    var name: String
    var type: ParameterType
    var isArray: Bool

    func value(_ assignments: [Changes.Assignment]) throws(Failure) -> Value {
        guard isArray else {
            guard assignments.count == 1 else {
                throw Failure.refused("'\(name)' takes one value, and \(assignments.count) are given")
            }
            return try scalar(assignments[0].value)
        }
        if assignments.count == 1, assignments[0].value == "[]" { return .array(element: element, []) }
        var elements: [Value] = []
        for assignment in assignments { elements.append(try scalar(assignment.value)) }
        return .array(element: element, elements)
    }

    private var element: Signature {
        switch type {
        case .bool: "b"
        case .int: "x"
        case .double: "d"
        case .string, .url, .date, .enum, .entity: "s"
        }
    }

    private func scalar(_ text: String) throws(Failure) -> Value {
        switch type {
        case .bool:
            switch text.lowercased() {
            case "true", "yes", "on": return .boolean(true)
            case "false", "no", "off": return .boolean(false)
            default: throw Failure.refused("'\(name)' is a bool: write true or false, not '\(text)'")
            }
        case .int:
            guard let number = Int64(text) else {
                throw Failure.refused("'\(name)' is a whole number, which '\(text)' is not; for example 3")
            }
            return .int64(number)
        case .double:
            guard let number = Double(text), number.isFinite else {
                throw Failure.refused("'\(name)' is a number, which '\(text)' is not; for example 0.5")
            }
            return .double(number)
        case .string, .url, .date, .enum, .entity: return .string(text)
        }
    }
}
