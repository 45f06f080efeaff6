// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

public import DBus
internal import Foundation
internal import TestSupport

/// The helper with the filters that ship, as it was built.
public enum ShippedFilters {
    /// Its app's id and bus name.
    public static let app: BusName = "org.focusfilters.System"

    /// The program's path.
    public static func program() throws -> String {
        try TestProgram.agent().replacing("focus-agent", with: "focus-system-filters")
    }

    /// Writes its descriptor, as it ships.
    public static func writeDescriptor(in environment: [String: String]) throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
        let text = try String(contentsOf: root.appendingPathComponent("data/filters/\(app).filters"), encoding: .utf8)
        try AgentProcess.write(descriptor: app.text, text, in: environment)
    }

    /// Writes a mode; `filters`: as in its file, without the app's id.
    public static func write(mode: String, filters: String, in environment: [String: String]) throws {
        let groups = "\n\(filters)".replacing("\n[", with: "\n[Filter \(app)/")
        try AgentProcess.write(mode: mode, "[Mode]\nName=\(mode)\n\(groups)\n", in: environment)
    }
}
