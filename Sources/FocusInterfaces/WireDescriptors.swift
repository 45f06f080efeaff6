// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

public import DBus
public import FocusCore

extension FilterDescriptor {
    /// As `a{sv}` with the keys of ``Focus1/FilterDescriptionKey``; what is as by default is left out.
    public var wire: [String: Value] {
        typealias Key = Focus1.FilterDescriptionKey
        var result: [String: Value] = [:]
        result.set(Key.id, id.text)
        result.set(Key.title, title.isEmpty ? nil : title)
        result.set(Key.description, summary.isEmpty ? nil : summary)
        result.set(Key.icon, icon?.wire)
        result.set(Key.aliases, aliases.isEmpty ? nil : aliases.map(\.text))
        result.set(Key.deadline, deadline == Self.defaultDeadline ? nil : UInt64(clamping: deadline))
        result.set(Key.parameters, parameters.isEmpty ? nil : parameters.map(\.wire))
        return result
    }

    /// Reads what ``wire`` gives and checks all of it, with ``validate()`` at the end. Keys that are not known are
    /// ignored.
    ///
    /// Throws ``WireError/invalidArguments(_:)`` for a key with another type, `InvalidId`, `InvalidDescriptor` or
    /// `LimitExceeded`; each names the filter, the parameter and the key.
    public init(wire: [String: Value]) throws(WireError) {
        typealias Key = Focus1.FilterDescriptionKey
        let id = try Identifier(wire: try wire.required(Key.id), of: "a filter")
        do throws(WireError) {
            let rows = try wire.optional(Key.parameters) ?? []
            guard rows.count <= Self.maximumParameters else {
                throw .limitExceeded("\(rows.count) parameters; at most \(Self.maximumParameters) are allowed")
            }
            var parameters: [ParameterDescriptor] = []
            parameters.reserveCapacity(rows.count)
            for row in rows { parameters.append(try ParameterDescriptor(wire: row)) }
            self.init(
                id: id, title: try wire.optional(Key.title) ?? "", summary: try wire.optional(Key.description) ?? "",
                icon: try Icon(wire: wire, Key.icon),
                aliases: try Identifier.list(wire: try wire.optional(Key.aliases) ?? [], of: "a filter"),
                deadline: try Self.deadline(wire.optional(Key.deadline)), parameters: parameters)
            try Self.requireDistinct(parameters.map(\.id.text))
        } catch {
            throw error.at("filter '\(id)'")
        }
        do throws(FocusError) {
            try validate()
        } catch {
            throw .focus(error)
        }
    }

    /// Reads the filters of a registration.
    public static func list(wire rows: [[String: Value]]) throws(WireError) -> [FilterDescriptor] {
        guard rows.count <= maximumPerApp else {
            throw .limitExceeded("\(rows.count) filters; at most \(maximumPerApp) are allowed")
        }
        var filters: [FilterDescriptor] = []
        filters.reserveCapacity(rows.count)
        for (index, row) in rows.enumerated() {
            do throws(WireError) {
                filters.append(try FilterDescriptor(wire: row))
            } catch {
                throw row[Focus1.FilterDescriptionKey.id.name] == nil ? error.at("filter \(index + 1)") : error
            }
        }
        try requireDistinct(filters.map(\.id.text))
        return filters
    }

    private static func deadline(_ wire: UInt64?) throws(WireError) -> Microseconds {
        guard let wire else { return defaultDeadline }
        guard let deadline = Microseconds(exactly: wire), deadline > 0 else {
            throw .invalidDescriptor("a deadline of \(wire) µs is not possible; leave it out for 10 s")
        }
        return deadline
    }

    /// Ids serve as keys of dictionaries, where two that Unicode holds to be the same text cannot stand side by side.
    private static func requireDistinct(_ ids: [String]) throws(WireError) {
        var seen: Set<String> = []
        for id in ids where !seen.insert(id).inserted {
            throw .invalidDescriptor("the id '\(id)' comes twice")
        }
    }
}

