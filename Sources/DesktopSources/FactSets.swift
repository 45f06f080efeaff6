// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import DBus
internal import FocusCore

extension [Fact: FactValue] {
    /// The user's switch of a desktop on which nothing else holds notifications back.
    static func doNotDisturb(_ isOn: Bool?) -> Self { [:].adding(.doNotDisturb, isOn).adding(.silenced, isOn) }

    /// With this fact; without it if its value is unknown.
    func adding(_ fact: Fact, _ value: Bool?) -> Self {
        var facts = self
        facts[fact] = value.map { .bool($0) }
        return facts
    }
}

extension Bool {
    /// `nil` if there is no value, or none of type b.
    init?(known value: Value?) {
        guard let value else { return nil }
        self.init(value)
    }
}
