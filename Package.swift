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

/// A module.
func module(_ name: String, _ dependencies: [Target.Dependency] = [], path: String? = nil) -> Target {
    .target(name: name, dependencies: dependencies, path: path, swiftSettings: swiftSettings)
}

/// A program.
func program(_ name: String, _ dependencies: [Target.Dependency], path: String? = nil) -> Target {
    .executableTarget(name: name, dependencies: dependencies, path: path, swiftSettings: swiftSettings)
}

/// Tests. `exclude`: what stands in the folder beside the Swift files.
func tests(_ name: String, _ modules: [Target.Dependency], path: String? = nil, exclude: [String] = []) -> Target {
    .testTarget(name: name, dependencies: modules, path: path, exclude: exclude, swiftSettings: swiftSettings)
}

let package = Package(
    name: "focus-filters",
    products: [
        .executable(name: "focus-agent", targets: ["focus-agent"]),
        .executable(name: "focusctl", targets: ["focusctl"]),
        .executable(name: "focus-system-filters", targets: ["focus-system-filters"]),
        .library(name: "AppIntents", targets: ["AppIntents"]),
        .library(name: "AppIntentsTesting", targets: ["AppIntentsTesting"]),
    ],
    targets: [
        .systemLibrary(name: "CDBus", pkgConfig: "dbus-1", providers: [.apt(["libdbus-1-dev"])]),
        // gio-2.0.pc carries -pthread, which the package manager refuses with a warning; the header folders are the same,
        // and the module map links GIO.
        .systemLibrary(name: "CGLib", pkgConfig: "gobject-2.0", providers: [.apt(["libglib2.0-dev"])]),

        module("FocusCore"),
        module("DBus", ["CDBus"]),
        module("FocusInterfaces", ["FocusCore", "DBus"]),
        module("DesktopSources", ["FocusCore", "DBus", "CGLib"]),
        module("FocusProcess", ["FocusCore", "DBus", "FocusInterfaces", "CGLib"]),
        module("FocusAgent", ["FocusCore", "DBus", "FocusInterfaces", "DesktopSources", "FocusProcess", "CGLib"]),
        module("SystemFilters", ["FocusCore", "DBus", "FocusInterfaces", "DesktopSources", "FocusProcess", "CGLib"]),
        module("FocusControl", ["FocusCore", "FocusInterfaces", "DBus"]),
        module("AppIntents", ["FocusCore", "FocusInterfaces", "DBus"]),
        module("FocusTestBus"),
        module("AppIntentsTesting", ["AppIntents", "DBus", "FocusCore", "FocusInterfaces", "FocusTestBus"]),
        program("focus-agent", ["FocusAgent"]),
        program("focusctl", ["FocusControl"]),
        program("focus-system-filters", ["SystemFilters"]),

        .executableTarget(
            name: "example-task-board", dependencies: ["AppIntents"], path: "Sources/Examples/TaskBoard",
            exclude: ["data"], swiftSettings: swiftSettings),
        module("ExampleUpNextModel", ["AppIntents"], path: "Sources/Examples/UpNext/Model"),
        program("example-up-next", ["AppIntents", "ExampleUpNextModel"], path: "Sources/Examples/UpNext/App"),
        program(
            "example-up-next-helper", ["AppIntents", "ExampleUpNextModel"], path: "Sources/Examples/UpNext/Helper"),

        program("focus-demo", ["DBus", "FocusInterfaces"]),

        module("InterfaceGenerator"),
        program("generate-interfaces", ["InterfaceGenerator"]),

        module("TestSupport", ["FocusTestBus"], path: "Tests/TestSupport"),
        .target(
            name: "Fakes", dependencies: ["DBus", "TestSupport"], path: "Tests/Fakes",
            exclude: [
                "commands.py", "deepin.py", "gnome_switch.py", "login1.py", "login1_objects.py", "notifications.py",
                "objects.py", "peer.py", "screensaver.py", "servers.py",
            ],
            swiftSettings: swiftSettings),
        program("bench-intent", ["AppIntents"], path: "Tests/Benchmarks/bench-intent"),
        program("focus-bench", ["TestSupport"], path: "Tests/Benchmarks/focus-bench"),
        tests("FocusCoreTests", ["FocusCore", "TestSupport"], exclude: ["Schedule/oracle.py"]),
        tests("DBusTests", ["DBus", "TestSupport"]),
        tests("FocusInterfacesTests", ["FocusInterfaces", "FocusCore", "DBus", "InterfaceGenerator", "TestSupport"]),
        tests("DesktopSourcesTests", ["DesktopSources", "FocusAgent", "FocusCore", "DBus", "TestSupport"]),
        tests("FocusAgentTests", ["DBus", "FocusAgent", "FocusCore", "FocusProcess", "TestSupport"]),
        tests(
            "FocusControlTests",
            [
                "DBus", "FocusControl", "FocusCore", "FocusInterfaces", "TestSupport", "focus-agent", "focus-demo",
                "focusctl",
            ]),
        tests(
            "AppIntentsTests",
            [
                "AppIntents", "AppIntentsTesting", "DBus", "Fakes", "FocusAgent", "FocusCore", "FocusInterfaces",
                "ExampleUpNextModel", "TestSupport", "example-task-board", "example-up-next", "example-up-next-helper",
                "focus-agent",
            ]),
        tests("SystemFiltersTests", ["FocusCore", "SystemFilters"]),
        tests("IntegrationTests", ["DBus", "Fakes", "FocusInterfaces", "TestSupport"], path: "Tests/Integration"),
        module("FuzzTargets", ["DBus", "FocusAgent", "FocusCore", "FocusInterfaces"], path: "Tests/Fuzz/FuzzTargets"),
        tests("CorpusTests", ["FuzzTargets"], path: "Tests/Fuzz/CorpusTests"),
        tests("DesktopTests", ["DBus", "Fakes", "TestSupport"], path: "Tests/Desktops", exclude: ["Fixtures"]),
    ]
)

// What only `make fuzz` can link: libFuzzer, which the compiler brings in with its sanitizer, has their main function.
if Context.environment["FOCUS_FUZZ"] != nil {
    package.targets += [
        program("fuzz-messages", ["FuzzTargets"], path: "Tests/Fuzz/messages"),
        program("fuzz-key-files", ["FuzzTargets"], path: "Tests/Fuzz/key-files"),
        program("fuzz-conditions", ["FuzzTargets"], path: "Tests/Fuzz/conditions"),
        program("fuzz-schedules", ["FuzzTargets"], path: "Tests/Fuzz/schedules"),
    ]
}
