// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Glibc
import TestSupport
import Testing

/// Random schedules over ten years in many zones, against what Python's `zoneinfo` makes of them by brute force.
///
/// `FOCUS_ORACLE_SCHEDULES=150` looks at as many, at every minute around each edge; without it, at a few, in steps.
struct OracleTests {
    @Test func randomSchedules_areWhatZoneinfoSays() async throws {
        let wanted = getenv("FOCUS_ORACLE_SCHEDULES").flatMap { Int(String(cString: $0)) }
        let seed = getenv("FOCUS_ORACLE_SEED").map { String(cString: $0) } ?? "1"
        let script = "\(Self.folder)/oracle.py"
        let process = try ChildProcess(["python3", script, seed, "\(wanted ?? 15)"], maximumBytes: 1 << 30)
        let lines = await withCheckedContinuation { continuation in
            Detached.run {
                process.waitForEndOfOutput(until: .seconds(3600))
                continuation.resume(returning: process.output)
            }
        }
        #expect(process.wait() == .exited(0), "\(process.errors)")
        var reader = CaseReader()
        var count = 0
        for line in lines.split(separator: "\n") {
            guard let found = reader.take(line) else { continue }
            count += 1
            try Self.check(found, isThorough: wanted != nil, seed: UInt64(count))
        }
        #expect(count == wanted ?? 15)
    }

    private static let folder = String(#filePath.prefix(upTo: #filePath.lastIndex(of: "/") ?? #filePath.endIndex))

    private static func check(_ found: CaseReader.Case, isThorough: Bool, seed: UInt64) throws {
        let schedule = try Schedule(parsing: found.text)
        func expected(_ instant: Int64) -> Bool {
            var (low, high) = (0, found.inside.count)
            while low < high {
                let middle = (low + high) / 2
                if found.inside[middle].upperBound <= instant { low = middle + 1 } else { high = middle }
            }
            return low < found.inside.count && found.inside[low].contains(instant)
        }
        var wrong: [Int64] = []
        func look(_ instant: Int64) {
            if schedule.contains(instant, found.almanac) != expected(instant) { wrong.append(instant) }
        }

        // Every edge, one after the other.
        let edges = found.inside.flatMap { [$0.lowerBound, $0.upperBound] }.filter(found.span.contains)
        var seen: [Int64] = []
        var instant = found.span.lowerBound - 1
        while let edge = schedule.nextEdge(after: instant, found.almanac), edge.at < found.span.upperBound {
            guard edge.at > instant else {
                Issue.record("\(found.text): the edge after \(instant) is \(edge.at)")
                return
            }
            instant = edge.at
            if edge.isInside != schedule.contains(edge.at - 1, found.almanac) { seen.append(edge.at) }
        }
        #expect(seen == edges, "\(found.text): other edges, first \(zip(seen, edges).first { $0 != $1 } ?? (0, 0))")

        // Around edges and jumps of clocks, and anywhere.
        var random = SplitMix64(seed: seed)
        let zones = [found.almanac.local] + schedule.zones.compactMap { found.almanac.zones[$0] }
        let jumps = zones.flatMap(\.transitions).map(\.at).filter(found.span.contains)
        let around = isThorough ? edges : edges.filter { _ in Int.random(in: 0..<200, using: &random) == 0 }
        let day: Int64 = 86_400
        let near = around + (isThorough ? jumps : jumps.filter { _ in Int.random(in: 0..<4, using: &random) == 0 })
        // Each minute once, however many edges are near it.
        var next = Int64.min
        for center in near.sorted() {
            look(center - 1)
            look(center)
            let step: Int64 = isThorough ? 60 : 60 * Int64.random(in: 5...30, using: &random)
            for instant in stride(from: max(center - 2 * day, next), through: center + 2 * day, by: Int64.Stride(step))
            {
                look(instant)
                next = instant + step
            }
        }
        for _ in 0..<(isThorough ? 10_000 : 1000) { look(Int64.random(in: found.span, using: &random)) }
        #expect(wrong.isEmpty, "\(found.text): \(wrong.count) instants, first \(wrong.prefix(3))")
    }
}

/// Reads what the oracle prints.
private struct CaseReader {
    struct Case {
        var almanac: Almanac
        var span: Range<Int64>
        var text: String
        var inside: [Range<Int64>]
    }

    private var zones: [String: (offset: Int64, transitions: [ZoneTable.Transition])] = [:]
    private var zone = ""
    private var local = ""
    private var current: Case?

    /// A case, when its last line is read.
    mutating func take(_ line: Substring) -> Case? {
        let words = line.split(separator: " ", maxSplits: 3).map(String.init)
        func number(_ index: Int) -> Int64 { words.indices.contains(index) ? Int64(words[index]) ?? 0 : 0 }
        switch words.first {
        case "zone":
            zone = words[1]
            zones[zone] = (number(2), [])
        case "t": zones[zone]?.transitions.append(ZoneTable.Transition(at: number(1), offset: number(2)))
        case "local": local = words[1]
        case "schedule":
            let tables = zones.mapValues { ZoneTable(firstOffset: $0.offset, transitions: $0.transitions) }
            current = Case(
                almanac: Almanac(local: tables[local] ?? .utc, zones: tables), span: number(1)..<number(2),
                text: words[3], inside: [])
        case "i": current?.inside.append(number(1)..<number(2))
        case "end": return current
        default: Issue.record("the oracle says '\(line)'")
        }
        return nil
    }
}
