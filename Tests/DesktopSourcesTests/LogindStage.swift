// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore

@testable import DesktopSources

/// A logind as the tests have it: `:1.4`, of user 1000. Shapes as captured from systemd-logind 252.
final class LogindStage {
    static let root: ObjectPath = "/org/freedesktop/login1"
    static let user: ObjectPath = "/org/freedesktop/login1/user/_1000"
    static let seat: ObjectPath = "/org/freedesktop/login1/seat/seat0"

    /// A session that logind knows.
    struct Session {
        var id: String
        var path: ObjectPath
        var userID: UInt32 = 1000
        var kind = "user"
        var type = "wayland"
        var seat = "seat0"
        var active = true
        var locked = false
        var idle: Bool? = false

        var properties: [String: Value] {
            var properties: [String: Value] = [
                "Id": .string(id), "Class": .string(kind), "Type": .string(type),
                "User": .structure([.uint32(userID), .objectPath(ObjectPath(unchecked: "\(root)/user/_\(userID)"))]),
                "Seat": .structure([
                    .string(seat), .objectPath(seat.isEmpty ? "/" : ObjectPath(unchecked: "\(root)/seat/\(seat)")),
                ]),
                "Name": .string("somebody"), "Remote": .boolean(false), "State": .string("active"),
                "Active": .boolean(active), "LockedHint": .boolean(locked), "IdleSinceHint": .uint64(0),
            ]
            if let idle { properties["IdleHint"] = .boolean(idle) }
            return properties
        }
    }

    let stage: Stage
    var manager: [String: Value] = [
        "PreparingForSleep": .boolean(false), "OnExternalPower": .boolean(true), "LidClosed": .boolean(false),
        "Docked": .boolean(false), "BlockInhibited": .string("handle-power-key:handle-lid-switch"),
        "IdleHint": .boolean(false), "DelayInhibited": .string(""), "NAutoVTs": .uint32(6),
    ]
    var sessions: [ObjectPath: Session] = [:]
    /// What `GetSession("auto")` finds.
    var ofProcess: ObjectPath?
    /// `User.Display`; `nil`: none.
    var display: ObjectPath?
    var knowsUser = true

    init(sessionID: String? = nil) {
        stage = Stage(Logind(SourceEnvironment(userID: 1000, sessionID: sessionID)))
    }

    /// With one session, `c1`, of this user's desktop.
    static func desktop() -> LogindStage {
        let logind = LogindStage()
        let path: ObjectPath = "/org/freedesktop/login1/session/c1"
        logind.sessions[path] = Session(id: "c1", path: path)
        logind.ofProcess = path
        logind.display = path
        return logind
    }

    func start(owner: BusName = ":1.4") {
        stage.attach()
        stage.owner("org.freedesktop.login1", owner)
        answerAll()
    }

    /// Answers every call as logind would, until there is none.
    func answerAll() {
        while answerFirst() {}
    }

    /// Answers the oldest call as logind would. False if there is none.
    @discardableResult
    func answerFirst() -> Bool {
        guard let call = stage.calls.first?.call else { return false }
        return stage.answer(call.member, on: call.path, reply(to: call))
    }

    private func reply(to call: SourceCall) -> Result<[Value], CallError> {
        switch (call.member.text, call.path) {
        case ("GetAll", Self.root):
            return .success([manager.busValue])
        case ("GetAll", let path):
            guard let session = sessions[path] else { return Self.error(ErrorName.unknownObject.text) }
            return .success([session.properties.busValue])
        case ("GetUser", _):
            guard knowsUser else { return Self.error("org.freedesktop.login1.NoSuchUser") }
            return .success([.objectPath(Self.user)])
        case ("GetSession", _):
            if call.arguments == [.string("auto")] {
                return ofProcess.map { .success([.objectPath($0)]) }
                    ?? Self.error("org.freedesktop.login1.NoSessionForPID")
            }
            guard let session = sessions.values.first(where: { [.string($0.id)] == call.arguments }) else {
                return Self.error("org.freedesktop.login1.NoSuchSession")
            }
            return .success([.objectPath(session.path)])
        case ("Get", Self.user):
            return .success([.variant(displayValue)])
        default:
            return Self.error(ErrorName.unknownMethod.text)
        }
    }

    private static func error(_ name: String) -> Result<[Value], CallError> {
        .failure(.error(name: name, message: "no"))
    }

    private var displayValue: Value {
        .structure([
            .string(display.flatMap { sessions[$0]?.id } ?? ""), .objectPath(display ?? .root),
        ])
    }

    // MARK: Signals

    func managerChanged(_ changed: [String: Value], invalidated: [String] = []) {
        manager.merge(changed) { $1 }
        stage.changed(
            from: ":1.4", Self.root, "org.freedesktop.login1.Manager", changed, invalidated: invalidated)
    }

    func sessionChanged(_ path: ObjectPath, _ changed: [String: Value], invalidated: [String] = []) {
        stage.changed(
            from: ":1.4", path, "org.freedesktop.login1.Session", changed, invalidated: invalidated)
    }

    func displayChanged() {
        stage.changed(from: ":1.4", Self.user, "org.freedesktop.login1.User", ["Display": displayValue])
    }

    func seatChanged() {
        let session: Value = .structure([.string("c2"), .objectPath("/org/freedesktop/login1/session/c2")])
        stage.changed(from: ":1.4", Self.seat, "org.freedesktop.login1.Seat", ["ActiveSession": session])
    }

    func emit(_ member: MemberName, _ arguments: Value...) {
        stage.signal(from: ":1.4", Self.root, "org.freedesktop.login1.Manager", member, arguments)
    }

    func emitFromSession(_ path: ObjectPath, _ member: MemberName) {
        stage.signal(from: ":1.4", path, "org.freedesktop.login1.Session", member)
    }

    func prepareForSleep(_ begins: Bool) { emit("PrepareForSleep", .boolean(begins)) }
}

/// The facts after each report, as the agent would know them.
struct Knowledge {
    private(set) var facts: [Fact: FactValue] = [:]
    /// How often each fact changed its value, the first included.
    private(set) var changes: [Fact: [FactValue?]] = [:]

    mutating func take(_ reports: [SourceReport]) {
        for report in reports {
            switch report {
            case .reading(let reading, _):
                for fact in Set(facts.keys).union(reading.keys) { set(fact, reading[fact]) }
            case .change(let change):
                for (fact, value) in change { set(fact, value) }
            case .ownerLost:
                break
            case .absent, .failing:
                for fact in facts.keys { set(fact, nil) }
            }
        }
    }

    private mutating func set(_ fact: Fact, _ value: FactValue?) {
        guard facts[fact] != value else { return }
        facts[fact] = value
        changes[fact, default: []].append(value)
    }
}
