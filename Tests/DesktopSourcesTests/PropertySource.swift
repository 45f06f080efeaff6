// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore

@testable import DesktopSources

/// A source as most are: one property of one object (here as KDE's `Inhibited`).
struct PropertySource: DesktopSource {
    static let name: BusName = "org.freedesktop.Notifications"
    static let path: ObjectPath = "/org/freedesktop/Notifications"
    static let interface: InterfaceName = "org.freedesktop.Notifications"

    let description: SourceDescription
    var bus: BusKind { .session }
    var names: [BusName] { [Self.name] }
    var reader = ObjectReader(
        name: "property", path: Self.path, interface: Self.interface, properties: ["Inhibited": "b"])
    var ledger = FactLedger()

    init(products: Set<String> = []) {
        description = SourceDescription(id: "property", facts: [.silenced], products: products)
    }

    private var facts: [Fact: FactValue] {
        reader.values["Inhibited"].flatMap { Bool($0) }.map { [.silenced: .bool($0)] } ?? [:]
    }

    mutating func handle(_ input: SourceInput, at now: Instant) -> [SourceOutput] {
        var outputs: [SourceOutput] = []
        var update = ObjectReader.Update.nothing
        switch input {
        case .start:
            outputs.append(.match(SourceMatch(MatchRule(path: Self.path))))
        case .owner(let peer?):
            reader.begin(with: peer, &outputs)
        case .owner(nil):
            outputs.append(.report(ledger.hasReading ? .ownerLost : .absent("nobody")))
            ledger.forget()
            reader.end(&outputs)
        case .signal(let signal):
            update = reader.propertiesChanged(signal.arguments, &outputs)
        case .reply(let tag, let result):
            update = reader.reply(tag, result, &outputs)
        case .timer:
            reader.retry(&outputs)
        case .readAgain:
            reader.read(&outputs)
        case .setting, .stream, .file, .localTime, .preferences:
            break
        }
        switch update {
        case .nothing: break
        case .reading: outputs.append(ledger.reading(facts))
        case .change: if let change = ledger.change(to: facts) { outputs.append(change) }
        case .failed(let failure):
            ledger.forget()
            outputs.append(.report(failure.report))
        }
        return outputs
    }
}

extension Stage {
    /// A stage with a ``PropertySource`` whose peer `:1.5` has not answered yet.
    static func property() -> Stage {
        let stage = Stage(PropertySource())
        stage.attach()
        stage.owner(PropertySource.name, ":1.5")
        return stage
    }

    func inhibited(_ value: Value?, invalidated: [String] = [], interface: InterfaceName? = nil) {
        changed(
            from: ":1.5", PropertySource.path, interface ?? PropertySource.interface,
            value.map { ["Inhibited": $0] } ?? [:], invalidated: invalidated)
    }

    @discardableResult
    func answerInhibited(_ value: Bool) -> Bool {
        answerProperties(of: PropertySource.path, ["Inhibited": .boolean(value)])
    }
}
