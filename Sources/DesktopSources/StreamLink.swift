// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import FocusCore

/// Keeps a stream to a component open: looks for it when something hints that it is there, and a few times after it was
/// lost, for it may have been restarted; then no more, so that an absent one costs nothing.
struct StreamLink: Hashable, Sendable {
    let tag: SourceTag
    let address: SocketAddress
    private(set) var isOpen = false

    private var isOpening = false
    private var backoff = Backoff()
    private var tries = Self.triesAfterLoss

    private static let triesAfterLoss = 5

    init(_ tag: SourceTag, _ address: SocketAddress) {
        self.tag = tag
        self.address = address
    }

    private var retryTimer: SourceTag { SourceTag("again-" + tag.name) }

    /// Opens it, unless it is open or about to be.
    mutating func open(_ outputs: inout [SourceOutput]) {
        guard !isOpen, !isOpening else { return }
        isOpening = true
        outputs.append(.open(tag, address))
    }

    /// Somebody is there: a loss is worth some tries.
    mutating func opened() {
        isOpening = false
        isOpen = true
        tries = 0
    }

    /// What it says makes sense: the first try after a loss comes soon.
    mutating func proven() { backoff.reset() }

    /// It is closed, by the other side or by ``drop(_:)``.
    mutating func closed(_ outputs: inout [SourceOutput]) {
        isOpen = false
        isOpening = false
        guard tries < Self.triesAfterLoss else { return }
        tries += 1
        outputs.append(.timer(retryTimer, after: backoff.next()))
    }

    /// Closes it, for what it says makes no sense.
    mutating func drop(_ outputs: inout [SourceOutput]) {
        outputs.append(.close(tag))
        closed(&outputs)
    }

    /// True if the timer is this link's; it looks again then.
    mutating func elapsed(_ timer: SourceTag, _ outputs: inout [SourceOutput]) -> Bool {
        guard timer == retryTimer else { return false }
        open(&outputs)
        return true
    }
}
