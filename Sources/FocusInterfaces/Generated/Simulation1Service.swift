// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

// Generated from dbus/org.focusfilters.Simulation1.xml by generate-interfaces; do not edit.

public import DBus

/// What serves `org.focusfilters.Simulation1`.
///
/// Called on the thread of the connection's loop. Each call is answered once, at once or later.
public protocol Simulation1Service: AnyObject {
    /// Sets facts, all at one instant. At first every fact is unknown.
    ///
    /// - Parameter facts: Fact name to value (b, d or s by the fact's type); merged into what is set.
    /// - Parameter unknown: Names of facts that become unknown.
    /// - Error `org.freedesktop.DBus.Error.InvalidArgs`: There is no fact of this name, its value has another type, is
    ///   out of range, or is a text of more than 1024 bytes or with control characters, or it is named twice; nothing
    ///   was set.
    func setFacts(facts: [String: Value], unknown: [String], call: MethodCall<Void>)

    /// Sets the clock; it runs on from there, and delays follow it.
    ///
    /// - Parameter clock: What to set, a Clock.
    /// - Error `org.freedesktop.DBus.Error.InvalidArgs`: boottime would go back, or there is no such time zone; nothing
    ///   was set.
    func setClock(clock: [String: Value], call: MethodCall<Void>)

    /// Reads the clock.
    ///
    /// - Answer: The clock as it is now, a Clock.
    func getClock(call: MethodCall<[String: Value]>)
}

extension Simulation1 {
    /// The interface as the object server takes it. `service` lives as long as the object is exported.
    public static func exported(by service: any Simulation1Service) -> ExportedInterface {
        ExportedInterface(
            name: name,
            members: Method.allCases.map(\.description),
            properties: Property.allCases.map(\.description),
            call: { dispatch($0, to: service) },
            get: { Property(rawValue: $0).map { value(of: $0, from: service) } })
    }

    /// A property's value.
    public static func value(of property: Property, from service: any Simulation1Service) -> Value {
        switch property {
        case .version: version.busValue
        }
    }

    private static func dispatch(_ invocation: Invocation, to service: any Simulation1Service) {
        guard let method = invocation.member.flatMap({ Method(rawValue: $0.text) }) else {
            return invocation.refuseMember()
        }
        switch method {
        case .setFacts:
            guard let facts: [String: Value] = invocation.argument(0) else { return invocation.refuse("facts") }
            guard let unknown: [String] = invocation.argument(1) else { return invocation.refuse("unknown") }
            service.setFacts(facts: facts, unknown: unknown, call: MethodCall(invocation))
        case .setClock:
            guard let clock: [String: Value] = invocation.argument(0) else { return invocation.refuse("clock") }
            service.setClock(clock: clock, call: MethodCall(invocation))
        case .getClock:
            service.getClock(call: MethodCall(invocation))
        }
    }
}
