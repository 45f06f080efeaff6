// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

public import DBus
public import TestSupport

/// An app with one filter, that remembers what it is told to perform. It leaves the bus when the last reference goes.
public final class SampleApp: Sendable {
    /// One call of `Perform`.
    public struct Performed: Hashable, Sendable {
        public let filter: String
        public let values: [String: Value]
        public let transition: [String: Value]

        /// The parameter of the sample filter.
        public var list: String? { values["list"].flatMap(String.init(_:)) }
        public var reason: String? { transition["reason"].flatMap(String.init(_:)) }
        public var isActive: Bool? { transition["active"].flatMap(Bool.init(_:)) }
        public var token: String? { transition["token"].flatMap(String.init(_:)) }
    }

    public static let id: BusName = "org.example.Sample"
    /// How the filter stands without a mode.
    public static let defaultList = "everything"

    private static let agent: BusName = "org.focusfilters.Focus1"
    private static let handlerPath: ObjectPath = "/org/example/Sample/Focus"
    private let client: BusClient
    /// Each call of `Perform`, in order.
    public let performed = EventProbe<Performed>()

    /// The file that describes the filter.
    public static let descriptor = """
        [App]
        Name=Sample

        [Filter Lists]
        Title=Lists

        [Parameter Lists/list]
        Title=List
        Type=string
        Default='\(defaultList)'

        """

    /// A mode that gives the filter's parameter a value while `condition` holds.
    public static func mode(_ name: String, when condition: String, list: String) -> String {
        """
        [Mode]
        Name=\(name)
        When=\(condition)

        [Filter \(id)/Lists]
        list='\(list)'

        """
    }

    public init(_ address: String) throws {
        client = try BusClient(address)
        try client.own(Self.id)
        let performed = performed
        client.perform { connection in
            connection.export(
                ExportedObject(
                    path: Self.handlerPath, introspection: "<node/>",
                    interfaces: [
                        ExportedInterface(
                            name: "org.focusfilters.Handler1",
                            members: [MethodDescription(name: "Perform", in: "sa{sv}a{sv}", out: "")]
                        ) { invocation in
                            let arguments = invocation.arguments
                            performed.record(
                                Performed(
                                    filter: String(arguments[0]) ?? "", values: .init(arguments[1]) ?? [:],
                                    transition: .init(arguments[2]) ?? [:]))
                            invocation.reply()
                        }
                    ]))
        }
    }

    /// Registers what the descriptor file describes; returns the state of the filter. `performed`: the token of what was
    /// performed last.
    @discardableResult
    public func register(performed: String? = nil) throws -> [String: Value] {
        let options = performed.map { ["performed": ["Lists": $0].busValue] } ?? [:]
        let reply = try client.call(
            Self.agent, "/org/focusfilters/Focus1", "org.focusfilters.Focus1", "RegisterFilters",
            [
                .string(Self.id.text), .objectPath(Self.handlerPath), [[String: Value]]().busValue,
                options.busValue,
            ])
        guard let states = reply.first.flatMap([String: [String: Value]].init(_:)), let state = states["Lists"] else {
            throw FixtureError("RegisterFilters answers \(reply)")
        }
        return state
    }
}
