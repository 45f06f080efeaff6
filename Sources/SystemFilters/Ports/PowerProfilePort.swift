// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore

/// The active profile of power-profiles-daemon, `ActiveProfile` on the system bus, under the name that it has had since
/// 0.20 or the one before. tuned serves both.
final class PowerProfilePort {
    private struct Place {
        var name: BusName
        var path: ObjectPath
        var interface: InterfaceName
    }

    private static let places = [
        Place(
            name: "org.freedesktop.UPower.PowerProfiles", path: "/org/freedesktop/UPower/PowerProfiles",
            interface: "org.freedesktop.UPower.PowerProfiles"),
        Place(
            name: "net.hadess.PowerProfiles", path: "/net/hadess/PowerProfiles", interface: "net.hadess.PowerProfiles"),
    ]
    private static let properties: InterfaceName = "org.freedesktop.DBus.Properties"
    private static let deadline: Microseconds = .seconds(5)

    private let loop: any EventLoop
    private var connection: Connection?
    private var place: Place?

    init(loop: any EventLoop) { self.loop = loop }

    func look(wish: String?, done: @escaping (Caretaker.Look) -> Void) {
        do throws(BusError) {
            read(Self.places[...], try connected(), wish, done)
        } catch {
            // Told later, as all else is.
            loop.enqueue { done(.unusable("\(error)")) }
        }
    }

    private func connected() throws(BusError) -> Connection {
        if let connection { return connection }
        let connection = try Connection.open(.system, loop: loop)
        connection.onDisconnect = { [weak self] in self?.connection = nil }
        self.connection = connection
        return connection
    }

    private func read(
        _ places: ArraySlice<Place>, _ connection: Connection, _ wish: String?,
        _ done: @escaping (Caretaker.Look) -> Void
    ) {
        guard let place = places.first else {
            return done(.unusable("power-profiles-daemon does not run: install it, or start it"))
        }
        connection.call(
            place.name, place.path, Self.properties, "Get",
            [.string(place.interface.text), .string("ActiveProfile")], deadline: Self.deadline
        ) { [weak self] result in
            switch result {
            case .success(let reply):
                guard case .variant(.string(let profile))? = reply.arguments.first else {
                    return done(.unusable("power-profiles-daemon names no profile"))
                }
                self?.place = place
                done(.value(KnobValue(text: profile), wish: wish))
            case .failure(let error):
                switch error.name {
                case ErrorName.serviceUnknown.text?, ErrorName.nameHasNoOwner.text?:
                    self?.read(places.dropFirst(), connection, wish, done)
                case _?, nil: done(.unusable("power-profiles-daemon: \(error)"))
                }
            }
        }
    }

    func write(_ value: KnobValue, done: @escaping (_ refusal: String?) -> Void) {
        guard let connection, let place else {
            return loop.enqueue { done("power-profiles-daemon does not run any more") }
        }
        connection.call(
            place.name, place.path, Self.properties, "Set",
            [.string(place.interface.text), .string("ActiveProfile"), .variant(.string(value.text))],
            deadline: Self.deadline
        ) { result in
            switch result {
            case .success: done(nil)
            case .failure(let error): done("\(error)")
            }
        }
    }
}
