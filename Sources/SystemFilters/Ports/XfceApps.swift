// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore

/// xfce4-notifyd's list of muted apps, which xfconfd keeps. Urgent notifications are shown all the same, unless the user
/// has said otherwise for that app.
///
/// It compares word by word: a muted `org.example.Mail` also mutes an app that calls itself Mail.
final class XfceApps: AppSwitchPort {
    let products: Set<String> = ["Xfce Notify Daemon"]
    let desktops: Set<String> = ["XFCE"]
    var onKnownAppsChange: (() -> Void)?
    var onChange: ((AppSwitch) -> Void)?

    private static let bus: BusName = "org.xfce.Xfconf"
    private static let path: ObjectPath = "/org/xfce/Xfconf"
    private static let interface: InterfaceName = "org.xfce.Xfconf"
    private static let channel = "xfce4-notifyd"
    /// Arrays of strings: what it mutes, and what has notified so far.
    private static let muted = "/applications/muted_applications"
    private static let known = "/applications/known_applications"
    private static let notThere = [
        "org.xfce.Xfconf.Error.PropertyNotFound", "org.xfce.Xfconf.Error.ChannelNotFound",
    ]
    private static let deadline: Microseconds = .seconds(5)

    private let connection: Connection
    private lazy var list = SharedList(
        read: { [weak self] done in self?.read(Self.muted, done) },
        replace: { [weak self] names, done in self?.replace(names, done) })
    private var looked: Set<AppSwitch> = []
    private var isWatching = false
    private var follows = false

    init(connection: Connection) { self.connection = connection }

    func plan(_ request: AppNotifications, done: @escaping (Plan) -> Void) {
        watch()
        follows = request.dependsOnKnownApps
        read(Self.known) { reading in
            switch reading {
            case .success(let known):
                let titles = Dictionary(InstalledApps.all.map { ($0.id, $0.title) }, uniquingKeysWith: { $1 })
                let muted = XfceNames.muted(request, among: Set(known), titles: titles)
                done(
                    Plan(
                        wishes: Dictionary(
                            uniqueKeysWithValues: muted.map { (.app(AppSwitch(kind: .xfceMuted, app: $0)), "true") })))
            case .failure(let refusal): done(.refused(refusal.words))
            }
        }
    }

    func rest() { follows = false }

    func look(_ appSwitch: AppSwitch, wish: String?, done: @escaping (Caretaker.Look) -> Void) {
        looked.insert(appSwitch)
        watch()
        list.look(appSwitch.app, wish: wish, done: done)
    }

    func write(_ appSwitch: AppSwitch, _ value: KnobValue, done: @escaping (_ refusal: String?) -> Void) {
        list.write(appSwitch.app, isThere: value.isOn, done: done)
    }

    private func watch() {
        guard !isWatching else { return }
        isWatching = true
        for member: MemberName in ["PropertyChanged", "PropertyRemoved"] {
            let rule = MatchRule(path: Self.path, interface: Self.interface, member: member, arg0: Self.channel)
            connection.addMatch(rule) { [weak self] signal in
                guard let self else { return }
                switch signal.argument(1, as: String.self) {
                case Self.muted?: for appSwitch in looked { onChange?(appSwitch) }
                case Self.known? where follows: onKnownAppsChange?()
                case _?, nil: break
                }
            }
        }
    }

    private func read(_ property: String, _ done: @escaping (SharedList.Reading) -> Void) {
        connection.call(
            Self.bus, Self.path, Self.interface, "GetProperty", [.string(Self.channel), .string(property)],
            deadline: Self.deadline
        ) { result in
            switch result {
            case .success(let reply):
                guard case .variant(let value)? = reply.arguments.first, let names = Self.names(value) else {
                    return done(.failure(Refusal("\(Self.channel) \(property) is no list of names")))
                }
                done(.success(names))
            case .failure(let error):
                if error.name.map({ Self.notThere.contains($0) }) ?? false { return done(.success([])) }
                done(.failure(Self.refusal(error)))
            }
        }
    }

    private func replace(_ names: [String], _ done: @escaping (_ refusal: String?) -> Void) {
        let property: [Value] = [.string(Self.channel), .string(Self.muted)]
        // An empty list is what there is by default.
        let (member, more): (MemberName, Value) =
            names.isEmpty
            ? ("ResetProperty", .boolean(false))
            : ("SetProperty", .variant(.array(element: .variant, names.map { .variant(.string($0)) })))
        connection.call(
            Self.bus, Self.path, Self.interface, member, property + [more], deadline: Self.deadline
        ) { result in
            switch result {
            case .success: done(nil)
            case .failure(let error): done(Self.refusal(error).words)
            }
        }
    }

    /// xfconf's arrays are of variants.
    private static func names(_ value: Value) -> [String]? {
        guard case .array(_, let elements) = value else { return nil }
        var names: [String] = []
        for element in elements {
            guard case .variant(.string(let name)) = element else { return nil }
            names.append(name)
        }
        return names
    }

    private static func refusal(_ error: CallError) -> Refusal {
        switch error.name {
        case ErrorName.serviceUnknown.text?, ErrorName.nameHasNoOwner.text?:
            Refusal("Xfce's settings daemon, xfconfd, is not running")
        case _?, nil: Refusal("xfconfd: \(error)")
        }
    }
}
