// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import DBus
internal import FocusCore

/// Follows several objects of one component, which together tell its facts. One that a version of the component does
/// not have, or that fails, only leaves its own values out.
struct ObjectSet: Sendable {
    /// A signal of an object's own that carries a value.
    struct Announcement: Hashable, Sendable {
        let member: MemberName
        let key: String
    }

    private var objects: [Object]
    private var ledger = FactLedger()
    /// What to say while the component is not there.
    private let absence: String

    private struct Object {
        var reader: ObjectReader
        let announcements: [Announcement]
        /// Why it cannot be read now.
        var failure: CallFailure?
        /// It was read, or that failed, since there is this peer.
        var isSettled = false
    }

    /// `absence`: what is missing and what to install or switch on, in words.
    init(_ readers: [ObjectReader], announcements: [Int: [Announcement]] = [:], absence: String) {
        objects = readers.enumerated().map { Object(reader: $1, announcements: announcements[$0] ?? []) }
        self.absence = absence
    }

    /// Takes in one input. `facts` reads the values of each object, in their order, as facts.
    mutating func handle(
        _ input: SourceInput, facts: (_ values: [[String: Value]]) -> [Fact: FactValue]
    ) -> [SourceOutput] {
        var outputs: [SourceOutput] = []
        switch input {
        case .start:
            outputs += matches.map { .match(SourceMatch($0)) }
        case .owner(let peer?):
            for index in objects.indices {
                objects[index].failure = nil
                objects[index].isSettled = false
                objects[index].reader.begin(with: peer, &outputs)
            }
        case .owner(nil):
            outputs.append(.report(ledger.hasReading ? .ownerLost : .absent(absence)))
            ledger.forget()
            for index in objects.indices { objects[index].reader.end(&outputs) }
        case .signal(let signal):
            for index in objects.indices where objects[index].reader.path == signal.path {
                let update = observe(signal, by: index, &outputs)
                take(update, index, facts, &outputs)
            }
        case .reply(let tag, let result):
            if let index = index(of: tag) {
                let update = objects[index].reader.reply(tag, result, &outputs)
                take(update, index, facts, &outputs)
            }
        case .timer(let tag):
            if let index = index(of: tag) { objects[index].reader.retry(&outputs) }
        case .readAgain:
            for index in objects.indices { objects[index].reader.read(&outputs) }
        case .setting, .stream, .file, .localTime, .preferences:
            break
        }
        return outputs
    }

    private var matches: [MatchRule] {
        objects.flatMap { object in
            var rules: [MatchRule] = []
            if object.reader.readsProperties {
                rules.append(
                    MatchRule(path: object.reader.path, interface: .properties, member: "PropertiesChanged"))
            }
            return rules
                + object.announcements.map {
                    MatchRule(path: object.reader.path, interface: object.reader.interface, member: $0.member)
                }
        }
    }

    private func index(of tag: SourceTag) -> Int? { objects.firstIndex { $0.reader.owns(tag) } }

    private mutating func observe(
        _ signal: SourceSignal, by index: Int, _ outputs: inout [SourceOutput]
    ) -> ObjectReader.Update {
        if signal.interface == .properties {
            return objects[index].reader.propertiesChanged(signal.arguments, &outputs)
        }
        guard signal.interface == objects[index].reader.interface,
            let announcement = objects[index].announcements.first(where: { $0.member == signal.member })
        else { return .nothing }
        return objects[index].reader.signalled(announcement.key, signal.arguments.first, &outputs)
    }

    private mutating func take(
        _ update: ObjectReader.Update, _ index: Int, _ facts: ([[String: Value]]) -> [Fact: FactValue],
        _ outputs: inout [SourceOutput]
    ) {
        let isReading: Bool
        switch update {
        case .nothing: return
        case .reading:
            objects[index].failure = nil
            objects[index].isSettled = true
            isReading = true
        case .change: isReading = false
        case .failed(let failure):
            if case .failing(let words) = failure, objects[index].failure != failure, objects.count > 1 {
                outputs.append(.log(.warning, "\(objects[index].reader.name): \(words); asking again"))
            }
            objects[index].failure = failure
            objects[index].isSettled = true
            isReading = !ledger.hasReading
        }
        if let failure = commonFailure {
            ledger.forget()
            outputs.append(.report(failure.report))
            return
        }
        let facts = facts(objects.map(\.reader.values))
        if isReading {
            if objects.allSatisfy(\.isSettled) { outputs.append(ledger.reading(facts)) }
        } else if let change = ledger.change(to: facts) {
            outputs.append(change)
        }
    }

    /// None of the objects can be read: that one is worth another try counts more than that others do not exist.
    private var commonFailure: CallFailure? {
        let failures = objects.compactMap(\.failure)
        guard failures.count == objects.count else { return nil }
        return failures.first { if case .failing = $0 { true } else { false } } ?? failures.first
    }
}
