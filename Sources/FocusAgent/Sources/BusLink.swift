// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

public import DBus
internal import DesktopSources
public import FocusCore

/// Keeps a connection to a bus that may be absent, or go away and come back: for the system bus, without which the
/// agent does the rest of its work.
///
/// Belongs to the loop's thread. Connecting waits for the bus to greet, which it does at once or not at all.
public final class BusLink {
    private let address: Connection.Address
    private let loop: any EventLoop
    private let attached: (Connection) -> Void
    private let detached: (String) -> Void
    private let log: (LogEntry.Level, String) -> Void

    /// The connection, while there is one.
    public private(set) var connection: Connection?
    private var timer: (any LoopSource)?
    private var backoff = Backoff()
    private var isLost = false

    /// `attached` gets each new connection; `detached` is told in words why there is none, once each time.
    public init(
        _ address: Connection.Address, loop: any EventLoop, attached: @escaping (Connection) -> Void,
        detached: @escaping (String) -> Void, log: @escaping (LogEntry.Level, String) -> Void
    ) {
        self.address = address
        self.loop = loop
        self.attached = attached
        self.detached = detached
        self.log = log
    }

    /// Connects, now and whenever the bus was lost.
    public func connect() {
        timer?.cancel()
        timer = nil
        do throws(BusError) {
            let connection = try Connection.open(address, loop: loop)
            connection.onDisconnect = { [weak self] in self?.lose("the bus went away") }
            self.connection = connection
            backoff.reset()
            if isLost { log(.notice, "connected again as \(connection.uniqueName)") }
            isLost = false
            attached(connection)
        } catch {
            lose("\(error)")
        }
    }

    /// Ends it.
    public func close() {
        timer?.cancel()
        timer = nil
        connection?.close()
        connection = nil
    }

    private func lose(_ words: String) {
        if let connection {
            self.connection = nil
            // Not in the midst of its own news.
            loop.enqueue { connection.close() }
        }
        let wait = backoff.next()
        if !isLost {
            isLost = true
            log(.warning, "\(words); trying again in \(wait / 1_000_000) s")
            detached(words)
        }
        timer = loop.addTimer(after: wait) { [weak self] in self?.connect() }
    }
}
