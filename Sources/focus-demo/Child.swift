// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Glibc

/// A program that the demonstration started.
final class Child {
    let name: String
    let process: Int32
    /// The end of what it wrote to standard error.
    private(set) var log = ""
    /// As waitpid(2) gives it, when it has ended.
    private(set) var status: Int32?
    /// Its end is part of the scene.
    var mayEnd = false
    private var outlets: [Outlet] = []

    private static let logLimit = 16384

    /// `output`: called with each piece of standard output; absent: it shares ours.
    init(
        _ name: String, _ command: [String], environment: [String: String], loop: PollLoop,
        output: ((String) -> Void)? = nil
    ) throws(DemoFailure) {
        self.name = name
        let errors = try Pipe()
        let text = output == nil ? nil : try Pipe()
        process = try Self.spawn(command, environment, output: text?.writer, errors: errors.writer)
        outlets = [Outlet(errors, loop) { [weak self] piece in self?.keep(piece) }]
        if let text, let output { outlets.append(Outlet(text, loop, output)) }
    }

    private static func spawn(
        _ command: [String], _ environment: [String: String], output: Int32?, errors: Int32
    ) throws(DemoFailure) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        if let output { posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO) }
        posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var restored = sigset_t()
        sigemptyset(&restored)
        sigaddset(&restored, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &restored)
        // A group of its own: Ctrl-C is ours to handle, so that all end in order.
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
        var process = pid_t()
        let result = withCStrings(command) { arguments in
            withCStrings(environment.map { "\($0.key)=\($0.value)" }) { variables in
                posix_spawnp(&process, command[0], &actions, &attributes, arguments, variables)
            }
        }
        guard result == 0 else {
            throw DemoFailure("cannot start \(command[0]): \(String(cString: strerror(result)))")
        }
        return process
    }

    private func keep(_ piece: String) {
        log += piece
        if log.utf8.count > 2 * Self.logLimit { log = String(log.suffix(Self.logLimit)) }
    }

    /// Takes note of its end, if it has ended.
    func reap() {
        guard status == nil else { return }
        var status: Int32 = 0
        guard waitpid(process, &status, WNOHANG) == process else { return }
        self.status = status
        for outlet in outlets { outlet.drain() }
    }

    /// Whether it ended otherwise than with 0.
    var hasFailed: Bool { status.map { $0 != 0 } ?? false }

    /// Asks it to end, and kills it if it has not within 3 s.
    func end(_ loop: PollLoop) {
        mayEnd = true
        for number in [SIGTERM, SIGKILL] where status == nil {
            kill(process, number)
            loop.run(until: { status != nil }, deadline: 3_000_000)
        }
    }

    private static func withCStrings<Result>(
        _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        var pointers = strings.map { strdup($0) }
        pointers.append(nil)
        defer { for pointer in pointers { free(pointer) } }
        return pointers.withUnsafeBufferPointer { buffer in
            // The buffer has at least the closing null.
            body(buffer.baseAddress.unsafelyUnwrapped)
        }
    }
}

/// What a program writes, taken in pieces that are whole text.
private final class Outlet {
    private let pipe: Pipe
    private let output: (String) -> Void
    private var source: (any LoopSource)?
    /// The beginning of a character whose end has not arrived.
    private var rest: [UInt8] = []

    init(_ pipe: Pipe, _ loop: PollLoop, _ output: @escaping (String) -> Void) {
        self.pipe = pipe
        self.output = output
        pipe.closeWriter()
        source = loop.addWatch(fd: pipe.reader, readable: true, writable: false) { [weak self] _, _, failed in
            self?.drain()
            // The program has closed its end: there is nothing more to wait for.
            if failed { self?.source?.cancel() }
        }
    }

    deinit { source?.cancel() }

    func drain() {
        rest += pipe.read()
        guard !rest.isEmpty, let text = String(validating: rest, as: UTF8.self) else { return }
        rest = []
        output(text)
    }
}
