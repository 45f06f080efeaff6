// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusInterfaces

/// Does what a command asks of the agent, and reports.
struct Verbs {
    let link: AgentLink
    let wording: Wording

    func status() throws(Failure) -> Report {
        // The lists after the properties: what they say of the mode is then no older.
        let properties = try link.properties()
        return Status(
            properties: properties, modes: try link.modes(), filters: try link.filters(), problems: try link.problems(),
            origins: try link.ask(link.client.listFacts(deadline:reply:))
        ).report(wording)
    }

    func why() throws(Failure) -> Report {
        WhyReport.report(try link.ask(link.client.explain(deadline:reply:)), wording)
    }

    func modes() throws(Failure) -> Report {
        let active = try link.properties().activeMode ?? ""
        return ListReports.modes(try link.modes(), active: active, wording)
    }

    func filters() throws(Failure) -> Report { ListReports.filters(try link.filters(), wording) }

    func sources() throws(Failure) -> Report {
        ListReports.sources(try link.ask(link.client.listSources(deadline:reply:)), wording)
    }

    func problems() throws(Failure) -> Report {
        ListReports.problems(try link.problems(), none: "nothing is wrong", wording)
    }

    // MARK: What comes, what would be, what was

    func next(_ count: UInt32) throws(Failure) -> Report {
        TimeReports.next(try link.ask { link.client.next(count: count, deadline: $0, reply: $1) }, wording)
    }

    func preview(_ time: LocalTime?, _ facts: [Fact: FactValue]) throws(Failure) -> Report {
        var at: Int64 = 0
        if let time {
            guard let instant = time.instant(near: wording.time.now / 1_000_000, in: wording.time.zone) else {
                throw .usage("--at: there is no such time; for example \(Option.timeExamples)")
            }
            at = instant * 1_000_000
        }
        return TimeReports.preview(
            try link.ask {
                link.client.preview(facts: WireFacts.dictionary(facts), at: at, deadline: $0, reply: $1)
            }, wording)
    }

    func history(_ count: UInt32) throws(Failure) -> Report {
        TimeReports.history(try link.ask { link.client.history(count: count, deadline: $0, reply: $1) }, wording)
    }

    // MARK: By hand

    func activate(_ mode: String, _ ending: Ending) throws(Failure) -> Report {
        let options = try options(ending)
        try link.ask { link.client.activate(mode: mode, options: options, deadline: $0, reply: $1) }
        return try outcome()
    }

    func deactivate(_ ending: Ending) throws(Failure) -> Report {
        let options = try options(ending)
        try link.ask { link.client.deactivate(options: options, deadline: $0, reply: $1) }
        return try outcome()
    }

    func resume() throws(Failure) -> Report {
        try link.ask(link.client.resume(deadline:reply:))
        return try outcome()
    }

    private func options(_ ending: Ending) throws(Failure) -> Row {
        typealias Key = Control1.OverrideOptionsKey
        var options: Row = [:]
        switch ending {
        case .boundary: options.set(Key.ends, "boundary")
        case .resumed: options.set(Key.ends, "resumed")
        case .span(let span): options.set(Key.for, UInt64(clamping: span))
        case .time(let time):
            guard let instant = time.instant(after: wording.time.now / 1_000_000, in: wording.time.zone) else {
                throw .usage("--until: that time is past; name one that is to come, for example \(Option.timeExamples)")
            }
            options.set(Key.until, instant * 1_000_000)
        }
        return options
    }

    /// What is on now, and for how long.
    private func outcome() throws(Failure) -> Report {
        let properties = try link.properties()
        let wording = wording.updated
        let mode = properties.activeMode ?? ""
        let override = properties.override ?? [:]
        var lines = ["Mode: \(mode.isEmpty ? "none" : PlainText.clean(mode))"]
        lines.append(
            override.isEmpty
                ? "Why: \(Wording.orNone(wording.reason(properties.reason ?? [:])))"
                : "By hand: \(wording.override(override))")
        return Report(
            lines: lines,
            json: .object([
                "mode": .text(mode), "reason": JSON(properties.reason ?? [:]), "override": JSON(override),
            ]))
    }

    // MARK: Configuration

    func show(_ mode: String) throws(Failure) -> Report { ModeReport.report(mode, try settings(mode), wording) }

