// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

public import DBus
public import FocusCore

/// The Inhibit portal's monitor: the only word on the screen saver that reaches into a sandbox
/// (org.freedesktop.portal.Inhibit, version 2 and later).
///
/// The portal tells the state at once and at each change, to the caller alone; there is nothing to read. A session that
/// is about to end waits for each monitor's answer, so it is given at once.
public struct InhibitPortal: Sendable {
    public let description = SourceDescription(
        id: "inhibit-portal", facts: [.screensaver], weights: [.screensaver: .hint])

    private static let path: ObjectPath = "/org/freedesktop/portal/desktop"
    private static let interface: InterfaceName = "org.freedesktop.portal.Inhibit"
    private static let request: InterfaceName = "org.freedesktop.portal.Request"
    private static let createTag = "create"
    private static let answerTag: SourceTag = "answer"
    private static let retryTimer: SourceTag = "create-again"
    /// `session-state`, of 1 running, 2 about to end, 3 ending.
    private static let queryEnd: UInt32 = 2

    private var peer: BusName?
    private var ledger = FactLedger()
    private var backoff = Backoff()
    /// Goes up with each monitor.
    private var number = 0
    private var hasComplained = false

    public init() {}

    /// The last part of the paths of the monitor's request and session, which also name our connection.
    private var token: String { "focusfilters\(number)" }
}

extension InhibitPortal: DesktopSource {
    public var bus: BusKind { .session }
    public var names: [BusName] { ["org.freedesktop.portal.Desktop"] }

    public mutating func handle(_ input: SourceInput, at now: Instant) -> [SourceOutput] {
        switch input {
        case .start:
            return [
                .match(SourceMatch(MatchRule(path: Self.path, interface: Self.interface, member: "StateChanged"))),
                .match(
                    SourceMatch(
                        MatchRule(
                            pathNamespace: "/org/freedesktop/portal/desktop/request", interface: Self.request,
                            member: "Response"))),
            ]
        case .owner(let peer?):
            self.peer = peer
            backoff.reset()
            return create()
        case .owner(nil):
            peer = nil
            defer { ledger.forget() }
            return [
                .report(ledger.hasReading ? .ownerLost : .absent("no desktop portal is running")),
                .cancelTimer(Self.retryTimer),
            ]
        case .reply(let tag, let result):
            guard tag == SourceTag(Self.createTag, number), case .failure(let error) = result else { return [] }
            return fail(CallFailure(error))
        case .signal(let signal):
            return signal.interface == Self.request ? takeResponse(signal) : takeState(signal)
        case .timer(Self.retryTimer):
            return create()
        case .timer, .readAgain, .setting, .stream, .file, .localTime, .preferences:
            return []
        }
    }

    private mutating func create() -> [SourceOutput] {
        guard let peer else { return [] }
        number += 1
        let options: [String: Value] = ["handle_token": .string(token), "session_handle_token": .string(token)]
        return [
            .call(
                SourceTag(Self.createTag, number),
                SourceCall(to: peer, Self.path, Self.interface, "CreateMonitor", [.string(""), options.busValue]))
        ]
    }

    private mutating func fail(_ failure: CallFailure) -> [SourceOutput] {
        ledger.forget()
        switch failure {
        case .absent: return [.report(failure.report)]
        case .failing: return [.report(failure.report), .timer(Self.retryTimer, after: backoff.next())]
        }
    }

    private mutating func takeResponse(_ signal: SourceSignal) -> [SourceOutput] {
        guard isOurs(signal.path), let code = signal.arguments.first.flatMap({ UInt32($0) }), code != 0 else {
            return []
        }
        return fail(.failing("the portal refuses a monitor (response \(code))"))
    }

    private mutating func takeState(_ signal: SourceSignal) -> [SourceOutput] {
        guard let peer, signal.arguments.count == 2, let session = ObjectPath(signal.arguments[0]), isOurs(session),
            let state = [String: Value](signal.arguments[1])
        else { return [] }
        backoff.reset()
        var outputs: [SourceOutput] = []
        if state["session-state"].flatMap({ UInt32($0) }) == Self.queryEnd {
            outputs.append(
                .call(
                    Self.answerTag,
                    SourceCall(to: peer, Self.path, Self.interface, "QueryEndResponse", [signal.arguments[0]])))
        }
        var facts: [Fact: FactValue] = [:]
        if let isActive = state["screensaver-active"].flatMap({ Bool($0) }) {
            facts[.screensaver] = .bool(isActive)
        } else if !hasComplained {
            hasComplained = true
            outputs.append(.log(.warning, "inhibit-portal: its state names no screen saver: ignored"))
        }
        if !ledger.hasReading {
            outputs.append(ledger.reading(facts))
        } else if let change = ledger.change(to: facts) {
            outputs.append(change)
        }
        return outputs
    }

    private func isOurs(_ path: ObjectPath) -> Bool { path.text.hasSuffix("/\(token)") }
}
