// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A program that the benchmark runs. It talks through lines; what it writes to standard error goes to a file.
final class Program {
    let name: String
    let pid: pid_t
    private let input: Int32
    private let output: Int32
    private let logFile: String
    private var received: [UInt8] = []
    private var isEnded = false

    /// Starts the program at `path`.
    init(
        _ name: String, path: String, arguments: [String] = [], environment: [String: String], logFile: String
    ) throws(BenchError) {
        self.name = name
        self.logFile = logFile
        let (childInput, input) = try Self.makePipe()
        let (output, childOutput) = try Self.makePipe()
        self.input = input
        self.output = output

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, childInput, 0)
        posix_spawn_file_actions_adddup2(&actions, childOutput, 1)
        posix_spawn_file_actions_addopen(&actions, 2, logFile, O_WRONLY | O_CREAT | O_APPEND, 0o600)

        // The signals that the benchmark holds back or ignores come through in its children. A process group of its own
        // keeps Control-C away from them: the benchmark ends them in order.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var ignored = sigset_t()
        sigemptyset(&ignored)
        sigaddset(&ignored, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &ignored)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))

        var argumentPointers = ([path] + arguments).map { strdup($0) } + [nil]
        var environmentPointers = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for pointer in argumentPointers + environmentPointers { free(pointer) } }
        var pid: pid_t = 0
        let problem = posix_spawn(&pid, path, &actions, &attributes, &argumentPointers, &environmentPointers)
        Glibc.close(childInput)
        Glibc.close(childOutput)
        self.pid = pid
        if problem != 0 {
            Glibc.close(input)
            Glibc.close(output)
            isEnded = true
            throw .system(path, problem)
        }
    }

    private static func makePipe() throws(BenchError) -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw .system("pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    /// Sends a line.
    func send(_ line: String) throws(BenchError) {
        let bytes = Array((line + "\n").utf8)
        guard write(input, bytes, bytes.count) == bytes.count else { throw failure("took no command") }
    }

    /// The next line that it writes.
    func readLine(for what: String, seconds: Double) throws(BenchError) -> String {
        while true {
            if let newline = received.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: received[..<newline], as: UTF8.self)
                received.removeSubrange(...newline)
                return line
            }
            guard try waitReadable(output, seconds: seconds) else {
                throw failure("did not answer: waited \(Int(seconds)) s for \(what)")
            }
            var chunk = [UInt8](repeating: 0, count: 65536)
            let count = read(output, &chunk, chunk.count)
            guard count > 0 else { throw failure("ended while the benchmark waited for \(what)") }
            received += chunk[..<count]
        }
    }

    /// Sends a line and takes the answer's numbers, nanoseconds each.
    func measure(_ command: String, seconds: Double = 120) throws(BenchError) -> [Double] {
        try send(command)
        let words = try readLine(for: command, seconds: seconds).split(separator: " ")
        guard words.first == "ns" else { throw failure("answered '\(words.joined(separator: " "))' to \(command)") }
        return words.dropFirst().compactMap { Double($0) }
    }

    /// Sends a line and takes the answer, which must be this one.
    func ask(_ command: String, answer: String, seconds: Double = 90) throws(BenchError) {
        try send(command)
        let line = try readLine(for: command, seconds: seconds)
        guard line == answer else { throw failure("answered '\(line)' to \(command)") }
    }

    /// The failure of this process, with the end of what it wrote to standard error.
    private func failure(_ what: String) -> BenchError {
        let lines = readFile(logFile).split(separator: "\n").suffix(5)
        return BenchError((["\(name) \(what)"] + lines.map { "    \(name): \($0)" }).joined(separator: "\n"))
    }

    /// Asks it to end; after 5 s it is killed.
    func end() {
        guard !isEnded else { return }
        isEnded = true
        Glibc.close(input)
        kill(pid, SIGTERM)
        let end = monotonicNanoseconds() + 5_000_000_000
        while waitpid(pid, nil, WNOHANG) == 0 {
            if monotonicNanoseconds() < end {
                poll(nil, 0, 2)
            } else {
                kill(pid, SIGKILL)
                waitpid(pid, nil, 0)
                break
            }
        }
        Glibc.close(output)
    }
}

/// A file's text; empty if it cannot be read.
func readFile(_ path: String) -> String {
    guard let file = fopen(path, "re") else { return "" }
    defer { fclose(file) }
    var text: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
        let count = fread(&chunk, 1, chunk.count, file)
        if count == 0 { return String(decoding: text, as: UTF8.self) }
        text += chunk[..<count]
    }
}

/// Writes a file.
func writeFile(_ path: String, _ text: String) throws(BenchError) {
    guard let file = fopen(path, "we") else { throw .system(path) }
    let isWritten = fputs(text, file) >= 0
    guard fclose(file) == 0, isWritten else { throw .system(path) }
}
