// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// The benchmark: measures the agent beside references in C, in one sitting, and prints what the design promises, what
/// was found, and whether the promise is kept.
@main
enum FocusBench {
    private static let usage = """
        Usage: focus-bench [--quick] [--json] [--agent PATH] [--only ROW]...

          --quick        fewer events: a look, not a result
          --json         print the figures as JSON
          --agent PATH   the agent to measure (default: beside this program)
          --only ROW     measure this row: \(Row.allCases.map(\.rawValue).joined(separator: ", "))

        Exit status: 0 measured, 1 a row could not be measured, 2 wrong usage.

        """

    private struct Options {
        var isQuick = false
        var isJSON = false
        var agent: String?
        var rows: [Row] = []

        init(_ arguments: [String]) throws(BenchError) {
            var rest = arguments[...]
            while let argument = rest.popFirst() {
                switch argument {
                case "--quick": isQuick = true
                case "--json": isJSON = true
                case "--agent":
                    guard let path = rest.popFirst() else { throw BenchError("--agent needs a path") }
                    agent = path
                case "--only":
                    guard let name = rest.popFirst(), let row = Row(rawValue: name) else {
                        throw BenchError("--only needs the name of a row")
                    }
                    rows.append(row)
                default: throw BenchError("unknown option '\(argument)'")
                }
            }
            if rows.isEmpty { rows = Row.allCases }
        }
    }

    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments == ["--help"] {
            print(usage, terminator: "")
            return
        }
        Interruption.hold()
        do {
            let options = try Options(arguments)
            let workshop = try Workshop(agent: options.agent)
            defer { workshop.remove() }
            let report = try run(options, in: workshop)
            print(options.isJSON ? try report.json() : report.table())
            if !report.failures.isEmpty {
                workshop.remove()
                exit(1)
            }
        } catch let error as BenchError where error.isInterruption {
            say("\nfocus-bench: stopped\n")
            exit(130)
        } catch {
            say("focus-bench: \(error)\n")
            exit(error is BenchError ? 2 : 1)
        }
    }

    /// Writes to standard error.
    private static func say(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }

    private static func run(_ options: Options, in workshop: Workshop) throws(BenchError) -> Report {
        let isTerminal = isatty(2) == 1
        let bench = Bench(workshop: workshop, amount: options.isQuick ? .quick : .full) { text in
            if isTerminal { say("\r\u{1B}[K\(text)") }
        }
        var report = Report()
        report.circumstances = circumstances(options, workshop)
        for row in options.rows {
            do {
                report.figures += try row.measure(bench)
            } catch {
                // Control-C reaches the buses, too: what fails then is no failure.
                try Interruption.check()
                report.failures[row.title] = error.description
            }
            bench.progress("")
        }
        return report
    }

    private static func circumstances(_ options: Options, _ workshop: Workshop) -> [String: String] {
        let processor = readFile("/proc/cpuinfo").split(separator: "\n").first { $0.hasPrefix("model name") }
        let kernel = readFile("/proc/sys/kernel/osrelease").trimmingCharacters(in: .whitespacesAndNewlines)
        let load = readFile("/proc/loadavg").split(separator: " ").first.map(String.init) ?? ""
        return [
            "processor": processor?.split(separator: ":").last?.trimmingCharacters(in: .whitespaces) ?? "unknown",
            "processors": String(ProcessInfo.processInfo.activeProcessorCount),
            "kernel": kernel,
            "load before": load,
            "amount": options.isQuick ? "quick" : "full",
            "agent": options.agent ?? "beside focus-bench",
        ]
    }
}
