// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import DBus
internal import FocusCore

/// Finds the user's session: the one that logind gives this process, else the one that the environment names, else the
/// user's display session; the first of these that is a desktop on a seat, else the first that is for people.
///
/// A service of the user manager belongs to no session, and the environment may name the user manager's own one, so
/// each candidate is looked at before it is believed.
struct LogindSearch: Hashable, Sendable {
    enum Candidate: Hashable, Sendable {
        case ofProcess
        case ofEnvironment(String)
        case ofUser
    }

    enum Step: Hashable {
        case waiting
        /// Look at this session, then say ``looked(at:_:)``.
        case look(ObjectPath)
        /// The search is over: `nil`, there is none.
        case found(ObjectPath?)
    }

    private let environment: SourceEnvironment
    private var candidates: [Candidate]
    private var peer: BusName
    private var number: Int
    private var seen: Set<ObjectPath> = []
    private var second: ObjectPath?
    /// Some candidate could not be asked: worth another search.
    private(set) var failure: String?

    static let tagName = "find"

    init(_ environment: SourceEnvironment, peer: BusName, number: Int) {
        self.environment = environment
        self.peer = peer
        self.number = number
        candidates = [.ofProcess]
        if let id = environment.sessionID, !id.isEmpty { candidates.append(.ofEnvironment(id)) }
        candidates.append(.ofUser)
    }

    private var tag: SourceTag { SourceTag(Self.tagName, number) }

    /// Asks about the next candidate. `user`: the user's object, if logind knows the user.
    mutating func next(user: ObjectPath?, _ outputs: inout [SourceOutput]) -> Step {
        while !candidates.isEmpty {
            switch candidates.removeFirst() {
            case .ofProcess: ask("GetSession", [.string("auto")], &outputs)
            case .ofEnvironment(let id): ask("GetSession", [.string(id)], &outputs)
            case .ofUser:
                guard let user else { continue }
                let arguments: [Value] = [.string(LogindNames.user.text), .string("Display")]
                outputs.append(.call(tag, SourceCall(to: peer, user, .properties, "Get", arguments)))
            }
            return .waiting
        }
        return .found(second)
    }

    private func ask(_ member: MemberName, _ arguments: [Value], _ outputs: inout [SourceOutput]) {
        outputs.append(
            .call(tag, SourceCall(to: peer, LogindNames.root, LogindNames.manager, member, arguments)))
    }

    /// Takes in the reply to what was asked last.
    mutating func reply(
        _ tag: SourceTag, _ result: Result<[Value], CallError>, user: ObjectPath?, _ outputs: inout [SourceOutput]
    ) -> Step {
        guard tag == self.tag else { return .waiting }
        switch result {
        case .success(let arguments):
            if let path = Self.path(in: arguments), seen.insert(path).inserted { return .look(path) }
        case .failure(.error(let name, _)) where name.hasPrefix("org.freedesktop.login1.NoS"):
            // No such session, no session for this process: an answer like any other.
            break
        case .failure(let error):
            failure = "\(error)"
        }
        return next(user: user, &outputs)
    }

    /// `GetSession` answers a path, `Display` a structure of id and path, with no id and `/` for none.
    private static func path(in arguments: [Value]) -> ObjectPath? {
        guard let first = arguments.first else { return nil }
        if let path = ObjectPath(first) { return path }
        guard let display = Value(first).flatMap({ Pair<String, ObjectPath>($0) }), !display.first.isEmpty else {
            return nil
        }
        return display.second
    }

    /// A session was looked at; `nil`: it could not be read, perhaps with words why another try may help.
    mutating func looked(
        at path: ObjectPath, _ session: LogindSession?, failure: String? = nil, user: ObjectPath?,
        _ outputs: inout [SourceOutput]
    ) -> Step {
        if let failure { self.failure = failure }
        if let session, session.isOfUser, session.isForPeople {
            if Self.isAlias(path) {
                // Signals come from the session's own path, never from an alias.
                ask("GetSession", [.string(session.id)], &outputs)
                return .waiting
            }
            if session.isDesktop { return .found(path) }
            if second == nil { second = path }
        }
        return next(user: user, &outputs)
    }

    private static func isAlias(_ path: ObjectPath) -> Bool {
        path.text.hasSuffix("/auto") || path.text.hasSuffix("/self")
    }
}
