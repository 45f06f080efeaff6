// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// A focus mode as its files say, drop-ins merged.
public struct Mode: Hashable, Sendable {
    public var id: ModeID
    public var name: String
    public var icon: String?
    public var color: String?
    public var priority: Int
    public var isEnabled: Bool
    /// When the mode is on by itself; together with ``schedule`` both must hold. With neither, only by hand or hold.
    public var condition: Condition?
    /// When the mode is on by the clock.
    public var schedule: Schedule?
    /// How long condition and schedule must hold before the mode is a candidate; by default no time.
    public var enterDelay: Microseconds?
    /// How long the mode stays a candidate after its condition stopped holding; by default 100 ms, or 3 s for a
    /// restless fact.
    public var leaveDelay: Microseconds?
    /// The desktop's Do Not Disturb is to be so while the mode is on; nil: it is left alone.
    public var doNotDisturb: Bool?
    /// What the user configured, by filter and then by parameter.
    public var filters: [FilterKey: [Identifier: ConfiguredValue]]
    /// The path of the file that defines the mode.
    public var file: String

    /// How long a name may be, and an icon's, in bytes of UTF-8.
    public static let maximumText = 1024

    /// The range of ``priority``.
    public static let priorities = -1000...1000

    public init(
        id: ModeID, name: String, icon: String? = nil, color: String? = nil, priority: Int = 0, isEnabled: Bool = true,
        condition: Condition? = nil, schedule: Schedule? = nil, enterDelay: Microseconds? = nil,
        leaveDelay: Microseconds? = nil, doNotDisturb: Bool? = nil,
        filters: [FilterKey: [Identifier: ConfiguredValue]] = [:], file: String = ""
    ) {
        self.id = id
        self.name = name
        self.icon = icon
        self.color = color
        self.priority = priority
        self.isEnabled = isEnabled
        self.condition = condition
        self.schedule = schedule
        self.enterDelay = enterDelay
        self.leaveDelay = leaveDelay
        self.doNotDisturb = doNotDisturb
        self.filters = filters
        self.file = file
    }
}
