// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FocusControl

struct HelpTests {
    private static func source(_ path: String) throws -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    /// The tags of the paragraphs between two section headings, without their markup.
    private static func tags(from start: String, to end: String) throws -> [String] {
        var tags: [String] = []
        var isInside = false
        var isTag = false
        for line in try source("data/man/focusctl.1").split(separator: "\n") {
            if line.hasPrefix(".SH ") { isInside = line == ".SH \(start)" || (isInside && line != ".SH \(end)") }
            if isInside, isTag { tags.append(plain(line)) }
            isTag = line == ".TP"
        }
        return tags
    }

    /// The text of a line such as `.BI \-\-for " SPAN"`, whose arguments are set one after the other.
    private static func plain(_ line: Substring) -> String {
        var arguments = line.split(separator: "\"", omittingEmptySubsequences: false).map(String.init)
        for index in stride(from: 0, to: arguments.count, by: 2) {
            arguments[index] = arguments[index].split(separator: " ").filter { !$0.hasPrefix(".") }.joined()
        }
        var text = arguments.joined()
        for (mark, meaning) in [("\\fR", ""), ("\\fP", ""), ("\\-", "-"), ("...", "…")] {
            text = text.replacingOccurrences(of: mark, with: meaning)
        }
        return text
    }

    @Test func manPage_hasEveryVerbAndOption_andNoOther() throws {
        let tags = try Self.tags(from: "VERBS", to: "EXIT STATUS")
        let verbs = Verb.allCases.map { $0.operands.isEmpty ? $0.rawValue : "\($0.rawValue) \($0.operands)" }
        let options = Option.allCases.map { $0 == .help ? "-h, --help" : $0.synopsis }
        #expect(tags.sorted() == (verbs + options).sorted())
    }

    @Test func manPage_andHelp_haveEveryExitCode() throws {
        #expect(try Self.tags(from: "EXIT STATUS", to: "ENVIRONMENT") == ExitCode.allCases.map { "\($0.rawValue)" })
        for code in ExitCode.allCases.dropFirst() { #expect(Help.overview.contains("\(code.rawValue) when ")) }
        #expect(Help.overview.contains("ends with 0 when "))
    }

    @Test func completions_haveEveryVerbAndOption() throws {
        let words = Set(
            try Self.source("data/completions/focusctl.bash").split { " \n\"'|()=".contains($0) }.map(String.init))
        #expect(Set(Verb.allCases.map(\.rawValue)).union(Option.allCases.map(\.rawValue)).isSubset(of: words))
    }

    @Test func linesOfHelp_fitATerminal() {
        for text in [Help.overview] + Verb.allCases.map(\.help) {
            #expect(text.split(separator: "\n").allSatisfy { $0.count <= 120 })
            #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"))
        }
    }

    @Test(arguments: Verb.allCases)
    func everyVerb_explainsItself(_ verb: Verb) {
        #expect(verb.help.hasPrefix("Usage: focusctl \(verb.rawValue)"))
        for option in verb.options + Option.common { #expect(verb.help.contains("  \(option.synopsis) ")) }
    }
}
