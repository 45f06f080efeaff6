// swift-tools-version: 6.2
// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

// An app's package, as its author would write it: nothing of this project's own settings is in force. The same filters are
// compiled in both language modes; the programs differ in who runs the main thread.
let package = Package(
    name: "outside",
    dependencies: [.package(name: "focus-filters", path: "../..")],
    targets: [
        .executableTarget(
            name: "Swift5", dependencies: [.product(name: "AppIntents", package: "focus-filters")],
            swiftSettings: [.swiftLanguageMode(.v5)]),
        .executableTarget(
            name: "Swift6", dependencies: [.product(name: "AppIntents", package: "focus-filters"), "CGLibLoop"],
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
        .systemLibrary(name: "CGLibLoop", pkgConfig: "glib-2.0"),
    ]
)
