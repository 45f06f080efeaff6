// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusProcess

/// Whether outputs of the sound server are muted, by pactl(1): PulseAudio, and PipeWire in its place, have no interface
/// on the bus.
final class SoundPort {
    private static let deadline: Microseconds = .seconds(5)
    /// Bytes of what pactl says that are of interest.
    private static let maximumOutput = 4096

    private let loop: any EventLoop
    private let umask: UInt32
    private var running: [Int: ChildProgram] = [:]
    private var count = 0

    init(loop: any EventLoop, umask: UInt32) {
        self.loop = loop
        self.umask = umask
    }

    /// The name of the output in use, or why there is none.
    func defaultOutput(_ done: @escaping (Result<String, Refusal>) -> Void) {
        pactl(["get-default-sink"]) { result in
            done(result.flatMap { $0.isEmpty ? .failure(Refusal("the sound server has no output")) : .success($0) })
        }
    }

    func look(_ output: String, wish: String?, done: @escaping (Caretaker.Look) -> Void) {
        pactl(["get-sink-mute", output]) { result in
            switch result {
            case .success("Mute: yes"): done(.value(KnobValue(text: "true"), wish: wish))
            case .success("Mute: no"): done(.value(KnobValue(text: "false"), wish: wish))
            case .success(let text): done(.unusable("pactl says '\(text)'"))
            case .failure(let refusal): done(.unusable(refusal.words))
            }
        }
    }

    func write(_ output: String, _ value: KnobValue, done: @escaping (_ refusal: String?) -> Void) {
        pactl(["set-sink-mute", output, value.text == "true" ? "1" : "0"]) { result in
            switch result {
            case .success: done(nil)
            case .failure(let refusal): done(refusal.words)
            }
        }
    }

    /// Runs it; `done` hears later what it wrote, without the end of the line.
    private func pactl(_ arguments: [String], done: @escaping (Result<String, Refusal>) -> Void) {
        let command = Command(
            name: "pactl", exec: ExecLine(program: "pactl", arguments), environment: ["LC_ALL": "C"],
            deadline: Self.deadline)
        guard let path = command.path else {
            return loop.enqueue { done(.failure(Refusal("pactl is not installed (Debian: pulseaudio-utils)"))) }
        }
        count += 1
        let number = count
        var written: [UInt8] = []
        do throws(ChildProgram.Failure) {
            running[number] = try ChildProgram(
                command, path: path, umask: umask, loop: loop,
                output: { bytes in
                    if let bytes { written += bytes.prefix(max(Self.maximumOutput - written.count, 0)) }
                }
            ) { [weak self] outcome in
                self?.running[number] = nil
                let line = written.split(separator: UInt8(ascii: "\n")).first ?? []
                let text = String(decoding: line, as: UTF8.self)
                switch outcome {
                case .succeeded: done(.success(text))
                case .failed(let words): done(.failure(Refusal("pactl: \(text.isEmpty ? words : text)")))
                }
            }
        } catch {
            loop.enqueue { done(.failure(Refusal("pactl: \(error.words)"))) }
        }
    }
}
