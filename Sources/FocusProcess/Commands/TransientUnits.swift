// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

package import DBus
import FocusCore

/// Runs commands as transient services of the user's systemd, `org.freedesktop.systemd1` on the session bus.
///
/// A service of the type `oneshot` has started when its program has ended, so the end of its start job tells how it went;
/// systemd then ends all that is left in its control group. Signals of systemd are listened to only while something
/// runs: it tells of every job of the session.
package final class TransientUnits {
    /// What became of a command.
    package enum Result {
        case ended(Command.Outcome)
        /// There is no systemd for the user.
        case noSystemd
    }

    private static let systemd: BusName = "org.freedesktop.systemd1"
    private static let path: ObjectPath = "/org/freedesktop/systemd1"
    private static let manager: InterfaceName = "org.freedesktop.systemd1.Manager"
    /// For an answer to a call.
    private static let patience: Microseconds = .seconds(10)
    /// systemd keeps the deadline; this is for a systemd that does not answer any more.
    private static let grace: Microseconds = .seconds(10)

    private let connection: Connection
    private let loop: any EventLoop
    private var units: [String: Unit] = [:]
    private var jobs: Subscription?

    /// One command's service, until it has ended.
    package final class Unit {
        fileprivate let name: String
        fileprivate var job: String?
        fileprivate var done: ((Result) -> Void)?
        fileprivate var timer: (any LoopSource)?
        fileprivate weak var owner: TransientUnits?

        fileprivate init(name: String, owner: TransientUnits, done: @escaping (Result) -> Void) {
            self.name = name
            self.owner = owner
            self.done = done
        }

        /// Kills all of it, without waiting for what becomes of that.
        package func kill() { owner?.kill(name) }
    }

    package init(connection: Connection, loop: any EventLoop) {
        self.connection = connection
        self.loop = loop
    }

    /// Starts a command; `done` hears once, later.
    package func start(_ command: Command, path: String, done: @escaping (Result) -> Void) -> Unit {
        let unit = Unit(name: Self.unitName(command.name), owner: self, done: done)
        listen()
        units[unit.name] = unit
        connection.call(
            Self.systemd, Self.path, Self.manager, "StartTransientUnit",
            [.string(unit.name), .string("fail"), Self.properties(command, path), Self.noUnits],
            deadline: Self.patience
        ) { [weak self] result in
            self?.answered(unit, result, command)
        }
        return unit
    }

    private func answered(_ unit: Unit, _ result: Swift.Result<Message, CallError>, _ command: Command) {
        switch result {
        case .success(let reply):
            guard let job: ObjectPath = reply.argument(0) else {
                return finish(unit, .ended(.failed("systemd answers nonsense")))
            }
            unit.job = job.text
            unit.timer = loop.addTimer(after: command.deadline.addingCapped(Self.grace)) { [weak self] in
                self?.kill(unit.name)
                self?.finish(unit, .ended(.failed("systemd does not tell of its end")))
            }
        case .failure(let error):
            switch error.name {
            case "org.freedesktop.DBus.Error.ServiceUnknown"?, "org.freedesktop.DBus.Error.NameHasNoOwner"?:
                finish(unit, .noSystemd)
            case "org.freedesktop.systemd1.UnitExists"?:
                // Of an agent that was killed meanwhile: it is ended, and the next attempt finds its place free.
                kill(unit.name)
                finish(unit, .ended(.failed("an earlier run of it was still there, and was killed")))
            case _?, nil: finish(unit, .ended(.failed("systemd does not start it: \(error)")))
            }
        }
    }

    private func finish(_ unit: Unit, _ result: Result) {
        guard let done = unit.done else { return }
        unit.done = nil
        unit.timer?.cancel()
        if units[unit.name] === unit { units[unit.name] = nil }
        if units.isEmpty {
            jobs?.cancel()
            jobs = nil
            try? connection.send(Self.systemd, Self.path, Self.manager, "Unsubscribe")
        }
        done(result)
    }

    private func listen() {
        guard jobs == nil else { return }
        jobs = connection.addMatch(
            MatchRule(sender: Self.systemd, path: Self.path, interface: Self.manager, member: "JobRemoved")
        ) { [weak self] signal in
            guard let (_, job, name, result) = signal.values(as: UInt32.self, ObjectPath.self, String.self, String.self)
            else { return }
            self?.removed(job.text, name, result)
        }
        // systemd tells only when somebody wants to hear.
        try? connection.send(Self.systemd, Self.path, Self.manager, "Subscribe")
    }

    /// A job has ended.
    private func removed(_ job: String, _ name: String, _ result: String) {
        guard let unit = units[name], unit.job == job else { return }
        let outcome: Command.Outcome =
            switch result {
            case "done": .succeeded
            case "timeout": .failed("it did not end within its deadline, and was killed")
            case "failed": .failed("it failed; see the journal of \(name)")
            default: .failed("systemd says '\(result)'")
            }
        finish(unit, .ended(outcome))
    }

    private func kill(_ name: String) {
        try? connection.send(
            Self.systemd, Self.path, Self.manager, "KillUnit", [.string(name), .string("all"), .int32(9)])
    }

    // MARK: What systemd is told

    private static let noUnits = Value.array(element: "(sa(sv))", [])

    private static func properties(_ command: Command, _ path: String) -> Value {
        // systemd puts variables in place of what follows a '$'.
        let arguments = ([path] + command.exec.arguments.dropFirst()).map { $0.replacing("$", with: "$$") }
        let environment = command.environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        let properties: [(String, Value)] = [
            ("Description", .string("Focus Filters: \(command.name)")),
            ("Type", .string("oneshot")),
            (
                "ExecStart",
                .array(
                    element: "(sasb)",
                    [.structure([.string(path), arguments.busValue, .boolean(false)])])
            ),
            ("Environment", environment.busValue),
            ("StandardInput", .string("data")),
            ("StandardInputData", command.input.busValue),
            ("SyslogIdentifier", .string(command.name)),
            ("LogRateLimitIntervalUSec", .uint64(UInt64(max(command.deadline, 1)))),
            ("LogRateLimitBurst", .uint32(UInt32(OutputLog.maximumLines))),
            ("TimeoutStartUSec", .uint64(UInt64(max(command.deadline, 1)))),
            ("TimeoutStopUSec", .uint64(UInt64(Microseconds.seconds(1)))),
            ("KillSignal", .int32(9)),
            // A unit that failed would stay, and stand in the way of the next run.
            ("CollectMode", .string("inactive-or-failed")),
        ]
        return .array(
            element: "(sv)", properties.map { .structure([.string($0.0), .variant($0.1)]) })
    }

    /// The same for the same command, so that two runs of it never overlap, whoever started them.
    package static func unitName(_ name: String) -> String {
        var escaped = ""
        for byte in name.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "."), UInt8(ascii: "_"):
                escaped.unicodeScalars.append(Unicode.Scalar(byte))
            case UInt8(ascii: "/"): escaped += "-"
            default:
                let digits = String(byte, radix: 16)
                escaped += "\\x" + (digits.utf8.count < 2 ? "0" : "") + digits
            }
        }
        // systemd takes 255 bytes; an app's and a filter's id may be longer together.
        guard escaped.utf8.count > 200 else { return "focus-filters-\(escaped).service" }
        return "focus-filters-\(escaped.prefix(200))-\(StateText.digest(of: name.utf8)).service"
    }
}

extension Microseconds {
    fileprivate func addingCapped(_ span: Microseconds) -> Microseconds {
        let (sum, isOverflow) = addingReportingOverflow(span)
        return isOverflow ? .max : sum
    }
}
