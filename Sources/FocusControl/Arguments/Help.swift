// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

extension Verb {
    /// How it is called.
    var synopsis: String {
        var words = ["focusctl", rawValue]
        if !operands.isEmpty { words.append(operands) }
        let exclusive = options.filter { !$0.repeats }.map(\.synopsis)
        if !exclusive.isEmpty { words.append("[\(exclusive.joined(separator: " | "))]") }
        words += options.filter(\.repeats).map { "[\($0.synopsis)]…" }
        return words.joined(separator: " ")
    }

    /// The verb's own help.
    var help: String {
        var lines = ["Usage: \(synopsis)", "", summary.prefix(1).uppercased() + summary.dropFirst() + "."]
        if !details.isEmpty { lines.append(details) }
        lines.append("")
        lines += Help.table((options + Option.common).map { ($0.synopsis, $0.summary) })
        return lines.joined(separator: "\n") + "\n"
    }
}

/// The help for everything.
enum Help {
    static let overview =
        ([
            "Usage: focusctl [VERB] [OPTION]…", "",
            "Shows and changes focus modes and what apps' filters get from them.", "",
        ]
        + table(Verb.allCases.map { ($0.operands.isEmpty ? $0.rawValue : "\($0.rawValue) \($0.operands)", $0.summary) })
        + [""] + table((Option.common + [.version]).map { ($0.synopsis, $0.summary) })
        + [
            "", "'focusctl help VERB' says more.", "",
            "It ends with 0 when it is done, 1 when it was refused or failed, 2 when the command line is wrong,",
            "3 when no agent is running and 4 when the agent does not answer in time. 'hold' ends as its command does,",
            "with 126 when that cannot be run and 127 when there is no such command.",
        ]).joined(separator: "\n") + "\n"

    fileprivate static func table(_ rows: [(String, String)]) -> [String] {
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { "  " + $0.0 + String(repeating: " ", count: width - $0.0.count + 2) + $0.1 }
    }
}