    func configure(_ mode: String, _ key: FilterKey, _ changes: Changes) throws(Failure) -> Report {
        let parameters = try parameters(of: key)
        let settings = try settings(mode)
        let configuration = try Configuration(
            changing: settings[Control1.ModeSettingsKey.filters]?["\(key)"] ?? [:],
            none: settings[Control1.ModeSettingsKey.none]?["\(key)"] ?? [], by: changes, parameters: parameters)
        var options: Row = [:]
        if !configuration.none.isEmpty { options.set(Control1.ConfigureOptionsKey.none, configuration.none) }
        try link.ask {
            link.client.configure(
                mode: mode, appID: key.app.text, filter: key.filter.text, values: configuration.values,
                options: options, deadline: $0, reply: $1)
        }
        var lines = ["\(PlainText.clean(mode)): \(key) is configured"]
        lines += FilterLines.values(configuration.values, none: configuration.none, indent: "  ")
        lines += configuration.dropped.map {
            wording.style.warning("  \(PlainText.clean($0)) was configured, is no parameter any more, and is removed")
        }
        return Report(
            lines: lines,
            json: .object([
                "mode": .text(mode), "app": .text(key.app.text), "filter": .text(key.filter.text),
                "values": JSON(configuration.values), "none": JSON(configuration.none.busValue),
                "dropped": JSON(configuration.dropped.busValue),
            ]))
    }

    func unconfigure(_ mode: String, _ key: FilterKey) throws(Failure) -> Report {
        try link.ask {
            link.client.unconfigure(
                mode: mode, appID: key.app.text, filter: key.filter.text, deadline: $0, reply: $1)
        }
        return Report(
            lines: ["\(PlainText.clean(mode)): \(key) is no longer configured"],
            json: .object(["mode": .text(mode), "app": .text(key.app.text), "filter": .text(key.filter.text)]))
    }

    func create(_ mode: String, preset: String) throws(Failure) -> Report {
        try link.ask { link.client.createMode(id: mode, preset: preset, settings: [:], deadline: $0, reply: $1) }
        return Report(lines: ["\(PlainText.clean(mode)) is created"], json: .object(["mode": .text(mode)]))
    }

    func delete(_ mode: String) throws(Failure) -> Report {
        try link.ask { link.client.deleteMode(mode: mode, deadline: $0, reply: $1) }
        let isThere = try link.modes().contains { $0[Control1.ModeRowKey.id] == mode }
        let outcome = isThere ? "is disabled, since it came with the system" : "is deleted"
        return Report(
            lines: ["\(PlainText.clean(mode)) \(outcome)"],
            json: .object(["mode": .text(mode), "deleted": .bool(!isThere)]))
    }

    private func settings(_ mode: String) throws(Failure) -> Row {
        try link.ask { link.client.getMode(mode: mode, deadline: $0, reply: $1) }
    }

    func parameters(of key: FilterKey) throws(Failure) -> [Row] {
        try filter(key).rows(Control1.FilterRowKey.parameters)
    }

    /// The filter's row of `ListFilters`.
    func filter(_ key: FilterKey) throws(Failure) -> Row {
        typealias Key = Control1.FilterRowKey
        let rows = try link.filters()
        if let row = rows.first(where: { $0[Key.app] == key.app.text && $0[Key.filter] == key.filter.text }) {
            return row
        }
        let near = suggestion(for: "\(key)", among: rows.map(FilterLines.key))
        throw .refused("no app offers the filter '\(key)'\(near.isEmpty ? "; 'focusctl filters' lists them" : near)")
    }

    // MARK: Files

    /// The report, and whether all is well.
    func validate(_ file: String, _ kind: FileKind) throws(Failure) -> (report: Report, isGood: Bool) {
        let text = try InputFile.read(file)
        var problems = try link.ask {
            link.client.validate(kind: kind.rawValue, text: text, deadline: $0, reply: $1)
        }
        let name = file == "-" ? "standard input" : file
        for index in problems.indices { problems[index].set(Control1.ProblemKey.file, name) }
        let report = ListReports.problems(problems, none: "\(PlainText.clean(name)): nothing is wrong", wording)
        return (report, problems.isEmpty)
    }

    /// The report, and whether all is well.
    func reload() throws(Failure) -> (report: Report, isGood: Bool) {
        let problems = try link.ask(link.client.reload(deadline:reply:))
        return (ListReports.problems(problems, none: "all files are read; nothing is wrong", wording), problems.isEmpty)
    }
}
