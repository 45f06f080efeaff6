// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Glibc

/// A command that runs while a mode is held: in our terminal, our process group and our environment.
final class HeldCommand {
    private let process: pid_t
    private let ends: (reader: Int32, writer: Int32)
    private var source: (any LoopSource)?

    /// Starts it; `ended` gets the exit status as a shell gives it, 128 and the signal's number if one ended it.
    init(_ command: [String], loop: PollLoop, ended: @escaping (Int32) -> Void) throws(Failure) {
        var descriptors: [Int32] = [-1, -1]
        guard pipe(&descriptors) == 0 else { throw .refused("no pipe: \(String(cString: strerror(errno)))") }
        for descriptor in descriptors { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        ends = (descriptors[0], descriptors[1])
        // A signal that comes between the command's start and the handlers would end us and leave the command alone: it
        // waits until they are there.
        var (delayed, usual) = (sigset_t(), sigset_t())
        sigemptyset(&delayed)
        for number in [SIGINT, SIGQUIT, SIGTERM, SIGHUP] { sigaddset(&delayed, number) }
        pthread_sigmask(SIG_BLOCK, &delayed, &usual)
        defer { pthread_sigmask(SIG_SETMASK, &usual, nil) }
        process = try Self.spawn(command, blocking: usual)
        // Ctrl-C is the command's to answer; we go when it does, and the mode with us.
        signal(SIGINT, SIG_IGN)
        signal(SIGQUIT, SIG_IGN)
        // Who ends us means the command.
        heldProcess = process
        signal(SIGTERM, passOn)
        signal(SIGHUP, passOn)
        let (process, writer) = (process, ends.writer)
        var thread = pthread_t()
        let waiter = Unmanaged.passRetained(Waiter(process: process, writer: writer))
        guard pthread_create(&thread, nil, waitForEnd, waiter.toOpaque()) == 0 else {
            waiter.release()
            throw .refused("no thread: \(String(cString: strerror(errno)))")
        }
        pthread_detach(thread)
        source = loop.addWatch(fd: ends.reader, readable: true, writable: false) { [ends] _, _, _ in
            var status: Int32 = 0
            guard read(ends.reader, &status, MemoryLayout<Int32>.size) == MemoryLayout<Int32>.size else { return }
            let signal = status & 0x7f
            ended(signal == 0 ? (status >> 8) & 0xff : 128 + signal)
        }
    }

    deinit { source?.cancel() }

    /// `signals` are those that the command blocks.
    private static func spawn(_ command: [String], blocking signals: sigset_t) throws(Failure) -> pid_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = signals
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var arguments = command.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process = pid_t()
        let code = posix_spawnp(&process, command.first ?? "", nil, &attributes, &arguments, environ)
        guard code == 0 else {
            let words = "cannot run '\(PlainText.clean(command.first ?? ""))': \(String(cString: strerror(code)))"
            throw code == ENOENT ? .commandNotFound(words) : .commandNotExecutable(words)
        }
        return process
    }
}

// Unsafe only for the compiler: set once, before the handlers that read it are there.
nonisolated(unsafe) private var heldProcess: pid_t = 0

private func passOn(_ number: Int32) { kill(heldProcess, number) }

private final class Waiter {
    let process: pid_t
    let writer: Int32

    init(process: pid_t, writer: Int32) {
        self.process = process
        self.writer = writer
    }
}

/// On a thread of its own: the loop waits for descriptors only.
private func waitForEnd(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    let waiter = Unmanaged<Waiter>.fromOpaque(argument).takeRetainedValue()
    var status: Int32 = 0
    while waitpid(waiter.process, &status, 0) < 0, errno == EINTR {}
    _ = write(waiter.writer, &status, MemoryLayout<Int32>.size)
    return nil
}
