// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

public import DBus
public import FocusCore

/// Follows a Do Not Disturb switch that is one key in the settings store.
///
/// dconf tells that something was written, never what: the value is read when it does. Nobody needs to be running.
public struct SettingSwitch: Sendable {
    public let description: SourceDescription

    private let key: SettingKey
    /// What the key holds while the switch is on.
    private let valueWhenOn: Bool
    /// The last value that was reported.
    private var last: Bool?
    private var hasReported = false
    private var throttle = Throttle()
    /// Why the reading that comes next was asked for.
    private var cause = Cause.first
    private var isWritable = true

    private enum Cause {
        case first
        case notice
        case again
    }

    private static let throttleTimer: SourceTag = "throttle"

    public init(_ row: DoNotDisturbSetting, _ environment: SourceEnvironment) {
        key = row.key
        valueWhenOn = row.valueWhenOn
        description = SourceDescription(
            id: row.id, facts: [.doNotDisturb, .silenced], products: row.products, desktops: row.desktops,
            privateStore: SettingsBackend.privateStore(environment.settingsBackend),
            silencing: .userSwitch(isLasting: true))
    }

    /// What dconf announces of the key, of a folder that it lies in, or of which of them may be written. Whoever says so
    /// is not believed but asked for the value.
    var notices: SourceMatch {
        SourceMatch(
            MatchRule(pathNamespace: "/ca/desrt/dconf/Writer", interface: "ca.desrt.dconf.Writer", arg0Path: key.path),
            onlyFromPeer: false)
    }
}

extension SettingSwitch: DesktopSource {
    public var bus: BusKind { .session }
    public var names: [BusName] { [] }

    public mutating func handle(_ input: SourceInput, at now: Instant) -> [SourceOutput] {
        switch input {
        case .start:
            return [.match(notices), .readSetting(key)]
        case .signal(let signal):
            guard concerns(signal) else { return [] }
            return read(throttle.ask())
        case .timer(Self.throttleTimer):
            return read(throttle.elapsed())
        case .readAgain:
            cause = hasReported ? .again : .first
            return [.readSetting(key)]
        case .setting(let reading):
            return take(reading)
        case .owner, .reply, .stream, .timer, .file, .localTime, .preferences:
            return []
        }
    }

    public func silence(_ command: SilenceCommand, at now: Instant) -> [SourceOutput] {
        switch command {
        case .set(let isOn): [.writeSetting(key, .bool(isOn == valueWhenOn))]
        case .inhibit, .release, .adopt: []
        }
    }

    private func concerns(_ signal: SourceSignal) -> Bool {
        switch signal.member.text {
        case "Notify":
            guard signal.arguments.count >= 2, let prefix = String(signal.arguments[0]),
                let changes = [String](signal.arguments[1])
            else { return false }
            return DconfNotice(prefix: prefix, changes: changes).concerns(key.path)
        case "WritabilityNotify":
            // The key, or a folder that it lies in.
            guard let changed = signal.arguments.first.flatMap({ String($0) }) else { return false }
            return DconfNotice(prefix: changed, changes: [""]).concerns(key.path)
        default:
            return false
        }
    }

    private mutating func read(_ now: Bool) -> [SourceOutput] {
        guard now else { return [] }
        cause = hasReported ? .notice : .first
        return [.readSetting(key), .timer(Self.throttleTimer, after: Throttle.interval)]
    }

    private mutating func take(_ reading: SettingReading) -> [SourceOutput] {
        let cause = self.cause
        guard case .value(.bool(let stored), let isWritable) = reading else {
            last = nil
            hasReported = false
            return [.report(.absent(whyAbsent(reading)))]
        }
        var outputs: [SourceOutput] = []
        if isWritable != self.isWritable {
            self.isWritable = isWritable
            let words = isWritable ? "may be changed again" : "is locked by the administrator"
            outputs.append(.log(.notice, "\(description.id): \(key.key) \(words)"))
        }
        let isOn = stored == valueWhenOn
        let facts = [Fact: FactValue].doNotDisturb(isOn)
        let isChange = last != isOn
        last = isOn
        switch cause {
        case .first:
            hasReported = true
            outputs.append(.report(.reading(facts, isFirst: true)))
        case .again:
            if isChange {
                outputs.append(.log(.notice, "\(description.id): \(key.key) changed and nothing announced it"))
            }
            outputs.append(.report(.reading(facts, isFirst: false)))
        case .notice:
            if isChange { outputs.append(.report(.change(facts.mapValues { $0 }))) }
        }
        return outputs
    }

    private func whyAbsent(_ reading: SettingReading) -> String {
        switch reading {
        case .noSchema:
            "the settings schema \(key.schema) is not installed: install \(key.package), then restart the agent"
        case .noKey:
            "the settings schema \(key.schema) has no key \(key.key): update \(key.package), then restart the agent"
        case .otherType(let type):
            "the setting \(key.schema) \(key.key) has type \(type), not b: this version of the desktop is not known"
        case .value:
            "the setting \(key.schema) \(key.key) does not hold a bool: reset it"
        }
    }
}

/// Lets the first of a burst through at once, then one per interval as long as more come; the last is never lost.
struct Throttle: Sendable {
    /// In µs.
    static let interval: Microseconds = .milliseconds(100)

    private var isRunning = false
    private var isAskedAgain = false

    /// Something came. True: act now, and start the timer.
    mutating func ask() -> Bool {
        guard isRunning else {
            isRunning = true
            return true
        }
        isAskedAgain = true
        return false
    }

    /// The timer came due. True: act now, and start it again.
    mutating func elapsed() -> Bool {
        isRunning = isAskedAgain
        isAskedAgain = false
        return isRunning
    }
}
