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
        // Take away what depends on nothing that is left; what cannot be taken away is in a cycle or behind one. Each
        // dependency is looked at once: an app may name a hundred thousand.
        var left = known
        var dependents: [Identifier: [Identifier]] = [:]
        var counts = known.mapValues(\.count)
        for (id, others) in known { for other in others { dependents[other, default: []].append(id) } }
        var free = counts.filter { $0.value == 0 }.map(\.key)
        while let id = free.popLast() {
            left[id] = nil
            for dependent in dependents[id] ?? [] {
                let count = (counts[dependent] ?? 0) - 1
                counts[dependent] = count
                if count == 0 { free.append(dependent) }
            }
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
    /// What is wrong with the parameter alone, and the cure.
    func fault() -> String? {
        if let message = limitsFault() ?? optionsFault() { return message }
        guard let defaultValue else {
            return isOptional ? nil : "it is neither optional nor has a default; give it one, or make it optional"
        }
        return misfit(defaultValue).map { "its default \(shown(defaultValue)) \($0)" }
    }

    /// A value in a message, which stays short.
    private func shown(_ value: ParameterValue) -> String { gvariantText(of: value).shortened(to: 100) }

    /// A clause about a value that does not fit as it is.
    private func misfit(_ value: ParameterValue) -> String? {
        let fit = fit(value)
        if let complaint = fit.complaints.first { return complaint }
        return fit.outcome == .value(value) ? nil : "must be of type \(type.rawValue)"
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
        var element = self
        element.isArray = false
        element.options = .none
        element.cases = []
        var seen: Set<ParameterValue> = []
        for item in cases {
            if let complaint = element.misfit(item.value) {
                return "the case \(shown(item.value)) \(complaint)"
            }
            guard seen.insert(item.value).inserted else {
                return "the case \(shown(item.value)) occurs twice"
            }
        }
        return nil
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
