// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

extension FilterDescriptor {
    /// How many filters one app may offer.
    public static let maximumPerApp = 256
    /// How many parameters one filter may have.
    public static let maximumParameters = 256
    /// How long a filter may let a Perform take.
    public static let deadlines: ClosedRange<Microseconds> = .milliseconds(1)...(.seconds(600))

    /// Checks what an app offers as a whole, and each filter: the readers of descriptor files and of the wire both
    /// call it.
    ///
    /// Throws `InvalidDescriptor` or `LimitExceeded`, naming the filter and the parameter, and the cure.
    public static func validate(_ filters: [FilterDescriptor]) throws(FocusError) {
        guard let (index, fault) = fault(among: filters) else { return }
        throw fault.error(filters[index].id)
    }

    /// Checks everything about one filter that its parts alone do not guarantee.
    ///
    /// Throws `InvalidDescriptor` or `LimitExceeded`, naming the filter and the parameter, and the cure.
    public func validate() throws(FocusError) {
        if let fault = fault() { throw fault.error(id) }
    }

    /// The first thing that is wrong, and the index of the filter.
    static func fault(among filters: [FilterDescriptor]) -> (index: Int, fault: Fault)? {
        var names = UniqueNames()
        for (index, filter) in filters.enumerated() {
            guard index < maximumPerApp else {
                return (index, Fault(code: .limitExceeded, message: "an app may have at most \(maximumPerApp) filters"))
            }
            if let fault = filter.fault() { return (index, fault) }
            if let name = names.add(filter.id, filter.aliases) {
                return (
                    index, Fault(message: "'\(name)' is already the id or an alias of a filter; give it another")
                )
            }
        }
        return nil
    }

    /// What is wrong, and with which parameter; `nil` parameter: with the filter itself.
    struct Fault {
        var code = FocusError.Code.invalidDescriptor
        var parameter: Identifier?
        var message: String

        func error(_ filter: Identifier) -> FocusError {
            let parameter = parameter.map { ", parameter '\($0)'" } ?? ""
            return FocusError(code, "filter '\(filter)'\(parameter): \(message)")
        }
    }

    /// The first thing that is wrong.
    func fault() -> Fault? {
        guard parameters.count <= Self.maximumParameters else {
            return Fault(
                code: .limitExceeded,
                message: "\(parameters.count) parameters; a filter may have at most \(Self.maximumParameters)")
        }
        guard Self.deadlines.contains(deadline) else {
            let range =
                "\(TimeSpan.text(of: Self.deadlines.lowerBound)) to \(TimeSpan.text(of: Self.deadlines.upperBound))"
            return Fault(message: "the deadline must be from \(range)")
        }
        var names = UniqueNames()
        for parameter in parameters {
            if let name = names.add(parameter.id, parameter.aliases) {
                return Fault(
                    parameter: parameter.id,
                    message: "'\(name)' is already the id or an alias of a parameter; give it another")
            }
            if let message = parameter.fault() { return Fault(parameter: parameter.id, message: message) }
        }
        return dependencyFault()
    }

    private func dependencyFault() -> Fault? {
        let known = Dictionary(parameters.map { ($0.id, $0.dependsOn) }) { first, _ in first }
        for parameter in parameters {
            for other in parameter.dependsOn where known[other] == nil {
                let near = suggestion(for: other.text, among: known.keys.map(\.text))
                return Fault(
                    parameter: parameter.id, message: "it depends on '\(other)', which is not a parameter\(near)")
            }
        }
        // Take away what depends on nothing that is left; what cannot be taken away is in a cycle or behind one.
        var left = known
        while case let free = left.filter({ $0.value.allSatisfy { left[$0] == nil } }).keys, !free.isEmpty {
            for id in free { left[id] = nil }
        }
        guard var id = left.keys.min() else { return nil }
        var path: [Identifier] = []
        while !path.contains(id) {
            path.append(id)
            guard let next = left[id]?.first(where: { left[$0] != nil }) else { break }
            id = next
        }
        let cycle = (path.drop { $0 != id } + [id]).map(\.text).joined(separator: " → ")
        return Fault(parameter: id, message: "it depends on itself: \(cycle)")
    }
}

