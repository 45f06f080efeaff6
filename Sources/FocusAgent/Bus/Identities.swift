// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import Glibc

/// Who is on the other end of a connection: established from the bus, and remembered until the peer leaves it.
final class Identities {
    private let connection: Connection
    private var known: [BusName: Sandbox] = [:]
    /// Work of one peer waits for that peer's earlier work, so that its calls take effect in the order in which it made
    /// them although each needs questions to the bus.
    private var lines: [BusName: [(@escaping () -> Void) -> Void]] = [:]

    /// The bus answers at once or is gone; this only bounds the latter.
    private static let deadline: Int64 = .seconds(10)

    init(connection: Connection) { self.connection = connection }

    /// Forgets a peer that left the bus.
    func forget(_ peer: BusName) {
        known[peer] = nil
        lines[peer] = nil
    }

    /// Runs `work` after what was put in line for this peer before; `work` calls its argument when it is done.
    func inLine(_ peer: BusName, _ work: @escaping (_ done: @escaping () -> Void) -> Void) {
        lines[peer, default: []].append(work)
        if lines[peer]?.count == 1 { work { [weak self] in self?.advance(peer) } }
    }

    private func advance(_ peer: BusName) {
        guard lines[peer]?.isEmpty == false else { return }
        lines[peer]?.removeFirst()
        if let next = lines[peer]?.first {
            next { [weak self] in self?.advance(peer) }
        } else {
            lines[peer] = nil
        }
    }

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
