// swift-tools-version: 6.2
// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

/// Every target is Swift 6, explicit about existentials and about which module a member comes from, and free of warnings.
let swiftSettings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "focus-filters",
    products: [
        .executable(name: "focus-agent", targets: ["focus-agent"]),
        .executable(name: "focusctl", targets: ["focusctl"]),
    ],
    targets: [
        .systemLibrary(name: "CDBus", pkgConfig: "dbus-1", providers: [.apt(["libdbus-1-dev"])]),
        .systemLibrary(name: "CGLib", pkgConfig: "gio-2.0", providers: [.apt(["libglib2.0-dev"])]),
        .target(name: "FocusCore", swiftSettings: swiftSettings),
        .target(name: "DBus", dependencies: ["CDBus"], swiftSettings: swiftSettings),
        .target(name: "FocusInterfaces", dependencies: ["FocusCore", "DBus"], swiftSettings: swiftSettings),
        .target(name: "InterfaceGenerator", swiftSettings: swiftSettings),
        .executableTarget(
            name: "generate-interfaces", dependencies: ["InterfaceGenerator"], swiftSettings: swiftSettings),
        .target(
            name: "DesktopSources", dependencies: ["FocusCore", "DBus", "CGLib"], swiftSettings: swiftSettings),
        .target(
            name: "FocusAgent",
            dependencies: ["FocusCore", "DBus", "FocusInterfaces", "DesktopSources", "CGLib"],
            swiftSettings: swiftSettings),
        .executableTarget(name: "focus-agent", dependencies: ["FocusAgent"], swiftSettings: swiftSettings),
        .target(
            name: "FocusControl", dependencies: ["FocusCore", "FocusInterfaces", "DBus"], swiftSettings: swiftSettings),
        .executableTarget(name: "focusctl", dependencies: ["FocusControl"], swiftSettings: swiftSettings),
        .testTarget(name: "FocusCoreTests", dependencies: ["FocusCore"], swiftSettings: swiftSettings),
        .testTarget(
            name: "FocusInterfacesTests", dependencies: ["FocusInterfaces", "FocusCore", "DBus", "InterfaceGenerator"],
            swiftSettings: swiftSettings),
        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: swiftSettings),
        .testTarget(name: "DBusTests", dependencies: ["DBus", "TestSupport"], swiftSettings: swiftSettings),
        .testTarget(
            name: "FocusControlTests",
            dependencies: ["DBus", "FocusControl", "FocusCore", "FocusInterfaces", "TestSupport", "focusctl"],
            swiftSettings: swiftSettings),
    ]
)