extension ParameterDescriptor {
    /// As `a{sv}` with the keys of ``Focus1/ParameterDescriptionKey``; what is as by default is left out.
    public var wire: [String: Value] {
        typealias Key = Focus1.ParameterDescriptionKey
        var result: [String: Value] = [:]
        result.set(Key.id, id.text)
        result.set(Key.type, type.rawValue)
        result.set(Key.title, title.isEmpty ? nil : title)
        result.set(Key.description, summary.isEmpty ? nil : summary)
        result.set(Key.array, isArray ? true : nil)
        result.set(Key.optional, isOptional ? true : nil)
        result.set(Key.default, defaultValue?.busValue(of: type))
        result.set(Key.cases, cases.isEmpty ? nil : cases.map(\.wire))
        result.set(Key.options, options == Self.defaultOptions(of: cases) ? nil : options.rawValue)
        result.set(Key.minimum, minimum)
        result.set(Key.maximum, maximum)
        result.set(Key.entityName, entityName)
        result.set(Key.dependsOn, dependsOn.isEmpty ? nil : dependsOn.map(\.text))
        result.set(Key.aliases, aliases.isEmpty ? nil : aliases.map(\.text))
        return result
    }

    /// Reads what ``wire`` gives; whether its parts go together is for ``FilterDescriptor/validate()``.
    public init(wire: [String: Value]) throws(WireError) {
        typealias Key = Focus1.ParameterDescriptionKey
        let id = try Identifier(wire: try wire.required(Key.id), of: "a parameter")
        do throws(WireError) {
            let cases = try Self.cases(wire.optional(Key.cases) ?? [])
            self.init(
                id: id, type: try Self.choice(Key.type, wire.required(Key.type)),
                isArray: try wire.optional(Key.array) ?? false, isOptional: try wire.optional(Key.optional) ?? false,
                defaultValue: try Self.defaultValue(wire), title: try wire.optional(Key.title) ?? "",
                summary: try wire.optional(Key.description) ?? "", cases: cases,
                options: try wire.optional(Key.options).map { text throws(WireError) in
                    try Self.choice(Key.options, text)
                }
                    ?? Self.defaultOptions(of: cases),
                minimum: try wire.optional(Key.minimum), maximum: try wire.optional(Key.maximum),
                entityName: try wire.optional(Key.entityName),
                dependsOn: try Identifier.list(wire: try wire.optional(Key.dependsOn) ?? [], of: "a parameter"),
                aliases: try Identifier.list(wire: try wire.optional(Key.aliases) ?? [], of: "a parameter"))
        } catch {
            throw error.at("parameter '\(id)'")
        }
    }

    private static func defaultOptions(of cases: [Item]) -> OptionsKind { cases.isEmpty ? .none : .static }

    private static func defaultValue(_ wire: [String: Value]) throws(WireError) -> ParameterValue? {
        let key = Focus1.ParameterDescriptionKey.default
        guard let value = try wire.optional(key) else { return nil }
        try WireValues.check([key.name: value])
        do throws(WireError) {
            return try ParameterValue(value)
        } catch {
            throw error.at("'\(key.name)'")
        }
    }

    private static func cases(_ rows: [[String: Value]]) throws(WireError) -> [Item] {
        var cases: [Item] = []
        cases.reserveCapacity(rows.count)
        for (index, row) in rows.enumerated() {
            do throws(WireError) {
                cases.append(try Item(wire: row))
            } catch {
                throw error.at("case \(index + 1)")
            }
        }
        return cases
    }

    /// One of the words that an enum of ours has.
    private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ key: DictionaryKey<String>, _ text: String
    ) throws(WireError) -> Choice {
        guard let choice = Choice(rawValue: text) else {
            let allowed = Choice.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
            throw .invalidDescriptor("'\(key.name)' is '\(text.shortened)'; it can be \(allowed)")
        }
        return choice
    }
}
