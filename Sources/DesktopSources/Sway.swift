// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

public import DBus
public import FocusCore

/// sway: whether a window that can be seen fills the screen.
///
/// Windows change titles all day: only what can change the answer has the tree read again.
public struct Sway: Sendable {
    public let description = SourceDescription(id: "sway", facts: [.fullscreen])

    private var link: StreamLink?
    private var messages = SwayMessages()
    private var ledger = FactLedger()
    private var isReading = false
    private var wantsAnother = false
    /// Some window fills its workspace, perhaps one that is not shown.
    private var hasFullscreen = true

    public init(_ environment: SourceEnvironment) {
        link = environment.swaySocket.map { StreamLink("sway", SocketAddress($0)) }
    }
}

extension Sway: DesktopSource {
    public var bus: BusKind { .session }
    public var names: [BusName] { [] }

    public mutating func handle(_ input: SourceInput, at now: Instant) -> [SourceOutput] {
        var outputs: [SourceOutput] = []
        guard link != nil else {
            if case .start = input { outputs.append(.report(.absent("sway is not running: SWAYSOCK is not set"))) }
            return outputs
        }
        switch input {
        case .start:
            link?.open(&outputs)
        case .stream(_, .opened):
            link?.opened()
            begin(&outputs)
        case .stream(_, .received(let bytes)):
            messages.append(bytes)
            takeMessages(&outputs)
        case .stream(_, .closed(let words)):
            outputs.append(.report(ledger.hasReading ? .ownerLost : .absent("sway is out of reach: \(words)")))
            ledger.forget()
            link?.closed(&outputs)
        case .timer(let tag):
            _ = link?.elapsed(tag, &outputs)
        case .readAgain:
            if link?.isOpen == true { readTree(&outputs) } else { link?.open(&outputs) }
        case .owner, .reply, .signal, .setting, .file, .localTime, .preferences:
            break
        }
        return outputs
    }

    private mutating func begin(_ outputs: inout [SourceOutput]) {
        messages = SwayMessages()
        isReading = false
        wantsAnother = false
        send(SwayMessages.message(SwayMessages.Kind.subscribe, "[\"window\",\"workspace\"]"), &outputs)
        readTree(&outputs)
    }

    private mutating func readTree(_ outputs: inout [SourceOutput]) {
        guard !isReading else {
            wantsAnother = true
            return
        }
        isReading = true
        send(SwayMessages.message(SwayMessages.Kind.tree), &outputs)
    }

    private func send(_ bytes: [UInt8], _ outputs: inout [SourceOutput]) {
        if let link { outputs.append(.send(link.tag, bytes)) }
    }

    private mutating func takeMessages(_ outputs: inout [SourceOutput]) {
        do throws(SwayMessages.Nonsense) {
            while let message = try messages.next() { try take(message, &outputs) }
        } catch {
            ledger.forget()
            outputs.append(.report(.failing("sway says what makes no sense")))
            link?.drop(&outputs)
        }
    }

    private mutating func take(
        _ message: SwayMessages.Message, _ outputs: inout [SourceOutput]
    ) throws(SwayMessages.Nonsense) {
        switch message.kind {
        case SwayMessages.Kind.tree:
            isReading = false
            guard let tree = SwayContent(message.payload) else { throw SwayMessages.Nonsense() }
            link?.proven()
            take(tree, &outputs)
        case SwayMessages.Kind.window:
            guard let event = SwayContent(message.payload) else { throw SwayMessages.Nonsense() }
            if event.change == "fullscreen_mode" || event.hasFullscreen || (hasFullscreen && event.change != "title") {
                readTree(&outputs)
            }
        case SwayMessages.Kind.workspace:
            if hasFullscreen { readTree(&outputs) }
        default:
            break
        }
    }

    private mutating func take(_ tree: SwayContent, _ outputs: inout [SourceOutput]) {
        hasFullscreen = tree.hasFullscreen
        if wantsAnother {
            wantsAnother = false
            readTree(&outputs)
        }
        let facts: [Fact: FactValue] = [.fullscreen: .bool(tree.showsFullscreen)]
        if !ledger.hasReading {
            outputs.append(ledger.reading(facts))
        } else if let change = ledger.change(to: facts) {
            outputs.append(change)
        }
    }
}
