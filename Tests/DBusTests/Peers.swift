// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import TestSupport
import Testing

/// A bus, a loop on the test's own thread, and connections to the one that are driven by the other.
final class Peers {
    let bus: PrivateBus
    let loop: PollLoop
    /// The one that calls.
    let client: Connection
    /// The one that answers.
    let service: Connection

    init(_ bus: PrivateBus? = nil) throws {
        self.bus = try bus ?? PrivateBus()
        loop = try #require(PollLoop())
        client = try Connection.open(.custom(self.bus.address), loop: loop)
        service = try Connection.open(.custom(self.bus.address), loop: loop)
    }

    deinit {
        client.close()
        service.close()
    }

    func connect() throws -> Connection { try Connection.open(.custom(bus.address), loop: loop) }

    /// Runs the loop until `condition` holds; fails the test if it never does.
    func run(_ what: Comment, sourceLocation: SourceLocation = #_sourceLocation, until condition: () -> Bool) {
        let holds = loop.run(until: condition, deadline: Deadline.standard.remaining)
        #expect(holds, what, sourceLocation: sourceLocation)
    }

    /// Calls from `client` and waits for what becomes of it.
    func call(
        _ destination: BusName, _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName,
        _ arguments: [Value] = [], autoStart: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Result<Message, CallError> {
        var result: Result<Message, CallError>?
        client.call(destination, path, interface, member, arguments, deadline: nil, autoStart: autoStart) {
            result = $0
        }
        loop.run(until: { result != nil }, deadline: Deadline.standard.remaining)
        return try #require(result, "no answer from \(destination)", sourceLocation: sourceLocation)
    }

    /// Asks the bus something and waits, so that all that `connection` said before is in force.
    func settle(_ connection: Connection) {
        var isDone = false
        connection.call(.bus, .bus, .bus, "GetId", deadline: nil) { _ in isDone = true }
        run("the bus answers") { isDone }
    }
}

extension Result where Failure == CallError {
    /// The name of the error, if it is one.
    var errorName: String? { if case .failure(let error) = self { error.name } else { nil } }
    /// The words of the error, if it is one.
    var errorWords: String? {
        if case .failure(.error(_, let message)) = self { message } else { nil }
    }
}
