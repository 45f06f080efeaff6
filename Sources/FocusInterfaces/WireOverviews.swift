// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

public import DBus
public import FocusCore

extension FilterOverview {
    /// A row of `ListFilters`.
    public var wire: [String: Value] {
        typealias Key = Control1.FilterRowKey
        let parameters = descriptor?.parameters ?? []
        var result: [String: Value] = [:]
        result.set(Key.app, key.app.text)
        result.set(Key.filter, key.filter.text)
        result.set(Key.title, descriptor?.title ?? "")
        result.set(Key.state, state.rawValue)
        result.set(Key.error, failure)
        result.set(Key.active, isActive)
        result.set(Key.suspended, isSuspended)
        result.set(Key.values, WireValues.dictionary(values, of: parameters))
        result.set(Key.serial, serial)
        result.set(Key.acknowledged, acknowledgedSerial > 0 ? acknowledgedSerial : nil)
        result.set(Key.modes, modes.map(\.text))
        result.set(Key.parameters, parameters.map(\.wire))
        result.set(Key.shareMode, policy.shareMode)
        result.set(Key.activate, policy.activate)
        return result
    }
}

extension SourceOverview {
    /// A row of `ListSources`; `owner`: the unique name of the component.
    public func wire(owner: BusName?) -> [String: Value] {
        typealias Key = Control1.SourceRowKey
        var result: [String: Value] = [:]
        result.set(Key.id, id.text)
        result.set(Key.state, state.rawValue)
        result.set(Key.inCharge, isInCharge)
        result.set(Key.detail, detail.isEmpty ? nil : detail)
        result.set(Key.owner, owner?.text)
        result.set(Key.facts, WireFacts.dictionary(facts))
        result.set(Key.tells, tells.map(\.name))
        result.set(Key.read, read)
        return result
    }
}

extension FactOverview {
    /// A row of `ListFacts`.
    public var wire: [String: Value] {
        typealias Key = Control1.FactRowKey
        var result: [String: Value] = [:]
        result.set(Key.fact, fact.name)
        result.set(Key.value, value.wire)
        result.set(Key.source, source.text)
        result.set(Key.age, age.map { UInt64(clamping: $0) })
        result.set(Key.against, against.map(\.text))
        result.set(Key.held, isHeld ? true : nil)
        return result
    }
}

extension Explanation {
    /// What `Explain` answers.
    public var wire: [String: Value] {
        typealias Key = Control1.ExplanationKey
        var result: [String: Value] = [:]
        result.set(Key.mode, mode?.text ?? "")
        result.set(Key.since, since)
        result.set(Key.reason, reason.wire)
        result.set(Key.override, override?.wire ?? [:])
        result.set(Key.terms, terms.map(\.wire))
        result.set(Key.candidates, candidates.map(\.wire))
        return result
    }
}

extension Explanation.Term {
    fileprivate var wire: [String: Value] {
        typealias Key = Control1.TermKey
        var result: [String: Value] = [:]
        result.set(Key.text, text)
        result.set(Key.fact, fact?.name)
        result.set(Key.source, source?.text)
        result.set(Key.value, value?.wire)
        result.set(Key.age, age.map { UInt64(clamping: $0) })
        result.set(Key.against, against.map(\.text))
        return result
    }
}

extension Explanation.Candidate {
    fileprivate var wire: [String: Value] {
        typealias Key = Control1.CandidateKey
        var result: [String: Value] = [:]
        result.set(Key.mode, mode.text)
        result.set(Key.priority, Int32(clamping: priority))
        result.set(Key.condition, condition.known)
        result.set(Key.reason, reason.wire)
        return result
    }
}
