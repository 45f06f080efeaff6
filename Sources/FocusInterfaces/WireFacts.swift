// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

public import DBus
public import FocusCore

extension FactValue {
    /// As `b`, `d` or `s`.
    public var wire: Value {
        switch self {
        case .bool(let value): .boolean(value)
        case .number(let value): .double(value)
        case .text(let value): .string(value)
        }
    }

    /// Reads a value of the type that `fact` has; for a number, integers too.
    ///
    /// Throws ``WireError/invalidArguments(_:)`` that names the fact and both types.
    public init(wire: Value, of fact: Fact) throws(WireError) {
        let wire = wire.withoutVariant
        let type = Fact.types[fact] ?? .bool
        switch (type, wire) {
        case (.bool, .boolean(let value)): self = .bool(value)
        case (.number, .double(let value)) where value.isFinite: self = .number(value)
        case (.text, .string(let value)): self = .text(value)
        default:
            if type == .number, case .int(let value)? = try? ParameterValue(wire) {
                self = .number(Double(value))
                return
            }
            throw .invalidArguments("'\(fact)' is a \(type), not of type '\(wire.signature)'")
        }
    }
}

/// Facts as `a{sv}`: name to value; unknown ones are absent.
public enum WireFacts {
    public static func dictionary(_ facts: [Fact: FactValue]) -> [String: Value] {
        var result = [String: Value](minimumCapacity: facts.count)
        for (fact, value) in facts { result[fact.name] = value.wire }
        return result
    }

    /// Reads the arguments of `SetFacts`: what is set, and what becomes unknown as `nil`.
    ///
    /// Throws ``WireError/invalidArguments(_:)`` for a name that is no fact's, a value of another type or out of range,
    /// and a fact that is both set and unknown.
    public static func read(set facts: [String: Value], unknown: [String]) throws(WireError) -> [Fact: FactValue?] {
        var result: [Fact: FactValue?] = [:]
        for (name, value) in facts {
            let fact = try fact(named: name)
            let value = try FactValue(wire: value, of: fact)
            if let objection = fact.objection(to: value) { throw .invalidArguments(objection) }
            result[fact] = .some(value)
        }
        for name in unknown {
            guard result.updateValue(nil, forKey: try fact(named: name)) == nil else {
                throw .invalidArguments("'\(name)' is named twice")
            }
        }
        return result
    }

    private static func fact(named name: String) throws(WireError) -> Fact {
        guard let fact = Fact(named: name) else {
            throw .invalidArguments("there is no fact '\(name.shortened)'")
        }
        return fact
    }
}

/// What `SetClock` sets; absent: as it is.
public struct ClockSetting: Hashable, Sendable {
    /// µs since the Unix epoch, UTC.
    public var realtime: Int64?
    /// µs since boot.
    public var boottime: Int64?
    /// The name of a time zone.
    public var zone: String?

    public init(realtime: Int64? = nil, boottime: Int64? = nil, zone: String? = nil) {
        self.realtime = realtime
        self.boottime = boottime
        self.zone = zone
    }

    /// As `a{sv}` with the keys of ``Simulation1/ClockKey``.
    public var wire: [String: Value] {
        var result: [String: Value] = [:]
        result.set(Simulation1.ClockKey.realtime, realtime)
        result.set(Simulation1.ClockKey.boottime, boottime)
        result.set(Simulation1.ClockKey.zone, zone)
        return result
    }

    /// Reads what ``wire`` gives.
    public init(wire: [String: Value]) throws(WireError) {
        self.init(
            realtime: try wire.optional(Simulation1.ClockKey.realtime),
            boottime: try wire.optional(Simulation1.ClockKey.boottime),
            zone: try wire.optional(Simulation1.ClockKey.zone))
    }
}
