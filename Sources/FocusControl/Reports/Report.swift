// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusInterfaces

/// What a verb has to say, in both forms.
struct Report: Equatable {
    /// Without line ends.
    var lines: [String]
    var json: JSON
}

/// How reports are worded: the time, the zone and the style.
struct Wording {
    var time: TimeWords
    var style = Style()

    /// `-` for nothing.
    static func orNone(_ text: String) -> String { text.isEmpty ? "none" : text }

    /// The same at the present time: what the agent is asked may take a while.
    var updated: Wording {
        var wording = self
        wording.time.now = FocusControl.now &+ time.shift
        return wording
    }

    /// The same by an agent's simulated clock; nil: by this machine's.
    func following(_ clock: ClockSetting?) -> Wording {
        var wording = self
        wording.time.shift = clock?.realtime.map { $0 &- FocusControl.now } ?? 0
        if let zone = clock?.zone { wording.time.zone = Zone.adopt(zone) }
        return wording.updated
    }

    /// `why`, in one line: the text for people, else the cause.
    func reason(_ reason: Row) -> String {
        let text = reason.text(Control1.ReasonKey.text)
        return text.isEmpty ? reason.text(Control1.ReasonKey.cause) : text
    }

    /// What was chosen by hand, in one line.
    func override(_ override: Row) -> String {
        typealias Key = Control1.OverrideKey
        guard let mode = override[Key.mode] else { return "nothing" }
        var words = mode.isEmpty ? "no mode" : "mode \(PlainText.clean(mode))"
        if let since = override[Key.since] { words += ", since \(time.since(since))" }
        return words + ending(override)
    }

    /// Until when what was chosen by hand lasts, after a comma; nothing if that is not known.
    func ending(_ override: Row) -> String {
        typealias Key = Control1.OverrideKey
        switch override[Key.ends] {
        case "boundary": return ", until a schedule or the desktop's switch changes"
        case "resumed": return ", until 'focusctl auto'"
        default: return override[Key.until].map { ", until \(time.until($0))" } ?? ""
        }
    }

    /// A problem, with its place as compilers write it.
    func problem(_ problem: Row) -> String {
        typealias Key = Control1.ProblemKey
        let subject = problem.text(Key.subject)
        let file = problem.text(Key.file)
        var place = file.isEmpty ? subject : file
        if let line = problem[Key.line], line > 0 {
            place += ":\(line)"
            if let column = problem[Key.column], column > 0 { place += ":\(column)" }
        }
        // A file may hold what is wrong with something else, such as a filter.
        if !subject.isEmpty, subject != file, !file.isEmpty { place += ": \(subject)" }
        return "\(place): \(problem.text(Key.message))"
    }
}

extension JSON {
    /// A list as the agent sends it.
    static func rows(_ rows: [Row]) -> JSON { .array(rows.map { JSON($0) }) }
}
