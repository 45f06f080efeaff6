// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

public import DBus
public import FocusCore

/// Hyprland: whether the active window fills the screen (its wiki, "IPC").
///
/// One socket tells events, a line each; another answers one question per connection. A window that is only maximised
/// does not count.
public struct Hyprland: Sendable {
    public let description = SourceDescription(id: "hyprland", facts: [.fullscreen])

    private static let questionTag: SourceTag = "hyprland-question"
    private static let maximumCount = 64 << 10

    private var link: StreamLink?
    private var questions: SocketAddress?
    private var line: [UInt8] = []
    private var answer: [UInt8] = []
    private var isAsking = false
    private var wantsAnother = false
    private var isFullscreen: Bool?
    private var window: ArraySlice<UInt8> = []
    private var ledger = FactLedger()

    public init(_ environment: SourceEnvironment) {
        guard let instance = environment.hyprlandInstance, let runtime = environment.runtimeFolder else { return }
        let folder = "\(runtime)/hypr/\(instance)"
        link = StreamLink("hyprland", SocketAddress("\(folder)/.socket2.sock"))
        questions = SocketAddress("\(folder)/.socket.sock")
    }
}

extension Hyprland: DesktopSource {
    public var bus: BusKind { .session }
    public var names: [BusName] { [] }

    public mutating func handle(_ input: SourceInput, at now: Instant) -> [SourceOutput] {
        var outputs: [SourceOutput] = []
        guard link != nil else {
            if case .start = input {
                outputs.append(
                    .report(.absent("Hyprland is not running: HYPRLAND_INSTANCE_SIGNATURE is not set")))
            }
            return outputs
        }
        switch input {
        case .start:
            link?.open(&outputs)
        case .stream(Self.questionTag, let event):
            takeAnswer(event, &outputs)
        case .stream(_, .opened):
            link?.opened()
            line = []
            ask(&outputs)
        case .stream(_, .received(let bytes)):
            takeEvents(bytes, &outputs)
        case .stream(_, .closed(let words)):
            outputs.append(.report(ledger.hasReading ? .ownerLost : .absent("Hyprland is out of reach: \(words)")))
            ledger.forget()
            isFullscreen = nil
            isAsking = false
            outputs.append(.close(Self.questionTag))
            link?.closed(&outputs)
        case .timer(let tag):
            _ = link?.elapsed(tag, &outputs)
        case .readAgain:
            if link?.isOpen == true { ask(&outputs) } else { link?.open(&outputs) }
        case .owner, .reply, .signal, .setting, .file, .localTime, .preferences:
            break
        }
        return outputs
    }

    private mutating func takeEvents(_ bytes: [UInt8], _ outputs: inout [SourceOutput]) {
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            line += rest[..<end]
            rest = rest[(end + 1)...]
            if mayChange(line[...]) { ask(&outputs) }
            line = []
        }
        line += rest
        // Only the name of an event is looked at, and which window it is about.
        if line.count > Self.maximumCount { line = Array(line.prefix(64)) }
    }

    private mutating func mayChange(_ line: ArraySlice<UInt8>) -> Bool {
        guard let end = line.firstIndex(of: UInt8(ascii: ">")) else { return false }
        switch String(decoding: line[..<end], as: UTF8.self) {
        case "fullscreen", "workspace", "workspacev2", "focusedmon", "focusedmonv2", "activespecial":
            return true
        case "closewindow", "movewindow":
            return isFullscreen != false
        case "activewindowv2":
            // Also comes when only the title changed.
            let isOther = line != window
            window = line
            return isOther && isFullscreen != false
        default:
            return false
        }
    }

    private mutating func ask(_ outputs: inout [SourceOutput]) {
        guard let questions else { return }
        guard !isAsking else {
            wantsAnother = true
            return
        }
        isAsking = true
        answer = []
        outputs.append(.open(Self.questionTag, questions))
    }

    private mutating func takeAnswer(_ event: SourceStream, _ outputs: inout [SourceOutput]) {
        guard isAsking else { return }
        switch event {
        case .opened:
            outputs.append(.send(Self.questionTag, Array("activewindow".utf8)))
        case .received(let bytes):
            if answer.count + bytes.count <= Self.maximumCount { answer += bytes }
        case .closed:
            isAsking = false
            let again = wantsAnother
            wantsAnother = false
            conclude(&outputs)
            if again { ask(&outputs) }
        }
    }

    private mutating func conclude(_ outputs: inout [SourceOutput]) {
        let text = String(decoding: answer, as: UTF8.self)
        answer = []
        guard let isFullscreen = Self.isFullscreen(text) else {
            ledger.forget()
            outputs.append(.report(.failing("Hyprland does not say whether the active window fills the screen")))
            return
        }
        link?.proven()
        self.isFullscreen = isFullscreen
        let facts: [Fact: FactValue] = [.fullscreen: .bool(isFullscreen)]
        if !ledger.hasReading {
            outputs.append(ledger.reading(facts))
        } else if let change = ledger.change(to: facts) {
            outputs.append(change)
        }
    }

    /// The answer to `activewindow`. Old versions have `fullscreen: 1` with `fullscreenmode:` 0 for full screen and 1
    /// for maximised; newer ones `fullscreen:` 2 and 1.
    private static func isFullscreen(_ text: String) -> Bool? {
        if text.hasPrefix("Invalid") { return false }  // There is no active window.
        var numbers: [Substring: Int] = [:]
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let name = parts[0].drop { $0 == "\t" || $0 == " " }
            numbers[name] = Int(parts[1].drop { $0 == " " })
        }
        guard let state = numbers["fullscreen"] else { return nil }
        if let mode = numbers["fullscreenmode"] { return state == 1 && mode == 0 }
        return state >= 2
    }
}
