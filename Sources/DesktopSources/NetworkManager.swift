// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

public import DBus
public import FocusCore

/// NetworkManager: the connection that carries the traffic, and whether it costs (NetworkManager's D-Bus reference).
///
/// The manager names the primary connection as an object, which has the name that the user gave it. While that of a new
/// one is being read, the old one stands; without a connection the name is empty.
public struct NetworkManager: Sendable {
    public let description = SourceDescription(id: "network-manager", facts: [.network, .networkMetered])

    private var manager = ObjectReader(
        name: "network-manager", path: "/org/freedesktop/NetworkManager",
        interface: "org.freedesktop.NetworkManager", properties: ["PrimaryConnection": "o", "Metered": "u"])
    private var connection: ObjectReader?
    private var peer: BusName?
    private var ledger = FactLedger()
    /// The network as last known, until the present one is.
    private var network: FactValue?

    /// The path that stands for no object.
    private static let noObject: ObjectPath = "/"

    public init() {}

    private var facts: [Fact: FactValue] {
        var facts: [Fact: FactValue] = [:]
        facts[.network] = network
        switch manager.values["Metered"].flatMap({ UInt32($0) }) {
        // Of 0 unknown, 1 yes, 2 no, 3 a guess that says yes, 4 a guess that says no.
        case 1?, 3?: facts[.networkMetered] = .bool(true)
        case 2?, 4?: facts[.networkMetered] = .bool(false)
        case _?, nil: break
        }
        return facts
    }

    private static func changes(of path: ObjectPath) -> SourceMatch {
        SourceMatch(MatchRule(path: path, interface: .properties, member: "PropertiesChanged"))
    }
}

extension NetworkManager: DesktopSource {
    public var bus: BusKind { .system }
    public var names: [BusName] { ["org.freedesktop.NetworkManager"] }

    public mutating func handle(_ input: SourceInput, at now: Instant) -> [SourceOutput] {
        var outputs: [SourceOutput] = []
        switch input {
        case .start:
            outputs.append(.match(Self.changes(of: manager.path)))
        case .owner(let peer?):
            self.peer = peer
            manager.begin(with: peer, &outputs)
        case .owner(nil):
            outputs.append(
                .report(
                    ledger.hasReading
                        ? .ownerLost
                        : .absent("NetworkManager is not running; other network services are not followed")))
            ledger.forget()
            manager.end(&outputs)
            follow(nil, &outputs)
            network = nil
            peer = nil
        case .signal(let signal):
            if signal.path == manager.path {
                apply(manager.propertiesChanged(signal.arguments, &outputs), &outputs)
            } else if signal.path == connection?.path {
                let update = connection?.propertiesChanged(signal.arguments, &outputs) ?? .nothing
                applyToConnection(update, &outputs)
            }
        case .reply(let tag, let result):
            if manager.owns(tag) {
                apply(manager.reply(tag, result, &outputs), &outputs)
            } else if connection?.owns(tag) == true {
                let update = connection?.reply(tag, result, &outputs) ?? .nothing
                applyToConnection(update, &outputs)
            }
        case .timer(let tag):
            if manager.owns(tag) { manager.retry(&outputs) } else { connection?.retry(&outputs) }
        case .readAgain:
            manager.read(&outputs)
            connection?.read(&outputs)
        case .setting, .stream, .file, .localTime, .preferences:
            break
        }
        return outputs
    }

    private mutating func apply(_ update: ObjectReader.Update, _ outputs: inout [SourceOutput]) {
        switch update {
        case .nothing:
            break
        case .reading:
            follow(primary, &outputs)
            if isSettled { outputs.append(ledger.reading(facts)) }
        case .change:
            follow(primary, &outputs)
            reportChange(&outputs)
        case .failed(let failure):
            follow(nil, &outputs)
            network = nil
            ledger.forget()
            outputs.append(.report(failure.report))
        }
    }

    private mutating func applyToConnection(_ update: ObjectReader.Update, _ outputs: inout [SourceOutput]) {
        switch update {
        case .nothing:
            return
        case .reading, .change:
            network = connection?.values["Id"].flatMap { String($0) }.map { .text($0) }
        case .failed(.absent):
            // It ended meanwhile; the manager says which is next.
            network = nil
        case .failed(.failing(let words)):
            outputs.append(.log(.warning, "network-manager: the connection's name cannot be read: \(words)"))
            network = nil
        }
        if manager.hasRead, !ledger.hasReading {
            outputs.append(ledger.reading(facts))
        } else {
            reportChange(&outputs)
        }
    }

    private mutating func reportChange(_ outputs: inout [SourceOutput]) {
        if let change = ledger.change(to: facts) { outputs.append(change) }
    }

    private var primary: ObjectPath? { manager.values["PrimaryConnection"].flatMap { ObjectPath($0) } }

    /// What is to be known of the connection is known, or that it cannot be.
    private var isSettled: Bool { connection?.hasRead ?? true || ledger.hasReading }

    /// Follows this connection; with ``noObject`` there is none, with `nil` it is not known whether there is.
    private mutating func follow(_ path: ObjectPath?, _ outputs: inout [SourceOutput]) {
        let wanted = path == Self.noObject ? nil : path
        if wanted == nil { network = path.map { _ in .text("") } }
        guard wanted != connection?.path else { return }
        if let old = connection?.path {
            connection?.end(&outputs)
            outputs.append(.unmatch(Self.changes(of: old)))
        }
        connection = nil
        guard let wanted, let peer else { return }
        outputs.append(.match(Self.changes(of: wanted)))
        var reader = ObjectReader(
            name: "network-manager connection \(wanted.text)", path: wanted,
            interface: "org.freedesktop.NetworkManager.Connection.Active", properties: ["Id": "s"])
        reader.begin(with: peer, &outputs)
        connection = reader
    }
}
