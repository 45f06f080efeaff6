// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// What the kernel counts about a process, all threads together.
struct ProcessFigures {
    /// Times that a thread gave up or was made to give up the processor.
    let contextSwitches: Int
    /// User and system time in clock ticks (10 ms).
    let ticks: Int
    /// User and system time in nanoseconds.
    let cpu: Int64

    init(of pid: pid_t) throws(BenchError) {
        var switches = 0
        for thread in try Self.threads(of: pid) {
            let status = readFile("/proc/\(pid)/task/\(thread)/status")
            for line in status.split(separator: "\n") where line.contains("ctxt_switches:") {
                switches += Self.number(in: line)
            }
        }
        contextSwitches = switches
        // The program's name, in parentheses, may hold blanks.
        let stat = readFile("/proc/\(pid)/stat").split(separator: ")").last?.split(separator: " ") ?? []
        guard stat.count > 12, let user = Int(stat[11]), let system = Int(stat[12]) else {
            throw BenchError("process \(pid) has ended")
        }
        ticks = user + system
        cpu = try Self.cpuTime(of: pid)
    }

    /// User and system time of all threads, in nanoseconds.
    static func cpuTime(of pid: pid_t) throws(BenchError) -> Int64 {
        var clock: clockid_t = 0
        let problem = clock_getcpuclockid(pid, &clock)
        guard problem == 0 else { throw .system("clock of process \(pid)", problem) }
        var time = timespec()
        guard clock_gettime(clock, &time) == 0 else { throw .system("clock of process \(pid)") }
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Resident memory in megabytes of 10⁶ bytes.
    static func residentMegabytes(of pid: pid_t) throws(BenchError) -> Double {
        for line in readFile("/proc/\(pid)/status").split(separator: "\n") where line.hasPrefix("VmRSS:") {
            return Double(number(in: line)) * 1024 / 1_000_000
        }
        throw BenchError("process \(pid) has ended")
    }

    /// Whether the program brings Swift's standard library with it, as the shipped one does.
    static func isStatic(_ pid: pid_t) -> Bool { !readFile("/proc/\(pid)/maps").contains("libswiftCore") }

    private static func threads(of pid: pid_t) throws(BenchError) -> [Int] {
        guard let folder = opendir("/proc/\(pid)/task") else { throw BenchError("process \(pid) has ended") }
        defer { closedir(folder) }
        var threads: [Int] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if let thread = Int(name) { threads.append(thread) }
        }
        return threads
    }

    private static func number(in line: Substring) -> Int {
        Int(line.drop { !$0.isNumber }.prefix { $0.isNumber }) ?? 0
    }
}
