// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Glibc

/// The sample app `data/examples/tasks.py`: what it draws, and when it was told what.
final class TaskList {
    /// A Perform, as the app saw it.
    struct Performed {
        /// On `CLOCK_MONOTONIC`, µs.
        var instant: Int64
        var reason: String
    }

    /// The lists that it drew, each with a headline.
    private(set) var drawn: [String] = []
    private(set) var performed: [Performed] = []
    private(set) var isRegistered = false
    /// Called with each list that it draws.
    var onDraw: ((String) -> Void)?
    private var unfinished = ""
    private let events: EventPipe

    init(_ stage: Stage, _ tree: SourceTree, _ environment: [String: String]) throws(DemoFailure) {
        events = try EventPipe("\(stage.folder.path)/tasks.events", loop: stage.loop)
        // Lines at once, though they go into a pipe.
        let variables = environment.merging(["PYTHONUNBUFFERED": "1"]) { $1 }
        try stage.start(
            "the task list", ["\(tree.root)/data/examples/tasks.py", "--log", events.path], environment: variables
        ) { [weak self] piece in self?.draw(piece) }
        events.onLine = { [weak self] line in self?.take(line) }
    }

    /// A list ends with an empty line.
    private func draw(_ piece: String) {
        unfinished += piece
        while let end = unfinished.firstRange(of: "\n\n") {
            let list = String(unfinished[..<end.lowerBound])
            unfinished.removeSubrange(..<end.upperBound)
            drawn.append(list)
            onDraw?(list)
        }
    }

    private func take(_ line: Substring) {
        switch Self.field("event", line) {
        case "registered": isRegistered = true
        case "perform":
            performed.append(
                Performed(
                    instant: Self.field("monotonic_us", line).flatMap { Int64($0) } ?? 0,
                    reason: Self.field("reason", line).map(String.init) ?? ""))
        default: break
        }
    }

    /// A number or a simple text of the app's own log lines, which are JSON as Python prints it.
    private static func field(_ name: String, _ line: Substring) -> Substring? {
        guard let start = line.firstRange(of: "\"\(name)\": ")?.upperBound else { return nil }
        let value: Substring = line[start...].prefix { (character: Character) in character != "," && character != "}" }
        return value.drop { $0 == "\"" }.prefix { $0 != "\"" }
    }
}

/// A named pipe that the app writes its events to.
private final class EventPipe {
    let path: String
    var onLine: ((Substring) -> Void)?
    private let descriptor: Int32
    private var source: (any LoopSource)?
    private var unfinished: [UInt8] = []

    init(_ path: String, loop: PollLoop) throws(DemoFailure) {
        self.path = path
        // Open for both, so that it neither waits for a writer nor ends with one.
        guard mkfifo(path, 0o600) == 0, case let descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC),
            descriptor >= 0
        else { throw DemoFailure("cannot make \(path): \(lastError())") }
        self.descriptor = descriptor
        source = loop.addWatch(fd: descriptor, readable: true, writable: false) { [weak self] _, _, _ in self?.take() }
    }

    deinit {
        source?.cancel()
        close(descriptor)
    }

    private func take() {
        var bytes = [UInt8](repeating: 0, count: 65536)
        let count = read(descriptor, &bytes, bytes.count)
        guard count > 0 else { return }
        unfinished += bytes[..<count]
        while let end = unfinished.firstIndex(of: UInt8(ascii: "\n")) {
            onLine?(String(decoding: unfinished[..<end], as: UTF8.self)[...])
            unfinished.removeSubrange(...end)
        }
    }
}
