// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import DBus
internal import FocusCore

/// feedbackd's profile, the ringer switch of phones with Phosh: sounds, vibration and lights, not what is shown.
///
/// It is not written: that a mode wants notifications to be shown must never make a muted phone ring, and Phosh holds
/// them back by GNOME's switch.
enum Feedbackd {
    static let bus: BusName = "org.sigxcpu.Feedback"
    static let path: ObjectPath = "/org/sigxcpu/Feedback"
    static let interface: InterfaceName = "org.sigxcpu.Feedback"
    /// Type s, may be written.
    static let property = "Profile"
    /// Whether a profile keeps the phone quiet. `quiet` makes no sound, `silent` does not vibrate either.
    static let profiles = ["full": false, "quiet": true, "silent": true]

    static let component = ObjectSource.Component(
        description: SourceDescription(
            id: "feedbackd", facts: [.doNotDisturb], products: ["Phosh Notify Daemon"], desktops: ["Phosh"]),
        names: [bus], absence: "feedbackd is not running",
        places: [ObjectReader(name: "profile", path: path, interface: interface, properties: [property: "s"])],
        facts: { values in
            [:].adding(.doNotDisturb, values[property].flatMap { String($0) }.flatMap { profiles[$0] })
        },
        complaint: { values in
            guard let profile = values[property].flatMap({ String($0) }), profiles[profile] == nil else { return nil }
            return "the profile '\(profile.prefix(40))' is not known"
        })
}
