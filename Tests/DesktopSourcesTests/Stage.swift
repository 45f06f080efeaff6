// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore

@testable import DesktopSources

/// A source on a stage: the test plays its bus, and sees what it asks for.
final class Stage {
    var hosted: HostedSource
    private(set) var now = Instant(realtime: 1_796_000_000_000_000, boottime: 1_000_000_000)
    /// Reports that nobody has taken yet.
    private var reports: [SourceReport] = []
    /// Calls that nobody has answered yet, oldest first.
    private(set) var calls: [(tag: SourceTag, call: SourceCall)] = []
    private(set) var matches: [SourceMatch] = []
    private(set) var timers: [SourceTag: Microseconds] = [:]
    private(set) var settingReads = 0
    /// Streams that are open, or asked for.
    private(set) var streams: [SourceTag: SocketAddress] = [:]
    /// What was written to each stream and nobody has looked at yet.
    private(set) var sent: [SourceTag: [UInt8]] = [:]
    private(set) var logs: [(level: LogEntry.Level, text: String)] = []
    private(set) var resumes = 0
    private(set) var written: [(key: SettingKey, value: FactValue)] = []
    private(set) var silencerReports: [SilencerReport] = []
    /// What a settings store answers.
    var setting = SettingReading.noSchema
    /// What files hold, by path.
    private(set) var files: [String: FileReading] = [:]
    private(set) var followedFiles: Set<String> = []
    /// Alarms, by tag, each with its instant.
    private(set) var alarms: [SourceTag: Int64] = [:]
    var preferences = SourcePreferences()

    init(_ source: any DesktopSource) { hosted = HostedSource(source) }

    // MARK: What the bus does

    func attach() { perform(hosted.attach(at: now, preferences: preferences)) }
    func detach() { perform(hosted.detach("there is no system bus")) }
    func owner(_ name: BusName, _ owner: BusName?) { perform(hosted.ownerChanged(name, owner, at: now)) }
    func server(_ owner: BusName?, _ product: String?) {
        perform(hosted.serverChanged(NotificationServer(owner: owner, product: product), at: now))
    }
    func give(_ input: SourceInput) { perform(hosted.handle(input, at: now)) }
    /// Writes a file, and nobody is told.
    func lay(_ path: String, _ reading: FileReading) { files[path] = reading }
    /// Writes a file; a source that follows it is told.
    func write(_ path: String, _ reading: FileReading) {
        files[path] = reading
        if followedFiles.contains(path) { give(.file(path, reading)) }
    }
    /// Writes a file, and nobody notices.
    func lose(_ path: String, _ reading: FileReading) { files[path] = reading }
    /// What the machine wants of the switch.
    func silence(_ command: SilenceCommand) { perform(hosted.silence(command, at: now)) }
    func takeSilencerReports() -> [SilencerReport] {
        defer { silencerReports = [] }
        return silencerReports
    }
    func readAgain() { perform(hosted.handle(.readAgain, at: now)) }
    func pass(_ time: Microseconds) {
        now.boottime += time
        now.realtime += time
    }

    /// Delivers a signal if the source subscribed to it.
    func signal(
        from sender: BusName, _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName,
        _ arguments: [Value] = []
    ) {
        let signal = SourceSignal(
            sender: sender, path: path, interface: interface, member: member, arguments: arguments)
        for match in matches where Self.fits(match.rule, signal) {
            perform(hosted.signal(signal, for: match, at: now))
        }
    }

    /// Delivers `PropertiesChanged`.
    func changed(
        from sender: BusName, _ path: ObjectPath, _ interface: InterfaceName, _ changed: [String: Value],
        invalidated: [String] = []
    ) {
        signal(
            from: sender, path, .properties, "PropertiesChanged",
            [.string(interface.text), changed.busValue, invalidated.busValue])
    }

    /// Answers the oldest call to `member`; with `on`, the oldest one to that object. False if there is none.
    @discardableResult
    func answer(
        _ member: MemberName, on path: ObjectPath? = nil, _ result: Result<[Value], CallError>
    ) -> Bool {
        guard
            let index = calls.firstIndex(where: { $0.call.member == member && (path ?? $0.call.path) == $0.call.path })
        else { return false }
        let tag = calls.remove(at: index).tag
        perform(hosted.handle(.reply(tag, result), at: now))
        return true
    }

    @discardableResult
    func answer(_ member: MemberName, on path: ObjectPath? = nil, _ values: Value...) -> Bool {
        answer(member, on: path, .success(values))
    }

    @discardableResult
    func refuse(_ member: MemberName, on path: ObjectPath? = nil, _ error: ErrorName) -> Bool {
        answer(member, on: path, .failure(.error(name: error.text, message: "no")))
    }

