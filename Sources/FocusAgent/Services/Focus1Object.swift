// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusInterfaces

/// Serves `org.focusfilters.Focus1` to apps.
final class Focus1Object: Focus1Service {
    private let driver: Driver
    private let identities: Identities
    /// The name of an app's background helper, by its descriptor file.
    private let helper: (AppID) -> AppID

    /// Marshalled bytes of one call. A whole app's descriptions are at most 1 MiB.
    private static let maximumCall = (1 << 20) + (64 << 10)
    /// A description's cases are the deepest: argument, filter, parameters, parameter, cases, case, icon, names, each
    /// with its variant.
    private static let maximumDepth = 24

    init(driver: Driver, identities: Identities, helper: @escaping (AppID) -> AppID) {
        self.driver = driver
        self.identities = identities
        self.helper = helper
    }

    /// The object, as the connection for apps exports it.
    var exported: ExportedObject {
        ExportedObject(
            path: Focus1.path, introspection: Focus1.xml, interfaces: [Focus1.exported(by: self)], admit: Self.admit)
    }

    private static func admit(_ invocation: Invocation) -> Admission {
        let message = invocation.message
        guard message.byteCount <= maximumCall else {
            let error = FocusError(
                .limitExceeded, "the call has \(message.byteCount) bytes; at most \(maximumCall) are allowed")
            return .refused(error.name, error.message)
        }
        guard message.depth <= maximumDepth else {
            let error = FocusError(
                .limitExceeded, "containers nest \(message.depth) deep; at most \(maximumDepth) are allowed")
            return .refused(error.name, error.message)
        }
        return .granted
    }

    func registerFilters(
        appID: String, handler: ObjectPath, filters: [[String: Value]], options: [String: Value],
        call: MethodCall<[String: [String: Value]]>
    ) {
        let app: AppID
        let descriptors: [FilterDescriptor]
        let offer: RegistrationOptions
        do throws(WireError) {
            app = try AppID(wire: appID)
            descriptors = try FilterDescriptor.list(wire: filters)
            offer = try RegistrationOptions(wire: options)
        } catch {
            return call.fail(error)
        }
        let peer = PeerID(call.sender.text)
        speaking(for: app, call) { [driver] rank, done in
            let registration = Registration(
                peer: peer, app: app, rank: rank, handler: handler.text, filters: descriptors,
                performed: offer.performed, standby: offer.standby)
            driver.request({ .register(registration, $0) }) { reply in
                defer { done() }
                switch reply {
                case .registered(let states):
                    var answer: [String: [String: Value]] = [:]
                    for (filter, state) in states {
                        answer[filter.text] = state.wire(
                            of: driver.machine.parameters(of: FilterKey(app: app, filter: filter)))
                    }
                    call.reply(answer)
                case .done, .sections, .items, .display, .suggestions, .held: call.reply([:])
                case .refused(let error): call.fail(error)
                }
            }
        }
    }

    func unregisterFilters(filters: [String], options: [String: Value], call: MethodCall<Void>) {
        let ids: [Identifier]
        do throws(WireError) {
            ids = try Identifier.list(wire: filters, of: "a filter")
        } catch {
            return call.fail(error)
        }
        request(call) { .unregister(PeerID(call.sender.text), ids, $0) }
    }

    func getCurrent(appID: String, filter: String, options: [String: Value], call: MethodCall<[String: Value]>) {
        let app: AppID
        let id: Identifier
        do throws(WireError) {
            app = try AppID(wire: appID)
            id = try Identifier(wire: filter, of: "a filter")
        } catch {
            return call.fail(error)
        }
        speaking(for: app, call) { [driver] _, done in
            defer { done() }
            switch driver.machine.state(of: FilterKey(app: app, filter: id)) {
            case .success(let state):
                call.reply(state.wire(of: driver.machine.parameters(of: FilterKey(app: app, filter: id))))
            case .failure(let error): call.fail(error)
            }
        }
    }

    func getStatus(appID: String, options: [String: Value], call: MethodCall<[String: Value]>) {
        let app: AppID
        do throws(WireError) {
            app = try AppID(wire: appID)
        } catch {
            return call.fail(error)
        }
        speaking(for: app, call) { [driver] _, done in
            defer { done() }
            let status = driver.machine.status(of: app)
            call.reply(FocusStatus(isFocused: status.isFocused, mode: status.mode).wire)
        }
    }

    func invalidateAppContext(filter: String, options: [String: Value], call: MethodCall<Void>) {
        let id: Identifier
        do throws(WireError) {
            id = try Identifier(wire: filter, of: "a filter")
        } catch {
            return call.fail(error)
        }
        request(call) { .invalidate(PeerID(call.sender.text), id, $0) }
    }

    func suspend(filter: String, on: Bool, options: [String: Value], call: MethodCall<Void>) {
        let id: Identifier
        do throws(WireError) {
            id = try Identifier(wire: filter, of: "a filter")
        } catch {
            return call.fail(error)
        }
        request(call) { .suspend(PeerID(call.sender.text), id, on, $0) }
    }

    /// Puts the caller's request in line and answers what the machine says.
    private func request(_ call: MethodCall<Void>, _ make: @escaping (RequestID) -> Event) {
        identities.inLine(call.invocation) { [driver] done in
            driver.whenReady {
                driver.request(make) { reply in
                    defer { done() }
                    switch reply {
                    case .done, .registered, .sections, .items, .display, .suggestions, .held: call.reply()
                    case .refused(let error): call.fail(error)
                    }
                }
            }
        }
    }

    /// Runs `work` in the caller's line when the agent is ready and the caller may speak for the app.
    private func speaking<Output>(
        for app: AppID, _ call: MethodCall<Output>,
        _ work: @escaping (Registration.Rank, _ done: @escaping () -> Void) -> Void
    ) {
        identities.inLine(call.invocation) { [driver, identities, helper] done in
            driver.whenReady {
                identities.rank(of: call.sender, for: app, helper: helper(app)) { rank in
                    // The news that a caller has left the bus comes once: what it asked for must not follow it.
                    guard identities.isInLine(call.sender) else { return }
                    switch rank {
                    case .success(let rank): work(rank, done)
                    case .failure(let error):
                        call.fail(error)
                        done()
                    }
                }
            }
        }
    }
}
