// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

public import DBus
internal import Foundation
public import TestSupport

/// A connection on a thread of its own, for a test that does one thing after the other.
///
/// The connection closes when the last reference goes.
public final class BusClient: Sendable {
    /// Confines the connection to the loop's thread.
    private final class Core: @unchecked Sendable {
        // Unchecked: `connection` is touched on the loop's thread only.
        let loop: PollLoop
        var connection: Connection?

        init(_ loop: PollLoop) { self.loop = loop }
    }

    private let core: Core
    public let uniqueName: BusName

    public init(_ address: String) throws {
        guard let loop = PollLoop() else { throw FixtureError("no file descriptors to spare") }
        let core = Core(loop)
        let opened = EventProbe<Result<BusName, BusError>>()
        Thread.detachNewThread {
            do throws(BusError) {
                let connection = try Connection.open(.custom(address), loop: loop)
                core.connection = connection
                opened.record(.success(connection.uniqueName))
            } catch {
                opened.record(.failure(error))
                return
            }
            loop.run()
            core.connection?.close()
            core.connection = nil
        }
        guard let result = opened.waitForNext() else { throw FixtureError("\(address) does not answer") }
        self.core = core
        uniqueName = try result.get()
    }

    deinit { core.loop.stop() }

    /// Does `work` on the connection's thread, after what was asked for before.
    public func perform(_ work: @escaping @Sendable (Connection) -> Void) {
        core.loop.perform { [core] in
            if let connection = core.connection { work(connection) }
        }
    }

    /// The reply's arguments; throws a ``CallError``.
    @discardableResult
    public func call(
        _ destination: BusName, _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName,
        _ arguments: [Value] = []
    ) throws -> [Value] {
        let replies = EventProbe<Result<[Value], CallError>>()
        perform { connection in
            let deadline = Deadline.seconds(60).remaining
            connection.call(destination, path, interface, member, arguments, deadline: deadline) { result in
                replies.record(result.map(\.arguments))
            }
        }
        guard let reply = replies.waitForNext(until: .seconds(90)) else {
            throw FixtureError("no reply to \(interface).\(member)")
        }
        return try reply.get()
    }

    /// Subscribes; returns when the bus has taken the rule.
    public func listen(_ rule: MatchRule, handler: @escaping @Sendable ([Value]) -> Void) throws {
        perform { connection in connection.addMatch(rule) { handler($0.arguments) } }
        // The bus answers in order.
        try call(.bus, .bus, .bus, "GetId")
    }

    /// Takes a name.
    public func own(_ name: BusName) throws {
        let replies = EventProbe<Bool>()
        perform { connection in
            connection.requestName(name, flags: .doNotQueue) { result in
                replies.record((try? result.get()) == .primaryOwner)
            }
        }
        guard replies.waitForNext() == true else { throw FixtureError("\(name) is not to be had") }
    }

    /// Waits until somebody owns `name`.
    public func waitForOwner(of name: BusName, until deadline: Deadline = .standard) throws {
        let owners = EventProbe<BusName?>()
        perform { connection in connection.watchOwner(name) { owners.record($0) } }
        guard owners.waitForNext(until: deadline, where: { $0 != nil }) != nil else {
            throw FixtureError("nobody takes \(name)")
        }
    }
}