    @discardableResult
    func answerProperties(of path: ObjectPath, _ values: [String: Value]) -> Bool {
        answer("GetAll", on: path, .success([values.busValue]))
    }

    /// Lets a timer run out. False if it does not run.
    @discardableResult
    func elapse(_ tag: SourceTag) -> Bool {
        guard let wait = timers.removeValue(forKey: tag) else { return false }
        pass(wait)
        perform(hosted.handle(.timer(tag), at: now))
        return true
    }

    /// Lets the time of an alarm come. False if there is none.
    @discardableResult
    func ring(_ tag: SourceTag) -> Bool {
        guard let instant = alarms.removeValue(forKey: tag) else { return false }
        pass(max(0, instant - now.realtime))
        give(.timer(tag))
        return true
    }

    // MARK: What a socket does

    func opened(_ tag: SourceTag) { perform(hosted.handle(.stream(tag, .opened), at: now)) }

    func receive(_ tag: SourceTag, _ bytes: [UInt8]) {
        perform(hosted.handle(.stream(tag, .received(bytes)), at: now))
    }

    func closed(_ tag: SourceTag, _ words: String = "it closed the connection") {
        streams[tag] = nil
        perform(hosted.handle(.stream(tag, .closed(words)), at: now))
    }

    func takeSent(_ tag: SourceTag) -> [UInt8] { sent.removeValue(forKey: tag) ?? [] }

    // MARK: What the source does

    func takeReports() -> [SourceReport] {
        defer { reports = [] }
        return reports
    }

    func count(_ member: MemberName) -> Int { calls.filter { $0.call.member == member }.count }

    func hasLogged(_ level: LogEntry.Level, _ words: String) -> Int {
        logs.filter { $0.level == level && $0.text.contains(words) }.count
    }

    private func perform(_ outputs: [SourceOutput]) {
        for output in outputs {
            switch output {
            case .call(let tag, let call): calls.append((tag, call))
            case .match(let match): if !matches.contains(match) { matches.append(match) }
            case .unmatch(let match): matches.removeAll { $0 == match }
            case .readSetting:
                settingReads += 1
                perform(hosted.handle(.setting(setting), at: now))
            case .writeSetting(let key, let value): written.append((key, value))
            case .writeFile(let path, let bytes): write(path, .content(bytes))
            case .silencer(let report): silencerReports.append(report)
            case .readFile(let path):
                give(.file(path, files[path] ?? .missing))
            case .followFile(let path):
                followedFiles.insert(path)
                give(.file(path, files[path] ?? .missing))
            case .unfollowFile(let path): followedFiles.remove(path)
            case .resolveLocalTime(let time): give(.localTime(time, Self.utc(time)))
            case .open(let tag, let address): streams[tag] = address
            case .send(let tag, let bytes): sent[tag, default: []] += bytes
            case .close(let tag): streams[tag] = nil
            case .report(let report): reports.append(report)
            case .timer(let tag, let wait): timers[tag] = wait
            case .alarm(let tag, let instant): alarms[tag] = instant
            case .cancelTimer(let tag):
                timers[tag] = nil
                alarms[tag] = nil
            case .log(let level, let text): logs.append((level, text))
            case .resumed: resumes += 1
            }
        }
    }

    /// The stage stands in Greenwich.
    private static func utc(_ time: WallTime) -> Int64? {
        guard (1...12).contains(time.month), (1...31).contains(time.day), (0...23).contains(time.hour),
            (0...59).contains(time.minute), (0...59).contains(time.second)
        else { return nil }
        // Years that begin in March, so that the leap day is the last one.
        let (year, month) = (time.month > 2 ? time.year : time.year - 1, (time.month + 9) % 12)
        let days = year * 365 + year / 4 - year / 100 + year / 400 + (month * 153 + 2) / 5 + time.day - 719_469
        return Int64(((days * 24 + time.hour) * 60 + time.minute) * 60 + time.second) * 1_000_000
    }

    private static func fits(_ rule: MatchRule, _ signal: SourceSignal) -> Bool {
        if let path = rule.path, path != signal.path { return false }
        if let namespace = rule.pathNamespace, !signal.path.isWithin(namespace) { return false }
        if let interface = rule.interface, interface != signal.interface { return false }
        if let member = rule.member, member != signal.member { return false }
        if let arg0 = rule.arg0, signal.arguments.first.flatMap({ String($0) }) != arg0 { return false }
        // As the bus does it; see the D-Bus specification on `arg0path`.
        if let path = rule.arg0Path {
            guard let first = signal.arguments.first.flatMap({ String($0) }) else { return false }
            return first == path || (first.hasSuffix("/") && path.hasPrefix(first))
        }
        return true
    }
}
