// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

public import DBus
public import FocusCore

/// PipeWire: whether a screen is being shared, a camera or a microphone in use, through it.
///
/// Speaks the server's own protocol rather than running `pw-mon` or loading its library: the registry tells of streams
/// that come and go, and nothing else. The socket may belong to systemd, which would start the server for us; the
/// server's lock file shows that it runs, or did.
public struct PipeWire: Sendable {
    public let description = SourceDescription(id: "pipewire", facts: [.screenShared, .camera, .microphone])

    private static let core: UInt32 = 0
    private static let client: UInt32 = 1
    private static let registry: UInt32 = 2
    private static let version: UInt32 = 3

    /// Of the core.
    private enum Method {
        static let hello: UInt8 = 1
        static let sync: UInt8 = 2
        static let pong: UInt8 = 3
        static let getRegistry: UInt8 = 5
        /// Of the client.
        static let updateProperties: UInt8 = 2
    }

    /// Of the core.
    private enum Event {
        static let done: UInt8 = 1
        static let ping: UInt8 = 2
        /// Of the registry.
        static let global: UInt8 = 0
        static let globalRemove: UInt8 = 1
    }

    private var link: StreamLink?
    private var messages = PipeWireMessages()
    private var graph = PipeWireGraph()
    private var ledger = FactLedger()
    /// What was there at first is told.
    private var isComplete = false

    public init(_ environment: SourceEnvironment) {
        let remote = environment.pipeWireRemote ?? "pipewire-0"
        let path = remote.hasPrefix("/") ? remote : environment.runtimeFolder.map { "\($0)/\(remote)" }
        link = path.map { StreamLink("pipewire", SocketAddress($0, onlyIf: "\($0).lock")) }
    }
}

extension PipeWire: DesktopSource {
    public var bus: BusKind { .session }
    /// Its sound server for older programs: when that comes, so has PipeWire.
    public var names: [BusName] { ["org.pulseaudio.Server"] }

    public mutating func handle(_ input: SourceInput, at now: Instant) -> [SourceOutput] {
        var outputs: [SourceOutput] = []
        switch input {
        case .start, .owner(_?):
            if link == nil { outputs.append(.report(.absent("XDG_RUNTIME_DIR is not set"))) }
            link?.open(&outputs)
        case .stream(_, .opened):
            link?.opened()
            begin(&outputs)
        case .stream(_, .received(let bytes)):
            messages.append(bytes)
            takeMessages(&outputs)
        case .stream(_, .closed(let words)):
            let absence = "PipeWire is not running (\(words)): install pipewire and wireplumber, then log in again"
            outputs.append(.report(ledger.hasReading ? .ownerLost : .absent(absence)))
            ledger.forget()
            link?.closed(&outputs)
        case .timer(let tag):
            _ = link?.elapsed(tag, &outputs)
        case .readAgain:
            link?.open(&outputs)
        case .owner(nil), .reply, .signal, .setting, .file, .localTime, .preferences:
            break
        }
        return outputs
    }

    private mutating func begin(_ outputs: inout [SourceOutput]) {
        messages = PipeWireMessages()
        graph = PipeWireGraph()
        isComplete = false
        let name = PipeWireValue.dictionary([("application.name", "Focus Filters")])
        call(Self.core, Method.hello, [.int(Self.version)], &outputs)
        call(Self.client, Method.updateProperties, [name], &outputs)
        call(Self.core, Method.getRegistry, [.int(Self.version), .int(Self.registry)], &outputs)
        // Answered when all that is there has been told.
        call(Self.core, Method.sync, [.int(Self.core), .int(0)], &outputs)
    }

    private mutating func call(
        _ object: UInt32, _ method: UInt8, _ values: [PipeWireValue], _ outputs: inout [SourceOutput]
    ) {
        if let link { outputs.append(.send(link.tag, messages.call(object, method, values))) }
    }

    private mutating func takeMessages(_ outputs: inout [SourceOutput]) {
        var isNews = false
        do throws(PipeWireMessages.Nonsense) {
            while let message = messages.next() {
                if try take(message, &outputs) { isNews = true }
            }
        } catch {
            ledger.forget()
            outputs.append(.report(.failing("PipeWire says what makes no sense")))
            link?.drop(&outputs)
            return
        }
        guard isComplete, isNews else { return }
        if !ledger.hasReading {
            outputs.append(ledger.reading(graph.facts))
        } else if let change = ledger.change(to: graph.facts) {
            outputs.append(change)
        }
    }

    /// True if there may be something to report.
    private mutating func take(
        _ message: PipeWireMessages.Message, _ outputs: inout [SourceOutput]
    ) throws(PipeWireMessages.Nonsense) -> Bool {
        guard message.object == Self.core || message.object == Self.registry else { return false }
        var body = message.body
        guard case .group(let values)? = PipeWireValue(&body) else { throw PipeWireMessages.Nonsense() }
        switch (message.object, message.opcode) {
        case (Self.core, Event.done):
            isComplete = true
            link?.proven()
            return true
        case (Self.core, Event.ping):
            call(Self.core, Method.pong, Array(values.prefix(2)), &outputs)
            return false
        case (Self.registry, Event.global):
            guard values.count == 5, case .int(let id) = values[0], case .text(let type) = values[2] else {
                throw PipeWireMessages.Nonsense()
            }
            return graph.add(id, type: type, values[4].dictionary)
        case (Self.registry, Event.globalRemove):
            guard case .int(let id)? = values.first else { throw PipeWireMessages.Nonsense() }
            return graph.remove(id)
        default:
            return false
        }
    }
}
