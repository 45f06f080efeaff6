// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusInterfaces
import Glibc

/// `report`: passes on what a program writes to standard input, a line `FACT=VALUE` at a time, and stays so that it
/// stands. An agent that is started again is told all of it again.
final class FactReporter {
    private let link: AgentLink
    private var facts: [Fact: FactValue] = [:]
    private var line: [UInt8] = []
    private var watch: (any LoopSource)?
    private var isOver = false
    /// Calls that the agent has not answered yet.
    private var pending = 0
    /// Why the last of what was told is not in force.
    private var failure: Failure?
    /// Whether any line could be read, and any could not.
    private var lines = (good: false, bad: false)

    private static let maximumLine = 4096

    init(_ link: AgentLink) { self.link = link }

    /// Runs until standard input ends; gives the exit code, which is a failure if no line at all made sense.
    func run() -> ExitCode {
        link.connection.onDisconnect = { [weak self] in self?.isOver = true }
        link.connection.watchOwner(Control1.busName) { [weak self] owner in
            guard let self, owner != nil, !facts.isEmpty else { return }
            send(facts.mapValues { .some($0) })
        }
        // A file is always ready, which a loop cannot tell.
        watch = link.loop.addWatch(fd: STDIN_FILENO, readable: true, writable: false) { [weak self] _, _, _ in
            self?.read()
        }
        link.loop.run(until: { isOver && pending == 0 })
        return failure?.exitCode ?? (lines.bad && !lines.good ? .refused : .done)
    }

    private func read() {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(STDIN_FILENO, &bytes, bytes.count)
        guard count > 0 else {
            if count == 0 || (errno != EAGAIN && errno != EINTR) {
                if !line.isEmpty { take(String(decoding: line, as: UTF8.self)) }
                watch?.cancel()
                isOver = true
            }
            return
        }
        for byte in bytes[..<count] {
            if byte == UInt8(ascii: "\n") {
                take(String(decoding: line, as: UTF8.self))
                line = []
            } else if line.count < Self.maximumLine {
                line.append(byte)
            }
        }
    }

    private func take(_ line: String) {
        switch Self.change(line) {
        case .success(nil): break
        case .success(let (fact, value)?):
            lines.good = true
            facts[fact] = value
            send([fact: value])
        case .failure(let error):
            lines.bad = true
            Terminal.complain(PlainText.clean(error.message))
        }
    }

    private func send(_ change: [Fact: FactValue?]) {
        let known = change.compactMapValues { $0 }
        let unknown = change.filter { $0.value == nil }.keys.map(\.name)
        pending += 1
        link.client.reportFacts(
            facts: WireFacts.dictionary(known), unknown: unknown, deadline: AgentLink.deadline
        ) { [weak self] result in
            self?.pending -= 1
            guard case .failure(let error) = result else {
                self?.failure = nil
                return
            }
            self?.failure = Failure(error)
            Terminal.complain(Failure(error).message)
        }
    }

    /// Reads a line: `camera=true`, `network=Office`, `battery=20`; without a value the fact is unknown. Nil for an empty
    /// line and a comment.
    static func change(_ line: String) -> Result<(Fact, FactValue?)?, UsageError> {
        let text = line.drop { $0 == " " }
        guard !text.isEmpty, !text.hasPrefix("#") else { return .success(nil) }
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        return Result { () throws(UsageError) in
            let fact = try FactReader.fact(named: parts[0])
            guard parts.count == 2 else { throw UsageError("'\(text)' is not FACT=VALUE") }
            return (fact, parts[1].isEmpty ? nil : try FactReader.value(parts[1], of: fact))
        }
    }
}
