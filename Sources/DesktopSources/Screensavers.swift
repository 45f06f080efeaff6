// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import DBus
internal import FocusCore

/// One kind of screen saver, as data. Every one of them answers `GetActive() → b` and tells of a change with
/// `ActiveChanged(b)`, some of them twice. That a saver is up does not mean that the session is locked, and a request
/// to lock is neither.
public struct Screensaver: Sendable {
    let id: SourceID
    /// For people.
    let name: String
    /// Best first.
    let names: [BusName]
    /// Where it may be read, best first.
    let paths: [ObjectPath]
    let interface: InterfaceName

    /// Every kind that there is.
    public static let all = [gnome, freedesktop, mate, cinnamon, xfce]

    /// GNOME Shell serves the object on its own connection, under `org.gnome.Shell.ScreenShield`. `org.gnome.ScreenSaver`
    /// belongs to a helper that is started by the first call to it and repeats each signal; nobody owns it before. So
    /// the Shell is asked, the helper only when there is no Shell. Other lockers have only the second name.
    static let gnome = Screensaver(
        id: "gnome-screensaver", name: "GNOME screen saver",
        names: ["org.gnome.Shell.ScreenShield", "org.gnome.ScreenSaver"], paths: ["/org/gnome/ScreenSaver"],
        interface: "org.gnome.ScreenSaver")

    /// Plasma's locker, which tells each change at both paths, and those who follow it; some have the short path only.
    /// On GNOME and with XScreenSaver the name stands for inhibitors alone, and `GetActive` is refused or missing.
    static let freedesktop = Screensaver(
        id: "freedesktop-screensaver", name: "freedesktop.org screen saver", names: ["org.freedesktop.ScreenSaver"],
        paths: ["/org/freedesktop/ScreenSaver", "/ScreenSaver"], interface: "org.freedesktop.ScreenSaver")

    static let mate = Screensaver(
        id: "mate-screensaver", name: "MATE screen saver", names: ["org.mate.ScreenSaver"],
        paths: ["/org/mate/ScreenSaver"], interface: "org.mate.ScreenSaver")

    static let cinnamon = Screensaver(
        id: "cinnamon-screensaver", name: "Cinnamon screen saver", names: ["org.cinnamon.ScreenSaver"],
        paths: ["/org/cinnamon/ScreenSaver"], interface: "org.cinnamon.ScreenSaver")

    static let xfce = Screensaver(
        id: "xfce-screensaver", name: "Xfce screen saver", names: ["org.xfce.ScreenSaver"],
        paths: ["/org/xfce/ScreenSaver"], interface: "org.xfce.ScreenSaver")
}

extension ObjectSource {
    /// Whether the screen saver is up.
    public init(_ saver: Screensaver) {
        self.init(
            Component(
                description: SourceDescription(id: saver.id, facts: [.screensaver]), names: saver.names,
                absence: "no \(saver.name) is running",
                places: saver.paths.map { path in
                    ObjectReader(
                        name: path == saver.paths[0] ? saver.id.text : "\(saver.id) at \(path)", path: path,
                        interface: saver.interface, method: "GetActive", key: "active", type: "b")
                },
                signals: [Signal(saver.interface, "ActiveChanged", key: "active")],
                facts: { [:].adding(.screensaver, Bool(known: $0["active"])) }))
    }
}
