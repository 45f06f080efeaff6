// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

public import DBus
public import DesktopSources
public import FocusCore

/// Follows which product serves `org.freedesktop.Notifications`: several may, and only the source of the one that does
/// is in charge of Do Not Disturb.
///
/// Belongs to the loop's thread. Never starts a server, and never waits for one.
public final class NotificationServerWatch {
    private let connection: Connection
    private let loop: any EventLoop
    private let report: (NotificationServer) -> Void
    private let log: (LogEntry.Level, String) -> Void
    private var subscription: Subscription?
    private var pending: PendingCall?
    private var timer: (any LoopSource)?
    private var backoff = Backoff()
    private var reported: NotificationServer?

    private static let deadline: Microseconds = .seconds(5)

    /// `report` gets the owner and the product's name as `GetServerInformation` gives it (Desktop Notifications
    /// Specification), when it is known and whenever it changes.
    public init(
        _ connection: Connection, loop: any EventLoop, report: @escaping (NotificationServer) -> Void,
        log: @escaping (LogEntry.Level, String) -> Void
    ) {
        self.connection = connection
        self.loop = loop
        self.report = report
        self.log = log
        subscription = connection.watchOwner(.notifications) { [weak self] in self?.changed($0) }
    }

    /// Ends it.
    public func stop() {
        subscription?.cancel()
        forget()
    }

    private func forget() {
        pending?.cancel()
        pending = nil
        timer?.cancel()
        timer = nil
    }

    private func changed(_ owner: BusName?) {
        forget()
        backoff.reset()
        if let owner { ask(owner) } else { tell(NotificationServer(owner: nil, product: nil)) }
    }

    private func ask(_ owner: BusName) {
        pending = connection.call(
            owner, "/org/freedesktop/Notifications", "org.freedesktop.Notifications", "GetServerInformation",
            deadline: Self.deadline
        ) { [weak self] result in
            guard let self else { return }
            pending = nil
            switch result {
            case .success(let reply):
                guard reply.byteCount < 1 << 16, let product = reply.argument(0, as: String.self) else {
                    silent(owner, "it answers '\(reply.signature)'")
                    return
                }
                backoff.reset()
                tell(NotificationServer(owner: owner, product: product))
            case .failure(let error):
                silent(owner, "\(error)")
            }
        }
    }

    /// The desktop decides meanwhile.
    private func silent(_ owner: BusName, _ words: String) {
        let server = NotificationServer(owner: owner, product: nil)
        if reported != server { log(.warning, "the notification server does not say what it is: \(words)") }
        tell(server)
        timer = loop.addTimer(after: backoff.next()) { [weak self] in
            self?.timer = nil
            self?.ask(owner)
        }
    }

    private func tell(_ server: NotificationServer) {
        guard reported != server else { return }
        reported = server
        report(server)
    }
}
