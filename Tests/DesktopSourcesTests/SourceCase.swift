// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore

@testable import DesktopSources

/// A source as ``EverySourceTests`` sees it: one fact that can be on or off, and how its component speaks of it. To put a
/// source to these tests takes one row.
struct SourceCase: Sendable, CustomStringConvertible {
    let description: String
    var fact = Fact.doNotDisturb
    /// As `GetServerInformation` gives it, if the source is for one product.
    var product: String?
    let make: @Sendable (SourceEnvironment) -> any DesktopSource
    /// Lays down, where that is not on the bus, that the fact has that value; before anything that says so.
    var prepare: @Sendable (Stage, Bool) -> Void = { _, _ in }
    /// Answers every read that is open. False if there was none.
    let answer: @Sendable (Stage, Bool) -> Bool
    /// Sends what the component sends when the fact gets that value; `nil`: it never says anything.
    var tell: (@Sendable (Stage, BusName, Bool) -> Void)?
    /// Sends such signals as make no sense.
    var babble: @Sendable (Stage, BusName) -> Void = { _, _ in }

    static let environment = SourceEnvironment(userID: 1000, configHome: "/home/.config")

    /// The source on a stage whose bus is there, without an owner of any of its names.
    func stage() -> Stage {
        let stage = Stage(make(Self.environment))
        stage.attach()
        for name in stage.hosted.source.names { stage.owner(name, nil) }
        return stage
    }

    /// Brings an owner; `nil`: takes it away.
    func own(_ stage: Stage, _ owner: BusName?) {
        guard let name = stage.hosted.source.names.first else { return }
        stage.owner(name, owner)
        if name == .notifications { stage.server(owner, owner == nil ? nil : product) }
    }

    /// A stage on which `owner` has answered.
    func stage(_ owner: BusName, _ value: Bool) -> Stage {
        let stage = stage()
        prepare(stage, value)
        own(stage, owner)
        while answer(stage, value) {}
        return stage
    }
}

extension SourceCase {
    /// A component with one object whose properties are announced.
    static func properties(
        _ name: String, fact: Fact = .doNotDisturb, product: String? = nil, path: ObjectPath,
        interface: InterfaceName, key: String, on: Value = .boolean(true), off: Value = .boolean(false),
        prepare: @escaping @Sendable (Stage, Bool) -> Void = { _, _ in },
        make: @escaping @Sendable (SourceEnvironment) -> any DesktopSource
    ) -> SourceCase {
        SourceCase(
            description: name, fact: fact, product: product, make: make, prepare: prepare,
            answer: { $0.answerProperties(of: path, [key: $1 ? on : off]) },
            tell: { $0.changed(from: $1, path, interface, [key: $2 ? on : off]) },
            babble: { stage, sender in
                stage.changed(from: sender, path, interface, [key: [UInt32]().busValue])
                stage.changed(from: sender, path, interface, [:], invalidated: [key])
                stage.signal(from: sender, path, .properties, "PropertiesChanged", [.string(interface.text)])
                stage.changed(from: sender, path, "org.example.Other", [key: on])
            })
    }

    static let all = servers + desktops

    /// Notification servers of any desktop, and Plasma.
    private static let servers: [SourceCase] = [
        properties(
            "dunst", product: "dunst", path: DunstNotifications.path, interface: DunstNotifications.interface,
            key: DunstNotifications.paused
        ) { _ in ObjectSource(DunstNotifications.component) },
        properties(
            "Plasma, what is in effect", fact: .silenced, product: "Plasma", path: PlasmaNotifications.path,
            interface: PlasmaNotifications.interface, key: PlasmaNotifications.inhibited
        ) { PlasmaNotifications($0) },
        properties(
            "Plasma, the switch", product: "Plasma", path: PlasmaNotifications.path,
            interface: PlasmaNotifications.interface, key: PlasmaNotifications.inhibited,
            prepare: { stage, isOn in
                // Not followed here: what the property says makes the source look.
                stage.lay(plasmaFile, .content(Array((isOn ? "[DoNotDisturb]\nUntil=2099,1,1,0,0,0\n" : "").utf8)))
            }, make: { PlasmaNotifications($0) }),
        SourceCase(
            description: "mako before 1.10", product: "mako", make: { _ in MakoNotifications() },
            answer: { stage, isOn in
                stage.refuse("Get", .unknownProperty)
                return stage.answer("ListModes", modes(isOn))
            }),
        SourceCase(
            description: "mako", product: "mako", make: { _ in MakoNotifications() },
            answer: { stage, isOn in
                stage.answer("Get", .variant(modes(isOn)))
                return stage.answer("ListModes", modes(isOn))
            },
            tell: { stage, sender, isOn in
                stage.changed(
                    from: sender, MakoNotifications.path, MakoNotifications.interface, [:], invalidated: ["Modes"])
                while stage.answer("ListModes", modes(isOn)) {}
            },
            babble: { stage, sender in
                stage.changed(
                    from: sender, MakoNotifications.path, MakoNotifications.interface, ["Modes": .string("x")])
                stage.signal(from: sender, MakoNotifications.path, .properties, "PropertiesChanged", [])
            }),
        swaync("swaync before 0.8", isNew: false, fact: .doNotDisturb),
        swaync("swaync, the switch", isNew: true, fact: .doNotDisturb),
        swaync("swaync, programs", isNew: true, fact: .notificationsInhibited),
    ]

    static let plasmaFile = "/home/.config/plasmanotifyrc"

    private static func modes(_ isOn: Bool) -> Value { (["default"] + (isOn ? ["do-not-disturb"] : [])).busValue }

    private static func swaync(_ name: String, isNew: Bool, fact: Fact) -> SourceCase {
        @Sendable func values(_ isOn: Bool) -> (dnd: Value, inhibited: Value) {
            (.boolean(isOn && fact == .doNotDisturb), .boolean(isOn && fact == .notificationsInhibited))
        }
        return SourceCase(
            description: name, fact: fact, make: { _ in SwayncNotifications() },
            answer: { stage, isOn in
                let (dnd, inhibited) = values(isOn)
                let isSwitchRead = stage.answer("GetDnd", dnd)
                let isOtherRead =
                    isNew ? stage.answer("IsInhibited", inhibited) : stage.refuse("IsInhibited", .unknownMethod)
                return isSwitchRead || isOtherRead
            },
            tell: { stage, sender, isOn in
                let (dnd, inhibited) = values(isOn)
                // Each change is announced twice.
                for _ in 1...2 {
                    if isNew {
                        stage.signal(
                            from: sender, SwayncNotifications.path, SwayncNotifications.interface, "SubscribeV2",
                            [.uint32(3), dnd, .boolean(true), inhibited])
                    } else {
                        stage.signal(
                            from: sender, SwayncNotifications.path, SwayncNotifications.interface, "Subscribe",
                            [.uint32(3), dnd, .boolean(true)])
                    }
                }
            },
            babble: { stage, sender in
                for arguments: [Value] in [
                    [], [.uint32(1)], [.uint32(1), .string("true"), .boolean(true), .uint32(0)],
                ] {
                    for member: MemberName in ["Subscribe", "SubscribeV2"] {
                        stage.signal(
                            from: sender, SwayncNotifications.path, SwayncNotifications.interface, member, arguments)
                    }
                }
            })
    }
}
