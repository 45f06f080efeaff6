// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import DBus
internal import FocusCore

/// Changes what a component lets nobody set, but only turn over or replace as a whole: asks for the present state, then
/// changes it. One at a time, so that no answer is older than a change of ours; the newest wish counts.
struct RelativeWrite: Hashable, Sendable {
    /// What came of an input.
    enum Step: Hashable {
        case nothing
        /// The present state is this, and that is wished: next is ``change(_:_:)`` or ``isSoAlready(_:)``.
        case decide(present: [Value], isOn: Bool)
        /// It was changed, and no other wish came meanwhile.
        case done
        /// In words.
        case refused(String)
    }

    private enum Phase: Hashable {
        case resting
        case asking
        case changing
    }

    private let question: SourceCall.Body
    private var phase = Phase.resting
    private var wish: Bool?
    private var peer: BusName?
    private var number = 0

    init(asking question: SourceCall.Body) { self.question = question }

    private var tag: SourceTag { SourceTag("write", number) }

    /// It is to be so.
    mutating func begin(_ isOn: Bool, with peer: BusName, _ outputs: inout [SourceOutput]) {
        wish = isOn
        self.peer = peer
        if phase == .resting { ask(&outputs) }
    }

    /// The component is gone, and what was under way with it.
    mutating func end() {
        phase = .resting
        wish = nil
        peer = nil
    }

    mutating func reply(
        _ tag: SourceTag, _ result: Result<[Value], CallError>, _ outputs: inout [SourceOutput]
    ) -> Step {
        guard phase != .resting, tag == self.tag else { return .nothing }
        switch result {
        case .failure(let error):
            phase = .resting
            wish = nil
            return .refused("\(error)")
        case .success(let values):
            if phase == .asking, let wish {
                self.wish = nil
                return .decide(present: values, isOn: wish)
            }
            phase = .resting
            if wish != nil { ask(&outputs) }
            return phase == .resting ? .done : .nothing
        }
    }

    /// Whether the reply of that tag belongs here.
    func owns(_ tag: SourceTag) -> Bool { tag.name == self.tag.name }

    /// Changes it.
    mutating func change(_ body: SourceCall.Body, _ outputs: inout [SourceOutput]) {
        guard let peer else { return }
        phase = .changing
        number += 1
        outputs.append(.call(tag, SourceCall(to: peer, body)))
    }

    /// There is nothing to change.
    mutating func isSoAlready(_ outputs: inout [SourceOutput]) {
        phase = .resting
        if wish != nil { ask(&outputs) }
    }

    private mutating func ask(_ outputs: inout [SourceOutput]) {
        guard let peer else { return }
        phase = .asking
        number += 1
        outputs.append(.call(tag, SourceCall(to: peer, question)))
    }
}
