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

/// The benchmark's C programs: optimised in release builds, and free of warnings.
let benchmarkSettings: [CSetting] = [.enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error)]

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
        .target(
            name: "DesktopSources", dependencies: ["FocusCore", "DBus", "CGLib"], swiftSettings: swiftSettings),
        .target(
            name: "FocusAgent",
            dependencies: ["FocusCore", "DBus", "FocusInterfaces", "DesktopSources", "CGLib"],
            swiftSettings: swiftSettings),
        .executableTarget(name: "focus-agent", dependencies: ["FocusAgent"], swiftSettings: swiftSettings),
        .target(name: "FocusControl", dependencies: ["FocusInterfaces", "DBus"], swiftSettings: swiftSettings),
        .executableTarget(name: "focusctl", dependencies: ["FocusControl"], swiftSettings: swiftSettings),
        .target(
            name: "BenchSupport", dependencies: ["CDBus"], path: "Tests/Benchmarks/BenchSupport",
            cSettings: benchmarkSettings),
        .executableTarget(
            name: "bench-relay", dependencies: ["BenchSupport"], path: "Tests/Benchmarks/bench-relay",
            cSettings: benchmarkSettings),
        .executableTarget(
            name: "bench-probe", dependencies: ["BenchSupport"], path: "Tests/Benchmarks/bench-probe",
            cSettings: benchmarkSettings),
        .executableTarget(
            name: "bench-setting", dependencies: ["BenchSupport", "CGLib"], path: "Tests/Benchmarks/bench-setting",
            cSettings: benchmarkSettings),
        .executableTarget(
            name: "bench-start", dependencies: ["BenchSupport"], path: "Tests/Benchmarks/bench-start",
            cSettings: benchmarkSettings),
        .executableTarget(
            name: "focus-bench", path: "Tests/Benchmarks/focus-bench", swiftSettings: swiftSettings),
        .testTarget(name: "FocusCoreTests", dependencies: ["FocusCore"], swiftSettings: swiftSettings),
        .testTarget(name: "DBusTests", dependencies: ["DBus"], swiftSettings: swiftSettings),
    ]
)
