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

    private static let maximumLine = 4096

    init(_ link: AgentLink) { self.link = link }

    /// Runs until standard input ends; gives the exit code.
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
        return failure?.exitCode ?? .done
    }

    private func read() {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(STDIN_FILENO, &bytes, bytes.count)
        guard count > 0 else {
            if count == 0 || (errno != EAGAIN && errno != EINTR) {
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
            facts[fact] = value
            send([fact: value])
        case .failure(let error): Terminal.complain(PlainText.clean(error.message))
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
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let fact = Fact(named: String(parts[0])) else {
            return .failure(
                UsageError(
                    "there is no fact '\(parts[0])'"
                        + suggestion(for: String(parts[0]), among: Fact.types.keys.map(\.name))))
        }
        guard parts.count == 2 else { return .failure(UsageError("'\(text)' is not FACT=VALUE")) }
        let value = String(parts[1])
        guard !value.isEmpty else { return .success((fact, nil)) }
        switch Fact.types[fact] ?? .bool {
        case .text: return .success((fact, .text(value)))
        case .number:
            if let number = Double(value), number.isFinite { return .success((fact, .number(number))) }
            return .failure(UsageError("\(fact): '\(value)' is not a number"))
        case .bool:
            if ["true", "yes", "on"].contains(value) { return .success((fact, .bool(true))) }
            if ["false", "no", "off"].contains(value) { return .success((fact, .bool(false))) }
            return .failure(UsageError("\(fact): '\(value)' is neither true nor false"))
        }
    }
}
