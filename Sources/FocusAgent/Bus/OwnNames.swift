// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusInterfaces

/// The agent's two names on its two connections: Control1, then Focus1; both or none.
final class OwnNames {
    /// How the request for them ended.
    enum Outcome {
        /// Both are ours; `old` owned them before and may still be about to leave.
        case taken(old: Set<BusName>)
        /// An agent of this kind owns both.
        case alreadyRunning
        /// In words.
        case refused(String)
    }

    private let control: Connection
    private let focus: Connection
    private let replaces: Bool
    private var old: Set<BusName> = []

    /// Long enough for a busy agent, short enough for a person who waits.
    private static let deadline: Int64 = .seconds(5)

    init(control: Connection, focus: Connection, replaces: Bool) {
        self.control = control
        self.focus = focus
        self.replaces = replaces
    }

    /// Asks for both.
    func take(_ done: @escaping (Outcome) -> Void) {
        guard replaces else { return request(done) }
        owner(Control1.busName) { [self] owner in
            old.formUnion([owner].compactMap(\.self))
            self.owner(Focus1.busName) { [self] owner in
                old.formUnion([owner].compactMap(\.self))
                request(done)
            }
        }
    }

    private func request(_ done: @escaping (Outcome) -> Void) {
        request(Control1.busName, on: control) { [self] refusal in
            if let refusal { return explain(Control1.busName, refusal, done) }
            request(Focus1.busName, on: focus) { [self] refusal in
                guard let refusal else { return done(.taken(old: old)) }
                // Given back, not lost.
                control.onNameLost = nil
                control.releaseName(Control1.busName)
                explain(Focus1.busName, refusal, done)
            }
        }
    }

    private func request(
        _ name: BusName, on connection: Connection, _ done: @escaping (_ refusal: String?) -> Void
    ) {
        var flags: NameFlags = [.allowReplacement, .doNotQueue]
        if replaces { flags.insert(.replaceExisting) }
        connection.requestName(name, flags: flags) { result in
            switch result {
            case .success(.primaryOwner), .success(.alreadyOwner): done(nil)
            case .success(.exists), .success(.inQueue): done("")
            case .failure(let error): done("\(error)")
            }
        }
    }

    /// The same product answers for the version of both interfaces.
    private func explain(_ name: BusName, _ refusal: String, _ done: @escaping (Outcome) -> Void) {
        guard refusal.isEmpty else { return done(.refused("the bus does not give the name \(name): \(refusal)")) }
        hasVersion(Control1.busName, Control1.path, Control1.name) { [self] controls in
            hasVersion(Focus1.busName, Focus1.path, Focus1.name) { [self] serves in
                if controls && serves { return done(.alreadyRunning) }
                owner(name) { owner in
                    done(
                        .refused(
                            "the name \(name) belongs to \(owner?.text ?? "another program") on the bus, which is not this "
                                + "agent; end that program, or take the name over with --replace if it allows it"))
                }
            }
        }
    }

    private func hasVersion(
        _ name: BusName, _ path: ObjectPath, _ interface: InterfaceName, _ done: @escaping (Bool) -> Void
    ) {
        control.call(
            name, path, "org.freedesktop.DBus.Properties", "Get", [.string(interface.text), .string("Version")],
            deadline: Self.deadline
        ) { result in
            done((try? result.get()) != nil)
        }
    }

    private func owner(_ name: BusName, _ done: @escaping (BusName?) -> Void) {
        control.call(
            .bus, .bus, .bus, "GetNameOwner", [.string(name.text)], deadline: Self.deadline
        ) { result in
            done(((try? result.get())?.argument(0) as String?).flatMap { BusName($0) })
        }
    }
}
