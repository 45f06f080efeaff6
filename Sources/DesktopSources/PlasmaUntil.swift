// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import FocusCore

/// The instant until which the user of Plasma does not want to be disturbed, `[DoNotDisturb] Until` in `plasmanotifyrc`.
struct PlasmaUntil: Hashable, Sendable {
    /// Plasma ends what the instant began at the next full minute, and then takes a moment.
    static let lag: Microseconds = .seconds(65)
    /// When the user ends it, the file says so before the property does.
    static let switchLag: Microseconds = .seconds(2)

    /// Whether it lies ahead; `nil`: not known.
    private(set) var isOn: Bool?
    /// `Inhibited` still has its value from before.
    var lingers = false {
        didSet { if !lingers { lingersUntil = nil } }
    }
    private var lingersUntil: Int64?
    private var instant: Int64?
    private var time: WallTime?

    /// When to look again, µs since the Unix epoch.
    var next: Int64? { isOn == true ? instant : lingersUntil }

    /// The file names that time.
    mutating func await(_ time: WallTime) { self.time = time }

    /// The time is that instant. False if it is not the one that is waited for.
    mutating func resolve(_ time: WallTime, _ instant: Int64?) -> Bool {
        guard time == self.time else { return false }
        self.instant = instant
        // A time that never comes is none; Plasma sees it so as well.
        if instant == nil { isOn = false }
        return true
    }

    /// The file names none; or, not `isKnown`, does not tell.
    mutating func end(isKnown: Bool, at now: Instant) {
        if isKnown, isOn == true { linger(until: now.realtime + Self.switchLag) }
        (time, instant) = (nil, nil)
        isOn = isKnown ? false : nil
    }

    mutating func advance(to now: Instant) {
        if let instant {
            let isAhead = instant > now.realtime
            // Also at the beginning: Plasma may have been about to end it when it was first looked at.
            if !isAhead, isOn != false { linger(until: instant.addingReportingOverflow(Self.lag).partialValue) }
            isOn = isAhead
        }
        if let lingersUntil, lingersUntil <= now.realtime { lingers = false }
    }

    private mutating func linger(until end: Int64) {
        lingers = true
        lingersUntil = end
    }

    /// What the file says: the time, if there is one; or, in words, why that is not to be known.
    static func read(_ reading: FileReading) -> (WallTime?, String?) {
        switch reading {
        case .missing: return (nil, nil)
        case .unreadable(let words): return (nil, "cannot be read: \(words)")
        case .content(let bytes):
            guard let text = QtSettingsText(bytes, section: "DoNotDisturb")["Until"], !text.isEmpty else {
                return (nil, nil)
            }
            guard let time = time(text) else { return (nil, "Until=\(text.prefix(80)) is no date") }
            return (time, nil)
        }
    }

    /// As KConfig writes a date: year, month, day, hour, minute, second with a fraction.
    private static func time(_ text: String) -> WallTime? {
        let fields = text.split(separator: ",", omittingEmptySubsequences: false)
        guard fields.count == 6 else { return nil }
        let whole = fields[5].prefix { $0 != "." }
        let numbers = (fields.prefix(5) + [whole]).compactMap { Int($0) }
        guard numbers.count == 6 else { return nil }
        return WallTime(
            year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4],
            second: numbers[5])
    }
}
