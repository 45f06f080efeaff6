// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

package import DBus
import FocusCore

/// Runs commands that the user or an app configured: as transient units of the user's systemd, so that this
/// process's own hardening does not bind them; where there is none, as children. Nothing here blocks.
///
/// Confined to the loop's thread.
package final class CommandRunner {
    private let loop: any EventLoop
    private let units: TransientUnits
    private let log: Log
    private let umask: UInt32
    /// By name: the last of those that run or wait under it.
    private var running: [String: Run] = [:]
    private var isStopped = false

    /// One command, from the request to its end.
    private final class Run {
        var child: ChildProgram?
        var unit: TransientUnits.Unit?
        var next: (() -> Void)?
    }

    /// `umask`: that of the session, for children.
    package init(connection: Connection, loop: any EventLoop, log: Log, umask: UInt32) {
        self.loop = loop
        self.log = log
        self.umask = umask
        units = TransientUnits(connection: connection, loop: loop)
    }

    /// Runs a command after what runs under its name. `done` hears once, later, when it and all that it started have
    /// ended; not after ``stop()``.
    package func run(_ command: Command, done: @escaping (Command.Outcome) -> Void) {
        guard !isStopped else { return }
        let run = Run()
        let before = running.updateValue(run, forKey: command.name)
        if let before {
            before.next = { [weak self] in self?.start(command, run, done) }
        } else {
            start(command, run, done)
        }
    }

    /// Ends everything that runs, at once.
    package func stop() {
        isStopped = true
        for run in running.values {
            run.child?.kill()
            run.unit?.kill()
        }
        running = [:]
    }

    private func start(_ command: Command, _ run: Run, _ done: @escaping (Command.Outcome) -> Void) {
        guard !isStopped else { return }
        guard let path = command.path else {
            return loop.enqueue { [weak self] in
                self?.finish(
                    command, run, .failed("'\(command.exec.program)' is not there, or may not be executed"), done)
            }
        }
        run.unit = units.start(command, path: path) { [weak self] outcome in
            run.unit = nil
            switch outcome {
            case .ended(let outcome): self?.finish(command, run, outcome, done)
            case .noSystemd: self?.spawn(command, path, run, done)
            }
        }
    }

    private func spawn(_ command: Command, _ path: String, _ run: Run, _ done: @escaping (Command.Outcome) -> Void) {
        guard !isStopped else { return }
        do throws(ChildProgram.Failure) {
            var output = OutputLog(name: command.name, log: log)
            run.child = try ChildProgram(
                command, path: path, umask: umask, loop: loop,
                output: { bytes in
                    if let bytes { output.take(bytes) } else { output.end() }
                }
            ) { [weak self] outcome in
                run.child = nil
                self?.finish(command, run, outcome, done)
            }
        } catch {
            loop.enqueue { [weak self] in self?.finish(command, run, .failed(error.words), done) }
        }
    }

    private func finish(
        _ command: Command, _ run: Run, _ outcome: Command.Outcome, _ done: (Command.Outcome) -> Void
    ) {
        guard !isStopped else { return }
        switch outcome {
        case .succeeded: log.write(.debug, "\(command.name): done")
        case .failed(let words): log.write(.warning, "\(command.name): \(words)")
        }
        if running[command.name] === run { running[command.name] = nil }
        done(outcome)
        run.next?()
    }
}
