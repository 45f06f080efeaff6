// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

public import DBus
public import FocusCore

extension ModeReason {
    /// As `a{sv}` with the keys of ``Control1/ReasonKey``.
    public var wire: [String: Value] {
        var result: [String: Value] = [:]
        result.set(Control1.ReasonKey.cause, cause.rawValue)
        result.set(Control1.ReasonKey.text, text)
        result.set(Control1.ReasonKey.facts, facts.map(\.name))
        return result
    }
}

extension Override {
    /// As `a{sv}` with the keys of ``Control1/OverrideKey``.
    public var wire: [String: Value] {
        typealias Key = Control1.OverrideKey
        var result: [String: Value] = [:]
        result.set(Key.mode, mode?.text ?? "")
        result.set(Key.ends, ends.word)
        if case .time(let instant) = ends { result.set(Key.until, instant) }
        result.set(Key.since, since)
        return result
    }
}

extension OverrideEnd {
    /// The options of `Activate` and `Deactivate` that say it, with the keys of ``Control1/OverrideOptionsKey``.
    public var wire: [String: Value] {
        var result: [String: Value] = [:]
        result.set(Control1.OverrideOptionsKey.ends, word)
        if case .time(let instant) = self { result.set(Control1.OverrideOptionsKey.until, instant) }
        return result
    }

    /// Reads the options of `Activate` and `Deactivate`. Without `ends`: at the time if one is given, else at the next
    /// boundary. `now`: µs since the Unix epoch, for `for`.
    ///
    /// Throws ``WireError/invalidArguments(_:)`` if the options contradict each other, if there is no such end, or if
    /// the time is not to come.
    public init(wire options: [String: Value], now: Int64) throws(WireError) {
        typealias Key = Control1.OverrideOptionsKey
        let instant = try Self.instant(
            until: options.optional(Key.until), for: options.optional(Key.for), now: now)
        switch (try options.optional(Key.ends), instant) {
        case (nil, let instant?), ("time"?, let instant?): self = .time(instant)
        case (nil, nil), ("boundary"?, nil): self = .boundary
        case ("resumed"?, nil): self = .resumed
        case ("time"?, nil): throw .invalidArguments("'ends' is 'time', but neither 'until' nor 'for' says when")
        case ("boundary"?, _?), ("resumed"?, _?):
            throw .invalidArguments("an override that ends at a time cannot end otherwise too: leave 'ends' out")
        case (let word?, _):
            throw .invalidArguments("'ends' is '\(word.shortened)'; it can be 'boundary', 'time' or 'resumed'")
        }
    }

    private static func instant(until: Int64?, for span: UInt64?, now: Int64) throws(WireError) -> Int64? {
        switch (until, span) {
        case (nil, nil):
            return nil
        case (let until?, nil):
            guard until > now else { throw .invalidArguments("'until' is not in the future") }
            return until
        case (nil, let span?):
            let (instant, isTooGreat) = now.addingReportingOverflow(Int64(clamping: span))
            guard span > 0, !isTooGreat else { throw .invalidArguments("'for' must be above 0 and end in this age") }
            return instant
        case (_?, _?):
            throw .invalidArguments("'until' and 'for' cannot both be given")
        }
    }

    /// As `ends` says it.
    var word: String {
        switch self {
        case .boundary: "boundary"
        case .time: "time"
        case .resumed: "resumed"
        }
    }
}

extension Problem {
    /// As `a{sv}` with the keys of ``Control1/ProblemKey``. `since`: µs since the Unix epoch, if that is known.
    public func wire(since: Int64? = nil) -> [String: Value] {
        typealias Key = Control1.ProblemKey
        var result: [String: Value] = [:]
        result.set(Key.kind, kind.rawValue)
        result.set(Key.subject, subject)
        result.set(Key.message, message)
        result.set(Key.file, file.isEmpty ? nil : file)
        result.set(Key.line, line > 0 ? UInt32(clamping: line) : nil)
        result.set(Key.column, column > 0 ? UInt32(clamping: column) : nil)
        result.set(Key.since, since)
        return result
    }
}
