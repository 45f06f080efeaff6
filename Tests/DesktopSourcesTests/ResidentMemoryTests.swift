// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Foundation
import Testing

@testable import DesktopSources
@testable import FocusAgent

struct ResidentMemoryTests {
    private static func residentKilobytes() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
        return try #require(line.split(separator: " ").dropFirst().first.flatMap { Int($0) })
    }

    @Test func trim_letsGoOfUnchangedPagesAndNothingElse() async {
        await #expect(processExitsWith: .success) {
            setenv("GSETTINGS_BACKEND", "memory", 1)
            let store = SettingsStore()
            let before = store.read(DoNotDisturbSetting.gnome.key)
            let kilobytes = try Self.residentKilobytes()
            ResidentMemory.trim()
            #expect(try Self.residentKilobytes() < kilobytes)
            #expect(store.read(DoNotDisturbSetting.gnome.key) == before)
        }
    }
}
