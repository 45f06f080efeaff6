// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// A notification server whose knobs are switches of its own. Belongs to the loop's thread.
protocol AppSwitchPort: NotificationsBackend {
    /// A switch that was looked at may be another.
    var onChange: ((AppSwitch) -> Void)? { get set }

    /// Calls `done` once, at once or later.
    func look(_ appSwitch: AppSwitch, wish: String?, done: @escaping (Caretaker.Look) -> Void)

    /// Calls `done` once, at once or later, when the write may have taken effect.
    func write(_ appSwitch: AppSwitch, _ value: KnobValue, done: @escaping (_ refusal: String?) -> Void)
}
