// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Names a hold towards the connection that made it: random, never 0.
public struct HoldID: Hashable, Sendable {
    public let number: UInt64

    /// Fails on 0.
    public init?(_ number: UInt64) {
        guard number != 0 else { return nil }
        self.number = number
    }
}

/// The live holds. Which modes are held follows from them alone: nothing is remembered of those that are gone.
struct Holds: Sendable {
    /// A request by a program that a mode be on.
    struct Hold: Hashable, Sendable {
        let peer: PeerID
        let mode: ModeID
        /// For people.
        let reason: String
        /// In the order in which they were made.
        let order: UInt64
    }

    /// How many one connection may have.
    static let limitPerPeer = 64
    /// How many there may be.
    static let limit = 4096

    private var holds: [HoldID: Hold] = [:]
    private var byMode: [ModeID: Set<HoldID>] = [:]
    private var byPeer: [PeerID: Set<HoldID>] = [:]
    private var orders: UInt64 = 0

    var isEmpty: Bool { holds.isEmpty }

    /// The modes that somebody holds.
    var modes: some Collection<ModeID> { byMode.keys }

    func isHeld(_ mode: ModeID) -> Bool { byMode[mode] != nil }

    /// The oldest hold of a mode.
    func first(of mode: ModeID) -> Hold? {
        byMode[mode]?.lazy.compactMap { holds[$0] }.min { $0.order < $1.order }
    }

    mutating func add(_ id: HoldID, _ peer: PeerID, _ mode: ModeID, reason: String) throws(FocusError) {
        guard holds[id] == nil else {
            throw FocusError(.invalidValue, "the hold could not be given a number; ask again")
        }
        guard byPeer[peer]?.count ?? 0 < Self.limitPerPeer else {
            throw FocusError(.limitExceeded, "one connection may hold \(Self.limitPerPeer) times; release some")
        }
        guard holds.count < Self.limit else {
            throw FocusError(.limitExceeded, "there are \(Self.limit) holds already")
        }
        orders &+= 1
        holds[id] = Hold(peer: peer, mode: mode, reason: reason, order: orders)
        byMode[mode, default: []].insert(id)
        byPeer[peer, default: []].insert(id)
    }

    /// The mode that was held; nil: the connection has no such hold.
    mutating func remove(_ id: HoldID, of peer: PeerID) -> ModeID? {
        guard let hold = holds[id], hold.peer == peer else { return nil }
        forget(id, hold)
        return hold.mode
    }

    /// The connection ended. The modes that it held.
    mutating func removeAll(of peer: PeerID) -> Set<ModeID> {
        var modes: Set<ModeID> = []
        for id in byPeer[peer] ?? [] {
            guard let hold = holds[id] else { continue }
            modes.insert(hold.mode)
            forget(id, hold)
        }
        return modes
    }

    private mutating func forget(_ id: HoldID, _ hold: Hold) {
        holds[id] = nil
        byMode[hold.mode]?.remove(id)
        if byMode[hold.mode]?.isEmpty == true { byMode[hold.mode] = nil }
        byPeer[hold.peer]?.remove(id)
        if byPeer[hold.peer]?.isEmpty == true { byPeer[hold.peer] = nil }
    }
}
