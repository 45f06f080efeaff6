// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusInterfaces
import Glibc

/// Who is on the other end of a connection: established from the bus, and remembered until the peer leaves it.
final class Identities {
    private let connection: Connection
    private var known: [BusName: Sandbox] = [:]
    /// Work of one peer waits for that peer's earlier work, so that its calls take effect in the order in which it made
    /// them although each needs questions to the bus.
    private var lines: [BusName: Line] = [:]
    /// Of all calls in all lines.
    private var waitingBytes = 0

    /// How much may wait: what a peer sends faster than the bus answers about it is refused. Far below what the bus
    /// library keeps before it stops to read, replies of the bus included.
    enum Limits {
        static let callsOfPeer = 512
        static let bytesOfPeer = 4 << 20
        static let bytes = 32 << 20
    }

    /// One peer's calls: the first is under way, the others wait.
    private struct Line {
        /// One call's work, and how large the call is, which is kept meanwhile.
        struct Waiting {
            let bytes: Int
            let work: (_ done: @escaping () -> Void) -> Void
        }

        private var waiting: [Waiting?] = []
        private var start = 0
        private(set) var bytes = 0

        var count: Int { waiting.count - start }
        var first: Waiting? { start < waiting.count ? waiting[start] : nil }

        mutating func append(_ new: Waiting) {
            waiting.append(new)
            bytes += new.bytes
        }

        /// Lets the first go at once, although its place is kept for a while.
        mutating func removeFirst() -> Int {
            guard let first else { return 0 }
            waiting[start] = nil
            start += 1
            bytes -= first.bytes
            return first.bytes
        }
    }

    /// The bus answers at once or is gone; this only bounds the latter.
    private static let deadline: Int64 = .seconds(10)

    init(connection: Connection) { self.connection = connection }

    /// Forgets a peer that left the bus.
    func forget(_ peer: BusName) {
        known[peer] = nil
        waitingBytes -= lines.removeValue(forKey: peer)?.bytes ?? 0
    }

    /// Runs `work` after what was put in line for the caller before; `work` calls its argument once, when it is done.
    /// Refuses the call instead if too much waits already.
    func inLine(_ call: Invocation, _ work: @escaping (_ done: @escaping () -> Void) -> Void) {
        let (peer, bytes) = (call.sender, call.message.byteCount)
        var line = lines[peer] ?? Line()
        let isFirst = line.count == 0
        guard line.count < Limits.callsOfPeer, bytes <= Limits.bytes - waitingBytes,
            isFirst || bytes <= Limits.bytesOfPeer - line.bytes
        else {
            let error = FocusError(.limitExceeded, "too many calls wait already; wait for the replies to earlier ones")
            return call.fail(error.name, error.message)
        }
        waitingBytes += bytes
        lines[peer] = nil
        line.append(Line.Waiting(bytes: bytes, work: work))
        lines[peer] = line
        if isFirst { run(peer) }
    }

    /// Whether work of this peer is under way; not any more when it has left the bus.
    func isInLine(_ peer: BusName) -> Bool { lines[peer] != nil }

    /// Runs what is in line. In a loop, since a peer may put many calls in line: what is done at once must not deepen
    /// the stack.
    private func run(_ peer: BusName) {
        while let first = lines[peer]?.first {
            var isDone = false
            var isWaiting = false
            first.work { [weak self] in
                guard !isDone else { return }
                isDone = true
                self?.removeFirst(of: peer)
                if isWaiting { self?.run(peer) }
            }
            guard isDone else {
                isWaiting = true
                return
            }
        }
        lines[peer] = nil
    }

    private func removeFirst(of peer: BusName) { waitingBytes -= lines[peer]?.removeFirst() ?? 0 }

    /// Finds out whether the peer is sandboxed. Refuses one of another user, and one that cannot be identified.
    func identify(_ peer: BusName, then: @escaping (Result<Sandbox, FocusError>) -> Void) {
        if let sandbox = known[peer] { return then(.success(sandbox)) }
        ask("GetConnectionCredentials", peer) { [weak self] reply in
            guard let credentials: [String: Value] = reply?.argument(0),
                case .uint32(let user)? = credentials["UnixUserID"],
                case .uint32(let process)? = credentials["ProcessID"]
            else { return then(.failure(FocusError(.notOwner, "the bus does not know who is calling"))) }
            guard user == getuid() else {
                return then(.failure(FocusError(.notOwner, "the caller belongs to another user")))
            }
            var label: String?
            if case .array(_, let bytes)? = credentials["LinuxSecurityLabel"] {
                label = String(decoding: bytes.compactMap { UInt8($0) }.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard let sandbox = Sandbox(of: process, label: label) else {
                return then(
                    .failure(
                        FocusError(
                            .notOwner, "cannot establish whether process \(process) runs in a sandbox, and as what")))
            }
            self?.known[peer] = sandbox
            then(.success(sandbox))
        }
    }

    /// Finds out by which rank the peer may speak for the app; `helper` is the name of its background helper.
    func rank(
        of peer: BusName, for app: AppID, helper: AppID, then: @escaping (Result<Registration.Rank, FocusError>) -> Void
    ) {
        identify(peer) { [weak self] identity in
            guard let self else { return }
            switch identity {
            case .failure(let error): then(.failure(error))
            case .success(.flatpak(app)): then(.success(.owner))
            case .success(let sandbox):
                owner(of: app) { owner in
                    if owner == peer { return then(.success(.owner)) }
                    self.owner(of: helper) { helperOwner in
                        then(Self.rank(of: peer, in: sandbox, app: app, owner: owner, helper: helper, helperOwner))
                    }
                }
            }
        }
    }

    private static func rank(
        of peer: BusName, in sandbox: Sandbox, app: AppID, owner: BusName?, helper: AppID, _ helperOwner: BusName?
    ) -> Result<Registration.Rank, FocusError> {
        if helper != app && helperOwner == peer { return .success(.helper) }
        guard sandbox == .none else {
            return .failure(
                FocusError(.notOwner, "a sandboxed process may speak only for its own app, which is not '\(app)'"))
        }
        guard let owner else { return .success(.unowned) }
        return .failure(
            FocusError(
                .notOwner,
                "the name '\(app)' belongs to \(owner) on the bus; register from that connection, or request the name first"
            ))
    }

    private func owner(of name: AppID, then: @escaping (BusName?) -> Void) {
        guard let busName = BusName(name.text) else { return then(nil) }
        ask("GetNameOwner", busName) { then(($0?.argument(0) as String?).flatMap { BusName($0) }) }
    }

    private func ask(_ member: MemberName, _ name: BusName, then: @escaping (Message?) -> Void) {
        connection.call(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", member, [.string(name.text)],
            deadline: Self.deadline
        ) { result in
            then(try? result.get())
        }
    }
}
