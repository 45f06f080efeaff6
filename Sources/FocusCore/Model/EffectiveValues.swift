// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// How a configured value fits a parameter.
public struct Fit: Hashable, Sendable {
    /// What the parameter gets.
    public enum Outcome: Hashable, Sendable {
        case value(ParameterValue)
        /// Nil: absent in the values.
        case nothing
        /// Nothing of what was configured fits.
        case defaulted
    }

    public var outcome: Outcome
    /// What was left out and why, each a clause about the value; empty: everything fits.
    public var complaints: [String]

    public init(_ outcome: Outcome, complaints: [String] = []) {
        self.outcome = outcome
        self.complaints = complaints
    }
}

extension ParameterDescriptor {
    /// Fits a configured value: an integer serves as a double where that loses nothing; elements of an array that do
    /// not fit are left out. `unknown`: entities that the app does not know, which fit no more.
    public func fit(_ configured: ConfiguredValue, unknown: Set<ParameterValue> = []) -> Fit {
        switch configured {
        case .value(let value): fit(value, unknown: unknown)
        case .none where isOptional: Fit(.nothing)
        case .none: Fit(.defaulted, complaints: ["must have a value"])
        }
    }

    /// The same for a plain value.
    public func fit(_ value: ParameterValue, unknown: Set<ParameterValue> = []) -> Fit {
        guard isArray else {
            switch fitScalar(value, unknown: unknown) {
            case .success(let fitted): return Fit(.value(fitted))
            case .failure(let complaint): return Fit(.defaulted, complaints: [complaint.text])
            }
        }
        guard case .array(let elements) = value else {
            return Fit(.defaulted, complaints: ["must be an array, not \(value.kindName)"])
        }
        // Many elements and many cases are an app's to choose: each element is looked up, not searched for.
        let allowed = isLimitedToCases && elements.count > 1 ? Set(cases.lazy.map(\.value)) : nil
        var fitted: [ParameterValue] = []
        var complaints: [String] = []
        for (index, element) in elements.enumerated() {
            switch fitScalar(element, among: allowed, unknown: unknown) {
            case .success(let value): fitted.append(value)
            case .failure(let complaint):
                if complaints.count < Self.complaintLimit {
                    complaints.append("element \(index + 1) \(complaint.text)")
                }
            }
        }
        let failures = elements.count - fitted.count
        if failures > complaints.count {
            complaints.append("and \(failures - complaints.count) more elements do not fit")
        }
        let isNothingLeft = fitted.isEmpty && !elements.isEmpty
        return Fit(isNothingLeft ? .defaulted : .value(.array(fitted)), complaints: complaints)
    }

    /// So many complaints about one array are told; the rest is counted.
    private static let complaintLimit = 8

    private struct Complaint: Error {
        let text: String
    }

    /// `allowed`: the cases' values, if the caller has gathered them.
    private func fitScalar(
        _ value: ParameterValue, among allowed: Set<ParameterValue>? = nil, unknown: Set<ParameterValue>
    ) -> Result<ParameterValue, Complaint> {
        let typed: ParameterValue
        switch (type, value) {
        case (.bool, .bool), (.int, .int), (.double, .double), (.string, .string), (.url, .string), (.date, .string),
            (.enum, .string), (.entity, .string):
            typed = value
        case (.double, .int(let number)):
            guard let exact = Double(exactly: number) else {
                return .failure(Complaint(text: "is too large for a double"))
            }
            typed = .double(exact)
        case (.bool, _), (.int, _), (.double, _), (.string, _), (.url, _), (.date, _), (.enum, _), (.entity, _):
            return .failure(Complaint(text: "must be of type \(type.rawValue), not \(value.kindName)"))
        }
        if let complaint = rangeComplaint(typed) { return .failure(complaint) }
        if type == .date, case .string(let text) = typed, !isTimestamp(text) {
            return .failure(Complaint(text: "must be a date of RFC 3339, such as 2026-11-30T09:00:00Z"))
        }
        if unknown.contains(typed) {
            let name = (typed.text ?? "").shortened(to: 64)
            return .failure(Complaint(text: "is '\(name)', which the app does not know (any more)"))
        }
        if isLimitedToCases, !(allowed?.contains(typed) ?? cases.contains { $0.value == typed }) {
            let names = cases.lazy.compactMap { $0.value.text?.shortened(to: 64) }.prefix(16).joined(separator: ", ")
            return .failure(Complaint(text: "must be one of: \(names)"))
        }
        return .success(typed)
    }

    private var isLimitedToCases: Bool {
        switch options {
        case .static: true
        case .dynamic: false
        case .none: type == .enum && !cases.isEmpty
        }
    }

    private func rangeComplaint(_ value: ParameterValue) -> Complaint? {
        let number: Double
        switch value {
        case .int(let int): number = Double(int)
        case .double(let double): number = double
        case .bool, .string, .array: return nil
        }
        if number.isNaN { return Complaint(text: "must be a number") }
        if let minimum, number < minimum { return Complaint(text: "must be at least \(minimum)") }
        if let maximum, number > maximum { return Complaint(text: "must be at most \(maximum)") }
        return nil
    }
}

extension FilterDescriptor {
    /// The values while no mode configures the filter.
    public var defaults: [Identifier: ParameterValue] {
        var values: [Identifier: ParameterValue] = [:]
        for parameter in parameters { values[parameter.id] = parameter.defaultValue }
        return values
    }

    /// The parameter of this id or, failing that, with this alias.
    public func parameter(named id: Identifier) -> ParameterDescriptor? {
        parameters.first { $0.id == id } ?? parameters.first { $0.aliases.contains(id) }
    }

    /// Fills a configuration up with defaults. What does not fit is left out and named in the complaints, each with the
    /// parameter as the user wrote it. `unknown`: entities that the app does not know, by parameter.
    public func effectiveValues(
        _ configured: [Identifier: ConfiguredValue], unknown: [Identifier: Set<ParameterValue>] = [:]
    ) -> (values: [Identifier: ParameterValue], complaints: [String]) {
        var values: [Identifier: ParameterValue] = [:]
        var complaints: [String] = []
        var used: Set<Identifier> = []
        for parameter in parameters {
            let name = ([parameter.id] + parameter.aliases).first { configured[$0] != nil && !used.contains($0) }
            guard let name, let value = configured[name] else {
                values[parameter.id] = parameter.defaultValue
                continue
            }
            used.insert(name)
            let fit = parameter.fit(value, unknown: unknown[parameter.id] ?? [])
            complaints += fit.complaints.map { "'\(name)' \($0)" }
            switch fit.outcome {
            case .value(let value): values[parameter.id] = value
            case .nothing: break
            case .defaulted: values[parameter.id] = parameter.defaultValue
            }
        }
        for name in configured.keys.sorted() where !used.contains(name) {
            let owner = parameter(named: name)
            let hint = suggestion(for: name.text, among: parameters.lazy.map(\.id.text))
            complaints.append(
                owner.map { "'\(name)' is an older name of '\($0.id)', which is configured too" }
                    ?? "'\(name)' is not a parameter of this filter\(hint)")
        }
        return (values, complaints)
    }
}

extension ParameterValue {
    /// The kind in words for messages.
    var kindName: String {
        switch self {
        case .bool: "bool"
        case .int: "int"
        case .double: "double"
        case .string: "text"
        case .array: "array"
        }
    }

    /// The text, of a text.
    var text: String? {
        switch self {
        case .string(let text): text
        case .bool, .int, .double, .array: nil
        }
    }
}