extension ParameterDescriptor {
    /// Whether `value` is of the parameter's type, an array if it is one, each number within the limits and each value
    /// of an enum one of the cases. Entities are not looked up.
    public func admits(_ value: ParameterValue) -> Bool {
        guard isArray else { return admitsElement(value) }
        guard case .array(let elements) = value else { return false }
        return elements.allSatisfy(admitsElement)
    }

    /// ``admits(_:)`` for one value that is not an array.
    public func admitsElement(_ value: ParameterValue) -> Bool {
        guard type.admits(value) else { return false }
        if type == .enum { return cases.contains { $0.value == value } }
        if case .int(let number) = value { return isWithinLimits(Double(number)) }
        if case .double(let number) = value { return isWithinLimits(number) }
        return true
    }

    private func isWithinLimits(_ number: Double) -> Bool {
        number >= minimum ?? -.infinity && number <= maximum ?? .infinity
    }

    /// What is wrong with the parameter alone, and the cure.
    func fault() -> String? {
        if let message = limitsFault() ?? optionsFault() { return message }
        guard let defaultValue else {
            return isOptional ? nil : "it is neither optional nor has a default; give it one, or make it optional"
        }
        guard !admits(defaultValue) else { return nil }
        let wanted = isArray ? "array of \(type.rawValue)" : type.rawValue
        return "its default \(gvariantText(of: defaultValue)) is not \(type == .enum ? "a case" : "a value") of this "
            + (type == .enum ? "enum" : "\(wanted), or not within its limits")
    }

    private func limitsFault() -> String? {
        guard minimum != nil || maximum != nil else { return nil }
        guard type == .int || type == .double else {
            return "only an int or a double has a minimum or maximum, not a parameter of type \(type.rawValue)"
        }
        guard minimum?.isNaN != true, maximum?.isNaN != true else { return "its minimum or maximum is not a number" }
        if let minimum, let maximum, minimum > maximum { return "its minimum is greater than its maximum" }
        return nil
    }

    private func optionsFault() -> String? {
        if type == .enum {
            guard !cases.isEmpty else { return "an enum needs cases" }
            guard options != .dynamic else { return "an enum's options are its cases; they cannot be dynamic" }
        }
        if options == .static, cases.isEmpty { return "its options are static, but it has no cases" }
        var seen: Set<ParameterValue> = []
        for item in cases {
            guard type.admits(item.value) else {
                return "the case \(gvariantText(of: item.value)) is not a value of type \(type.rawValue)"
            }
            guard seen.insert(item.value).inserted else {
                return "the case \(gvariantText(of: item.value)) occurs twice"
            }
        }
        return nil
    }
}

extension ParameterType {
    /// Whether `value`, which is not an array, is of this type. A double is a number, which NaN is not; a date has the
    /// form of RFC 3339.
    public func admits(_ value: ParameterValue) -> Bool {
        switch (self, value) {
        case (.bool, .bool), (.int, .int), (.string, .string), (.url, .string), (.enum, .string), (.entity, .string):
            true
        case (.double, .double(let number)): !number.isNaN
        case (.date, .string(let text)): isTimestamp(text)
        case (.bool, _), (.int, _), (.double, _), (.string, _), (.url, _), (.date, _), (.enum, _), (.entity, _): false
        }
    }
}

/// Finds a name that several things would answer to.
private struct UniqueNames {
    private var seen: Set<Identifier> = []

    /// The first of the names that is taken already.
    mutating func add(_ id: Identifier, _ aliases: [Identifier]) -> Identifier? {
        ([id] + aliases).first { !seen.insert($0).inserted }
    }
}
