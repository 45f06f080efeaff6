// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Every source that there is. To add a desktop: one file with a ``DesktopSource``, and one line here.
///
/// A source whose component is absent costs one watch on a name; so all of them run on every desktop.
public func allSources(_ environment: SourceEnvironment) -> [any DesktopSource] {
    [
        GnomeNotifications(environment),
        GnomeScreensaver(),
        GnomeSession(),
        Hyprland(environment),
        Logind(environment),
        NetworkManager(),
        PipeWire(environment),
        PowerInhibitors(),
        PowerProfiles(),
        Sway(environment),
        UPower(),
    ] + (environment.isSandboxed ? [InhibitPortal()] : [])
}
