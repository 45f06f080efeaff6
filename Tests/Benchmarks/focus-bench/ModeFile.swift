// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// A mode as a file.
struct ModeFile {
    let id: String
    let text: String

    /// A mode with this condition. With a level it configures the filter `Bench` of the first apps.
    init(
        id: String, when condition: String, priority: Int = 0, leaveDelay: String? = nil, level: Int? = nil,
        apps: Int = 1
    ) {
        self.id = id
        var lines = ["[Mode]", "Name=\(id)", "Priority=\(priority)", "When=\(condition)"]
        if let leaveDelay { lines.append("LeaveDelay=\(leaveDelay)") }
        if let level {
            for app in 0..<apps {
                let digits = String(app)
                let number = String(repeating: "0", count: 4 - digits.count) + digits
                lines += [
                    "", "[Filter org.focusfilters.bench.App\(number)/Bench]", "level=\(level)",
                    "label='\(level == Self.levelOn ? "on" : "off")'", "urgent=\(level == Self.levelOn)",
                ]
            }
        }
        text = lines.joined(separator: "\n") + "\n"
    }

    /// The levels that the C programs expect, as in `bench.h`.
    static let levelOn = 1
    static let levelOff = 2

    /// Two modes, one of which holds whenever the fact is known. A change of the fact switches from one to the other at
    /// once, both ways, with no delay: a mode that leaves yields to one that begins.
    static func pair(fact: String, apps: Int = 1) -> [ModeFile] {
        [
            ModeFile(id: "on", when: fact, level: levelOn, apps: apps),
            ModeFile(id: "off", when: "not \(fact)", level: levelOff, apps: apps),
        ]
    }
}
