// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A program that a test started. Its output is kept, as far as the bound goes; it is killed and reaped when the last
/// reference goes.
public final class ChildProcess: Sendable {
    /// How a process ended.
    public enum ExitStatus: Hashable, Sendable {
        case exited(Int32)
        case signalled(Int32)
    }

    /// How a process's output is to be heard.
    public enum Stream: Sendable {
        case output
        case errors
    }

    public let pid: Int32
    private let state: ChildState

    /// Starts `arguments[0]`, found through `PATH`, with exactly `environment` (by default the test's own).
    ///
    /// `keepsInput`: the process gets a pipe for ``write(_:)`` instead of `/dev/null`. Of each stream the last
    /// `maximumBytes` are kept.
    public init(
        _ arguments: [String], environment: [String: String]? = nil, keepsInput: Bool = false,
        maximumBytes: Int = 1 << 20
    ) throws {
        let output = try Pipe()
        let errors = try Pipe()
        let inputPipe = keepsInput ? try Pipe() : nil
        if keepsInput { brokenPipesAreIgnored }

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let inputPipe {
            posix_spawn_file_actions_adddup2(&actions, inputPipe.reader, 0)
        } else {
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        }
        posix_spawn_file_actions_adddup2(&actions, output.writer, 1)
        posix_spawn_file_actions_adddup2(&actions, errors.writer, 2)
        // A test runner may block or ignore signals; a program starts with the usual.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        let variables = environment ?? ProcessInfo.processInfo.environment
        var child = pid_t()
        let result = withCStrings(arguments) { argv in
            withCStrings(variables.map { "\($0.key)=\($0.value)" }) { envp in
                starting.withLock { posix_spawnp(&child, arguments[0], &actions, &attributes, argv, envp) }
            }
        }
        guard result == 0 else {
            throw FixtureError("cannot start \(arguments[0]): \(String(cString: strerror(result)))")
        }
        pid = child
        let state = ChildState(child, input: inputPipe?.takeWriter() ?? -1, maximumBytes: maximumBytes)
        self.state = state
        let streams: [(Int32, Stream)] = [(output.takeReader(), .output), (errors.takeReader(), .errors)]
        for (descriptor, stream) in streams {
            Thread.detachNewThread { state.listen(to: descriptor, as: stream) }
        }
        Thread.detachNewThread { state.reap() }
    }

    deinit {
        state.signal(SIGKILL)
        state.closeInput()
    }

    // MARK: Ending

    /// How it ended; `nil` if it has not in time.
    public func wait(until deadline: Deadline = .standard) -> ExitStatus? {
        state.wait(until: deadline) { $0.status }
    }

    /// How it ended, if it has.
    public var exitStatus: ExitStatus? { state.read { $0.status } }

    /// Sends a signal, unless it has ended.
    public func signal(_ number: Int32) { state.signal(number) }

    /// Kills it and waits until it is gone.
    public func kill() {
        signal(SIGKILL)
        _ = wait()
    }

    /// Asks it to end (SIGTERM), and kills it if it has not in time.
    @discardableResult
    public func terminate(until deadline: Deadline = .standard) -> ExitStatus? {
        signal(SIGTERM)
        if let status = wait(until: deadline) { return status }
        kill()
        return exitStatus
    }

    // MARK: Input and output

    /// Writes to its standard input.
    public func write(_ text: String) { state.write(text) }

    /// Ends its standard input.
    public func closeInput() { state.closeInput() }

    /// What it has written so far to standard output.
    public var output: String { text(of: .output) }
    /// What it has written so far to standard error.
    public var errors: String { text(of: .errors) }

    /// The first line that fits, among all that it has written to `stream` or will in time.
    public func waitForLine(
        in stream: Stream = .output, until deadline: Deadline = .standard, where fits: (String) -> Bool
    ) -> String? {
        let found = state.wait(until: deadline) { state -> String?? in
            let lines = String(decoding: state.streams[stream, default: []], as: UTF8.self)
                .split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            if let line = lines.first(where: { fits(String($0)) }) { return .some(String(line)) }
            return state.status != nil && state.openStreams == 0 ? .some(nil) : .none
        }
        return found ?? nil
    }

    /// Whether `fits` holds for all that it has written to `stream`, now or in time. A line that is there does not tell
    /// that those after it are.
    public func waitForText(
        in stream: Stream = .output, until deadline: Deadline = .standard, where fits: (String) -> Bool
    ) -> Bool {
        let found = state.wait(until: deadline) { state -> Bool? in
            if fits(String(decoding: state.streams[stream, default: []], as: UTF8.self)) { return true }
            return state.status != nil && state.openStreams == 0 ? false : nil
        }
        return found ?? false
    }

    /// Waits until both of its streams have ended; then ``output`` and ``errors`` are whole.
    @discardableResult
    public func waitForEndOfOutput(until deadline: Deadline = .standard) -> Bool {
        state.wait(until: deadline) { $0.openStreams == 0 ? true : nil } ?? false
    }

    private func text(of stream: Stream) -> String {
        state.read { String(decoding: $0.streams[stream, default: []], as: UTF8.self) }
    }
}

extension ChildProcess {
    /// Runs a program to its end; fails if it does not end in time.
    public static func run(
        _ arguments: [String], environment: [String: String]? = nil, until deadline: Deadline = .standard
    ) throws -> (status: ExitStatus, output: String, errors: String) {
        let process = try ChildProcess(arguments, environment: environment)
        guard let status = process.wait(until: deadline) else {
            process.kill()
            throw FixtureError("\(arguments.joined(separator: " ")) did not end; it said: \(process.errors)")
        }
        process.waitForEndOfOutput(until: deadline)
        return (status, process.output, process.errors)
    }
}

/// Held while a pipe is made and while a program is started: none starts between a pipe and its being close-on-exec.
private let starting = NSLock()

/// Once it is asked for: what is written to a process that has ended is lost, and no reason for the tests to end.
private let brokenPipesAreIgnored: Void = { _ = signal(SIGPIPE, SIG_IGN) }()

/// Both ends close when the last reference goes, but for those that were taken.
private final class Pipe {
    private(set) var reader: Int32
    private(set) var writer: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        // Other tests start programs at the same time; what they inherit would keep this pipe open.
        let isMade = starting.withLock {
            guard pipe(&ends) == 0 else { return false }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            return true
        }
        guard isMade else { throw FixtureError("pipe: \(lastError())") }
        reader = ends[0]
        writer = ends[1]
    }

    deinit {
        if reader >= 0 { close(reader) }
        if writer >= 0 { close(writer) }
    }

    func takeReader() -> Int32 {
        defer { reader = -1 }
        return reader
    }

    func takeWriter() -> Int32 {
        defer { writer = -1 }
        return writer
    }
}

private func withCStrings<Result>(
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
