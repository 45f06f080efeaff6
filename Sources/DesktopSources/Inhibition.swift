// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import DBus
internal import FocusCore

/// Our inhibitor at a component: placed and taken back, one call at a time; the newest wish counts.
struct Inhibition: Hashable, Sendable {
    /// What came of an input.
    enum Step: Hashable {
        case nothing
        case placed
        case released
        case refused(CallError)
    }

    private enum Phase: Hashable {
        case absent
        case placing
        case placed
        case releasing
    }

    private let place: SourceCall.Body
    private let release: SourceCall.Body
    /// The call that takes it back carries what the one that placed it gave.
    private let hasCookie: Bool
    private var cookie: [Value] = []
    private var phase = Phase.absent
    private var wish = false
    private var peer: BusName?
    private var number = 0

    init(place: SourceCall.Body, release: SourceCall.Body, hasCookie: Bool) {
        self.place = place
        self.release = release
        self.hasCookie = hasCookie
    }

    /// It is in place, or may be: the component deals with a call.
    var isThere: Bool { phase != .absent }
    /// It is in place and stays.
    var isSettled: Bool { phase == .placed && wish }

    private var tag: SourceTag { SourceTag("inhibition", number) }

    /// Whether the reply of that tag belongs here.
    func owns(_ tag: SourceTag) -> Bool { tag.name == self.tag.name }

    /// It is to be in place, or not. Says what is so already.
    mutating func want(_ isWanted: Bool, with peer: BusName, _ outputs: inout [SourceOutput]) -> Step {
        wish = isWanted
        self.peer = peer
        switch (phase, isWanted) {
        case (.absent, true): call(place, .placing, &outputs)
        case (.placed, false): callRelease(&outputs)
        case (.absent, false): return .released
        case (.placed, true): return .placed
        case (.placing, _), (.releasing, _): break
        }
        return .nothing
    }

    mutating func reply(
        _ tag: SourceTag, _ result: Result<[Value], CallError>, _ outputs: inout [SourceOutput]
    ) -> Step {
        guard tag == self.tag else { return .nothing }
        switch (phase, result) {
        case (.placing, .success(let values)):
            cookie = values
            phase = .placed
            if wish { return .placed }
            callRelease(&outputs)
        case (.placing, .failure(let error)):
            lose()
            return .refused(error)
        case (.releasing, .success):
            phase = .absent
            guard wish else { return .released }
            call(place, .placing, &outputs)
        case (.releasing, .failure(let error)):
            phase = .placed
            return wish ? .placed : .refused(error)
        case (.absent, _), (.placed, _):
            break
        }
        return .nothing
    }

    /// An earlier process of ours placed it, and it is there still.
    mutating func adopt(with peer: BusName) {
        guard phase == .absent else { return }
        (phase, wish, self.peer) = (.placed, true, peer)
    }

    /// It is gone, and not by us; or the component is.
    mutating func lose() {
        (phase, wish, cookie) = (.absent, false, [])
    }

    private mutating func callRelease(_ outputs: inout [SourceOutput]) {
        var body = release
        if hasCookie { body.arguments = cookie }
        call(body, .releasing, &outputs)
    }

    private mutating func call(_ body: SourceCall.Body, _ phase: Phase, _ outputs: inout [SourceOutput]) {
        guard let peer else { return }
        self.phase = phase
        number += 1
        outputs.append(.call(tag, SourceCall(to: peer, body)))
    }
}
