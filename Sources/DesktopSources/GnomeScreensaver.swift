// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

public import DBus
public import FocusCore

/// The screen saver of GNOME Shell, and of the lockers that took over its name.
///
/// GNOME Shell serves the object on its own connection, under `org.gnome.Shell.ScreenShield`. `org.gnome.ScreenSaver`
/// belongs to a helper that is started by the first call to it and repeats each signal; nobody owns it before. So the
/// Shell is asked, the helper only when there is no Shell.
public struct GnomeScreensaver: Sendable {
    public let description = SourceDescription(id: "gnome-screensaver", facts: [.screensaver])

    private var reader = ObjectReader(
        name: "gnome-screensaver", path: "/org/gnome/ScreenSaver", interface: "org.gnome.ScreenSaver",
        method: "GetActive", key: "active", type: "b")
    private var ledger = FactLedger()

    public init() {}

    private var facts: [Fact: FactValue] {
        reader.values["active"].flatMap { Bool($0) }.map { [.screensaver: .bool($0)] } ?? [:]
    }
}

extension GnomeScreensaver: DesktopSource {
    public var bus: BusKind { .session }
    public var names: [BusName] { ["org.gnome.Shell.ScreenShield", "org.gnome.ScreenSaver"] }

    public mutating func handle(_ input: SourceInput, at now: Instant) -> [SourceOutput] {
        var outputs: [SourceOutput] = []
        switch input {
        case .start:
            outputs.append(
                .match(
                    SourceMatch(
                        MatchRule(path: reader.path, interface: reader.interface, member: "ActiveChanged"))))
        case .owner(let peer?):
            reader.begin(with: peer, &outputs)
        case .owner(nil):
            outputs.append(.report(ledger.hasReading ? .ownerLost : .absent("no GNOME screen saver is running")))
            ledger.forget()
            reader.end(&outputs)
        case .signal(let signal):
            guard signal.member == "ActiveChanged", signal.path == reader.path else { break }
            apply(reader.signalled("active", signal.arguments.first, &outputs), &outputs)
        case .reply(let tag, let result):
            apply(reader.reply(tag, result, &outputs), &outputs)
        case .timer(let tag):
            if reader.owns(tag) { reader.retry(&outputs) }
        case .readAgain:
            reader.read(&outputs)
        case .setting, .stream:
            break
        }
        return outputs
    }

    private mutating func apply(_ update: ObjectReader.Update, _ outputs: inout [SourceOutput]) {
        switch update {
        case .nothing:
            break
        case .reading:
            outputs.append(ledger.reading(facts))
        case .change:
            if let change = ledger.change(to: facts) { outputs.append(change) }
        case .failed(let failure):
            ledger.forget()
            outputs.append(.report(failure.report))
        }
    }
}
