// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import DBus
internal import FocusCore

// Which session is followed.
extension Logind {
    static let searchTimer: SourceTag = "find-again"
    private static let userTag = "user"

    /// Asks for the user's object, which may not be there before the first log-in; a search follows.
    mutating func askForUser(_ outputs: inout [SourceOutput]) {
        guard let peer else { return }
        number += 1
        let arguments: [Value] = [.uint32(environment.userID)]
        outputs.append(
            .call(
                SourceTag(Self.userTag, number),
                SourceCall(to: peer, LogindNames.root, LogindNames.manager, "GetUser", arguments)))
    }

    mutating func follow(user path: ObjectPath, _ outputs: inout [SourceOutput]) {
        guard path != user else { return }
        if let user { outputs.append(.unmatch(LogindNames.signals(from: user))) }
        user = path
        outputs.append(.match(LogindNames.signals(from: path)))
    }

    /// Searches for the session; once more afterwards, if a search is under way.
    mutating func find(_ outputs: inout [SourceOutput]) {
        guard let peer else { return }
        guard search == nil else {
            isSearchStale = true
            return
        }
        number += 1
        var search = LogindSearch(environment, peer: peer, number: number)
        let step = search.next(user: user, &outputs)
        self.search = search
        advance(step, &outputs)
    }

    mutating func takeSearchReply(
        _ tag: SourceTag, _ result: Result<[Value], CallError>, _ outputs: inout [SourceOutput]
    ) {
        if tag == SourceTag(Self.userTag, number) {
            if case .success(let arguments) = result, let path = arguments.first.flatMap({ ObjectPath($0) }) {
                follow(user: path, &outputs)
            }
            find(&outputs)
        } else if tag.name == LogindSearch.tagName {
            if let step = search?.reply(tag, result, user: user, &outputs) { advance(step, &outputs) }
        } else if let path = candidates.first(where: { $0.value.owns(tag) })?.key {
            let update = candidates[path]?.reply(tag, result, &outputs) ?? .nothing
            look(at: path, update, &outputs)
        }
    }

    private mutating func look(
        at path: ObjectPath, _ update: ObjectReader.Update, _ outputs: inout [SourceOutput]
    ) {
        let step: LogindSearch.Step?
        switch update {
        case .nothing, .change:
            return
        case .reading:
            let session = LogindSession(candidates[path]?.values ?? [:], userID: environment.userID)
            step = search?.looked(at: path, session, user: user, &outputs)
        case .failed(let failure):
            candidates[path]?.end(&outputs)
            let words: String? =
                switch failure {
                case .absent: nil
                case .failing(let words): words
                }
            step = search?.looked(at: path, nil, failure: words, user: user, &outputs)
        }
        if let step { advance(step, &outputs) }
    }

    private mutating func advance(_ step: LogindSearch.Step, _ outputs: inout [SourceOutput]) {
        var step = step
        while true {
            switch step {
            case .waiting:
                return
            case .look(let path):
                guard path == session?.path else {
                    consider(path, &outputs)
                    return
                }
                // The one that is followed already: what it is, is known.
                step = search?.looked(at: path, kind, user: user, &outputs) ?? .waiting
            case .found(let path):
                conclude(path, &outputs)
                return
            }
        }
    }

    /// Subscribes before it reads, so that nothing is missed if this is the one.
    private mutating func consider(_ path: ObjectPath, _ outputs: inout [SourceOutput]) {
        guard let peer else { return }
        outputs.append(.match(LogindNames.signals(from: path)))
        var reader = ObjectReader(
            name: "logind session \(path.text)", path: path, interface: LogindNames.session,
            properties: LogindSession.properties)
        reader.begin(with: peer, &outputs)
        candidates[path] = reader
    }

    private mutating func conclude(_ path: ObjectPath?, _ outputs: inout [SourceOutput]) {
        let failure = search?.failure
        let isNews = path != session?.path || !hasSearched
        search = nil
        hasSearched = true
        let reader = path.flatMap { candidates[$0] }
        letGoOfCandidates(but: path, &outputs)
        if path != session?.path { bind(reader, &outputs) }
        if isNews {
            if let kind {
                outputs.append(.log(.info, "logind: follows session \(kind.id)"))
            } else {
                outputs.append(.log(.info, "logind: user \(environment.userID) has no session yet"))
            }
        }
        if let failure, session == nil {
            outputs.append(.log(.warning, "logind: sessions cannot be read: \(failure); asking again"))
            outputs.append(.timer(Self.searchTimer, after: backoff.next()))
        } else {
            backoff.reset()
        }
        reportReading(&outputs)
        if isSearchStale {
            isSearchStale = false
            find(&outputs)
        }
    }

    mutating func letGoOfCandidates(but path: ObjectPath?, _ outputs: inout [SourceOutput]) {
        for candidate in candidates.keys.sorted() where candidate != path && candidate != session?.path {
            candidates[candidate]?.end(&outputs)
            outputs.append(.unmatch(LogindNames.signals(from: candidate)))
        }
        candidates = [:]
    }

    /// Follows this session, or none.
    mutating func bind(_ reader: ObjectReader?, _ outputs: inout [SourceOutput]) {
        if let old = session, old.path != reader?.path {
            session?.end(&outputs)
            outputs.append(.unmatch(LogindNames.signals(from: old.path)))
        }
        if let seat = kind?.seat { outputs.append(.unmatch(LogindNames.signals(from: seat))) }
        session = reader
        kind = reader.flatMap { LogindSession($0.values, userID: environment.userID) }
        if let seat = kind?.seat { outputs.append(.match(LogindNames.signals(from: seat))) }
    }

    /// The session is gone; perhaps there is another one already.
    mutating func loseSession(_ outputs: inout [SourceOutput]) {
        bind(nil, &outputs)
        reportChange(&outputs)
        find(&outputs)
    }

    /// A session's type and seat may be set after it was made.
    mutating func refreshKind() {
        guard let session, let kind = LogindSession(session.values, userID: environment.userID),
            kind.seat == self.kind?.seat
        else { return }
        self.kind = kind
    }
}
