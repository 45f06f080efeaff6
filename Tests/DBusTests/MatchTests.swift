// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import TestSupport
import Testing

/// Signals, match rules and owners of names.
struct MatchTests {
    private static let path: ObjectPath = "/org/example/Signals"
    private static let interface: InterfaceName = "org.example.Signals"
    private static let name: BusName = "org.example.Service"

    @Test func rule_isWrittenAsTheSpecificationSays() {
        let rule = MatchRule(
            sender: .bus, path: "/a", interface: "org.example.A", member: "B", destination: ":1.2",
            arg0: "it's a \\ test")
        #expect(
            rule.text == "type='signal',sender='org.freedesktop.DBus',path='/a',interface='org.example.A',member='B',"
                + "destination=':1.2',arg0='it'\\''s a \\ test'")
        #expect(MatchRule(pathNamespace: "/a").text == "type='signal',path_namespace='/a'")
    }

    @Test func eachSubscription_getsWhatItsRuleSays() throws {
        let peers = try Peers()
        let other = try peers.connect()
        var heard: [String] = []
        func listen(_ label: String, _ rule: MatchRule) {
            peers.client.addMatch(rule) { heard.append("\(label):\($0.argument(0) ?? "")") }
        }
        listen("path", MatchRule(path: Self.path))
        listen("namespace", MatchRule(pathNamespace: "/org/example"))
        listen("interface", MatchRule(interface: Self.interface))
        listen("member", MatchRule(interface: Self.interface, member: "Here"))
        listen("sender", MatchRule(sender: peers.service.uniqueName, interface: Self.interface))
        listen("arg0", MatchRule(interface: Self.interface, arg0: "it's"))
        listen("destination", MatchRule(interface: Self.interface, destination: peers.client.uniqueName))
        listen("elsewhere", MatchRule(path: "/elsewhere", interface: Self.interface))
        peers.settle(peers.client)

        func emit(
            _ text: String, from connection: Connection? = nil, path: ObjectPath = Self.path,
            interface: InterfaceName = Self.interface, member: MemberName = "Here", to destination: BusName? = nil
        ) throws -> [String] {
            heard = []
            try (connection ?? peers.service).emit(path, interface, member, [.string(text)], to: destination)
            peers.settle(connection ?? peers.service)
            peers.settle(peers.client)
            return heard.sorted()
        }
        #expect(try emit("1") == ["interface:1", "member:1", "namespace:1", "path:1", "sender:1"])
        #expect(try emit("2", member: "There") == ["interface:2", "namespace:2", "path:2", "sender:2"])
        #expect(try emit("3", from: other) == ["interface:3", "member:3", "namespace:3", "path:3"])
        #expect(try emit("4", path: "/org/exampleX") == ["interface:4", "member:4", "sender:4"])
        #expect(try emit("5", interface: "org.example.Other") == ["namespace:5", "path:5"])
        #expect(try emit("it's").contains("arg0:it's"))
        #expect(try emit("6", to: peers.client.uniqueName).contains("destination:6"))
        // Sent to this connection alone, a signal needs no rule of the bus; only rules of ours let it in.
        #expect(try emit("7", path: "/x", interface: "org.example.Other", to: peers.client.uniqueName) == [])
    }

    @Test func cancelledSubscription_isSilent_evenFromItsOwnHandler() throws {
        let peers = try Peers()
        var first = 0
        var second = 0
        var subscriptions: [Subscription] = []
        subscriptions.append(
            peers.client.addMatch(MatchRule(path: Self.path)) { _ in
                first += 1
                for subscription in subscriptions { subscription.cancel() }
            })
        subscriptions.append(peers.client.addMatch(MatchRule(path: Self.path)) { _ in second += 1 })
        var last = 0
        peers.client.addMatch(MatchRule(path: Self.path, member: "Last")) { _ in last += 1 }
        peers.settle(peers.client)
        try peers.service.emit(Self.path, Self.interface, "Here")
        try peers.service.emit(Self.path, Self.interface, "Last")
        peers.run("the last signal arrives") { last == 1 }
        #expect(first == 1)
        #expect(second == 0)
    }

    @Test func h1_rulesAreCounted_notLeaked() throws {
        let peers = try Peers(PrivateBus(limits: ["max_match_rules_per_connection": 8]))
        var failures: [CallError] = []
        peers.client.onMatchFailure = { failures.append($1) }
        let rule = MatchRule(path: Self.path)
        // Twenty subscriptions, one rule.
        let same = (0..<20).map { _ in peers.client.addMatch(rule) { _ in } }
        for round in 0..<1000 {
            let subscription = peers.client.addMatch(MatchRule(path: Self.path, arg0: "\(round)")) { _ in }
            let watch = peers.client.watchOwner(BusName(unchecked: "org.example.N\(round)")) { _ in }
            subscription.cancel()
            watch.cancel()
            subscription.cancel()
        }
        peers.settle(peers.client)
        #expect(failures == [])

        // The rule stays until the last of them goes.
        for subscription in same.dropLast() { subscription.cancel() }
        var heard = 0
        same[19].cancel()
        let kept = peers.client.addMatch(rule) { _ in heard += 1 }
        peers.settle(peers.client)
        try peers.service.emit(Self.path, Self.interface, "Here")
        peers.run("it is heard") { heard == 1 }
        kept.cancel()

        for number in 0..<9 { peers.client.addMatch(MatchRule(arg0: "full \(number)")) { _ in } }
        peers.settle(peers.client)
        #expect(failures.map(\.name) == [ErrorName.limitsExceeded.text])
    }

    @Test func d1_signalsOfAnOldOwner_areIgnored() throws {
        let peers = try Peers()
        var heard: [String] = []
        peers.client.addMatch(MatchRule(sender: Self.name, path: Self.path)) { heard.append($0.argument(0) ?? "") }
        // Lets everything in at the bus, so that only the check here keeps strangers out.
        peers.client.addMatch(MatchRule(path: Self.path)) { _ in }
        var marks = 0
        peers.client.addMatch(MatchRule(path: "/mark")) { _ in marks += 1 }
        let newer = try peers.connect()

        func say(_ text: String, _ connection: Connection) throws {
            let before = marks
            try connection.emit(Self.path, Self.interface, "Here", [.string(text)])
            try connection.emit(Self.path, Self.interface, "Here", [.string(text)], to: peers.client.uniqueName)
            try connection.emit("/mark", Self.interface, "Mark")
            peers.run("the mark arrives") { marks > before }
        }
        peers.settle(peers.client)
        try say("stranger", peers.service)
        #expect(heard == [])

        try own(peers.service, Self.name, [.allowReplacement], peers)
        try say("owner", peers.service)
        try say("stranger", newer)
        #expect(heard == ["owner", "owner"])

        try own(newer, Self.name, [.replaceExisting], peers)
        try say("old", peers.service)
        try say("new", newer)
        #expect(heard == ["owner", "owner", "new", "new"])
    }

    @Test func d2_d3_owner_isTrackedThroughRestartAndReplacement() throws {
        let peers = try Peers()
        var owners: [BusName?] = []
        var all: [String] = []
        let watch = peers.client.watchOwner(Self.name) { owners.append($0) }
        peers.client.watchAllOwners { name, old, new in
            if name == Self.name { all.append("\(old?.text ?? "-") \(new?.text ?? "-")") }
        }
        peers.run("nobody at first") { owners.count == 1 }
        #expect(owners == [nil])

        let first = try peers.connect()
        let firstName = first.uniqueName
        try own(first, Self.name, [.allowReplacement], peers)
        peers.run("it appears") { owners.count == 2 }
        // Another watch on the same name hears the present owner too, later.
        var second: [BusName?] = []
        peers.client.watchOwner(Self.name) { second.append($0) }
        #expect(second == [])
        peers.run("the second watch hears") { second.count == 1 }

        var lost: [BusName] = []
        first.onNameLost = { lost.append($0) }
        try own(peers.service, Self.name, [.replaceExisting], peers)
        peers.run("it is replaced in one step") { owners.count == 3 && lost == [Self.name] }
        peers.service.close()
        // In the queue, the first gets the name back.
        peers.run("the old owner has it again") { owners.count == 4 }
        first.close()
        peers.run("nobody has it") { owners.count == 5 }
        #expect(owners == [nil, firstName, peers.service.uniqueName, firstName, nil])
        #expect(second == [firstName, peers.service.uniqueName, firstName, nil])
        let service = peers.service.uniqueName.text
        #expect(all == ["- \(firstName)", "\(firstName) \(service)", "\(service) \(firstName)", "\(firstName) -"])

        watch.cancel()
        let third = try peers.connect()
        try own(third, Self.name, [], peers)
        peers.run("only the other watch hears") { second.count == 5 }
        #expect(owners.count == 5)
    }

    @Test func name_canBeRefusedAndReleased() throws {
        let peers = try Peers()
        try own(peers.service, Self.name, [.doNotQueue], peers)
        var reply: Result<RequestNameReply, CallError>?
        peers.client.requestName(Self.name, flags: [.doNotQueue]) { reply = $0 }
        peers.run("refused") { reply != nil }
        #expect(try reply?.get() == .exists)
        var isReleased = false
        peers.service.releaseName(Self.name) { _ in isReleased = true }
        peers.run("released") { isReleased }
        try own(peers.client, Self.name, [.doNotQueue], peers)
    }

    private func own(_ connection: Connection, _ name: BusName, _ flags: NameFlags, _ peers: Peers) throws {
        var reply: Result<RequestNameReply, CallError>?
        connection.requestName(name, flags: flags) { reply = $0 }
        peers.run("the bus answers") { reply != nil }
        #expect(try reply?.get() == .primaryOwner)
    }
}
