// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Every source that there is. To add a desktop: one file with a ``DesktopSource``, and one line here.
///
/// A source whose component is absent costs one watch on a name; so all of them run on every desktop.
public func allSources(_ environment: SourceEnvironment) -> [any DesktopSource] {
    var sources: [any DesktopSource] = [
        ObjectSource(BudgieNotifications.component),
        ObjectSource(DeepinNotifications.component),
        ObjectSource(DunstNotifications.component),
        ObjectSource(Feedbackd.component),
        ObjectSource(XfceNotifications.component),
        FileSwitch(.cosmic, environment),
        FileSwitch(.lxqt, environment),
        GnomeSession(),
        Hyprland(environment),
        Logind(environment),
        MakoNotifications(),
        NetworkManager(),
        PipeWire(environment),
        PlasmaNotifications(environment),
        PowerInhibitors(),
        PowerProfiles(),
        Sway(environment),
        SwayncNotifications(),
        UPower(),
    ]
    if environment.isSandboxed { sources.append(InhibitPortal()) }
    sources += DoNotDisturbSetting.all.map { SettingSwitch($0, environment) }
    sources += Screensaver.all.map { ObjectSource($0) }
    return sources
}
