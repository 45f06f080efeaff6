// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import CGLib
package import DBus
import FocusCore
import Glibc

/// A program as a child of this process, in a process group of its own, which is killed at the deadline and when the program
/// has ended.
package final class ChildProgram {
    /// The program cannot be started.
    package struct Failure: Error {
        package var words: String
    }

    private let loop: any EventLoop
    private let done: (Command.Outcome) -> Void
    private var pid: pid_t = 0
    private var input: [UInt8]
    private var written = 0
    private let output: (ArraySlice<UInt8>?) -> Void
    private var descriptors = Descriptors()
    private var watches: (end: (any LoopSource)?, input: (any LoopSource)?, output: (any LoopSource)?)
    private var timer: (any LoopSource)?
    private var isLate = false
    private var hasEnded = false

    /// Ours; -1: closed.
    private struct Descriptors {
        var process: Int32 = -1
        var input: Int32 = -1
        var output: Int32 = -1
    }

    /// Starts it. `output` gets what it writes, and nil at the end of that. `done` hears once, later, when all of it has
    /// ended.
    package init(
        _ command: Command, path: String, umask: UInt32, loop: any EventLoop,
        output: @escaping (ArraySlice<UInt8>?) -> Void, done: @escaping (Command.Outcome) -> Void
    ) throws(Failure) {
        self.loop = loop
        self.done = done
        input = command.input
        self.output = output
        let inward = try Self.pipe()
        let outward: (reader: Int32, writer: Int32)
        do throws(Failure) {
            outward = try Self.pipe()
        } catch {
            close(inward.reader)
            close(inward.writer)
            throw error
        }
        defer {
            close(inward.reader)
            close(outward.writer)
        }
        descriptors.input = inward.writer
        descriptors.output = outward.reader
        for descriptor in [inward.writer, outward.reader] {
            _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        }
        do throws(Failure) {
            pid = try Self.spawn(command, path, umask, inward.reader, outward.writer)
        } catch {
            close(inward.writer)
            close(outward.reader)
            descriptors = Descriptors()
            throw error
        }
        descriptors.process = focus_pidfd_open(pid)
        listen(command.deadline)
    }

    /// Kills the program and all of its group. Its end is told as any other.
    package func kill() {
        guard !hasEnded else { return }
        _ = Glibc.kill(-pid, SIGKILL)
    }

    private static func pipe() throws(Failure) -> (reader: Int32, writer: Int32) {
        var ends: [Int32] = [-1, -1]
        guard focus_pipe(&ends) == 0 else { throw Failure(words: "no pipe: \(String(cString: strerror(errno)))") }
        return (ends[0], ends[1])
    }

    private static func spawn(
        _ command: Command, _ path: String, _ umask: UInt32, _ input: Int32, _ output: Int32
    ) throws(Failure) -> pid_t {
        var error: UnsafeMutablePointer<GError>?
        var pid: GPid = 0
        var environment = g_get_environ()
        for (name, value) in command.environment { environment = g_environ_setenv(environment, name, value, 1) }
        defer { g_strfreev(environment) }
        let arguments = CStrings([path] + command.exec.arguments.dropFirst())
        let isStarted = focus_spawn(
            Environment["HOME"], arguments.pointers, environment, umask, input, output, &pid, &error)
        guard isStarted != 0 else {
            defer { g_error_free(error) }
            throw Failure(words: error.map { String(cString: $0.pointee.message) } ?? "it cannot be started")
        }
        return pid
    }

    private func listen(_ deadline: Microseconds) {
        watches.input = loop.addWatch(fd: descriptors.input, readable: false, writable: true) {
            [self] _, _, failed in
            failed ? closeInput() : writeInput()
        }
        watches.output = loop.addWatch(fd: descriptors.output, readable: true, writable: false) { [self] _, _, _ in
            if !readOutput() { closeOutput() }
        }
        timer = loop.addTimer(after: deadline) { [self] in
            isLate = true
            kill()
        }
        // The descriptor of a process is readable when it has ended.
        watches.end = loop.addWatch(fd: descriptors.process, readable: true, writable: false) { [self] _, _, _ in
            ended()
        }
    }

    private func writeInput() {
        while written < input.count {
            let count = input.withUnsafeBytes {
                write(descriptors.input, $0.baseAddress?.advanced(by: written), $0.count - written)
            }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { return }
            // A program that does not read its input is in its right.
            if count <= 0 { break }
            written += count
        }
        closeInput()
    }

    private func closeInput() {
        guard descriptors.input >= 0 else { return }
        watches.input?.cancel()
        watches.input = nil
        close(descriptors.input)
        descriptors.input = -1
        input = []
    }

    /// Takes in what is there, but not more than a share of the loop's turn; false at the end.
    private func readOutput() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 16384)
        for _ in 0..<4 {
            let count = read(descriptors.output, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            if count < 0 { return errno == EAGAIN }
            if count == 0 { return false }
            output(buffer[..<count])
        }
        return true
    }

    private func closeOutput() {
        guard descriptors.output >= 0 else { return }
        watches.output?.cancel()
        watches.output = nil
        close(descriptors.output)
        descriptors.output = -1
    }

    private func ended() {
        guard !hasEnded else { return }
        // Before it is reaped: until then nobody else can get its group's number.
        _ = Glibc.kill(-pid, SIGKILL)
        hasEnded = true
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        watches.end?.cancel()
        close(descriptors.process)
        timer?.cancel()
        closeInput()
        if descriptors.output >= 0 { _ = readOutput() }
        closeOutput()
        output(nil)
        // The watches hold this until here.
        watches = (nil, nil, nil)
        timer = nil
        done(outcome(status))
    }

    private func outcome(_ status: Int32) -> Command.Outcome {
        if isLate { return .failed("it did not end within its deadline, and was killed") }
        let signal = status & 0x7F
        if signal != 0 { return .failed("it was ended by signal \(signal)") }
        let code = (status >> 8) & 0xFF
        return code == 0 ? .succeeded : .failed("it failed with exit status \(code)")
    }
}

/// An array of C strings that ends with a null.
private final class CStrings {
    let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    private let count: Int

    init(_ strings: [String]) {
        count = strings.count
        pointers = .allocate(capacity: count + 1)
        for (index, string) in strings.enumerated() { (pointers + index).initialize(to: strdup(string)) }
        (pointers + count).initialize(to: nil)
    }

    deinit {
        for index in 0..<count { free(pointers[index]) }
        pointers.deallocate()
    }
}
