// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import Testing

@testable import DesktopSources

/// PipeWire 0.3.65's registry; properties as it tells them of streams by GStreamer, pw-record and compositors.
struct PipeWireTests {
    private static let tag: SourceTag = "pipewire"

    /// A server that talks to the source.
    private struct Server {
        let stage: Stage
        private var messages = PipeWireMessages()

        init() {
            stage = Stage(PipeWire(SourceEnvironment(userID: 1000, runtimeFolder: "/run/user/1000")))
            stage.attach()
            stage.owner("org.pulseaudio.Server", nil)
            stage.opened(tag)
        }

        mutating func send(_ object: UInt32, _ opcode: UInt8, _ values: [PipeWireValue]) {
            stage.receive(tag, messages.call(object, opcode, values))
        }

        mutating func node(_ id: UInt32, _ properties: [(String, String)]) {
            global(id, "PipeWire:Interface:Node", properties)
        }

        mutating func link(_ id: UInt32, from: UInt32, to: UInt32) {
            global(
                id, "PipeWire:Interface:Link",
                [("factory.id", "20"), ("link.output.node", "\(from)"), ("link.input.node", "\(to)")])
        }

        mutating func global(_ id: UInt32, _ type: String, _ properties: [(String, String)]) {
            send(2, 0, [.int(id), .int(0o777), .text(type), .int(3), .dictionary(properties)])
        }

        mutating func remove(_ id: UInt32) { send(2, 1, [.int(id)]) }

        /// Everything that was there has been told.
        mutating func done() { send(0, 1, [.int(0), .int(0)]) }
    }

    private static let microphone = [("node.name", "mic"), ("media.class", "Audio/Source")]
    private static let recorder = [("node.name", "rec"), ("media.class", "Stream/Input/Audio")]
    private static let viewer = [("node.name", "view"), ("media.class", "Stream/Input/Video")]
    private static let camera = [("media.class", "Video/Source"), ("media.role", "Camera"), ("device.id", "40")]

    @Test func socketIsOpenedOnlyIfTheServerRanAlready() {
        let stage = Stage(PipeWire(SourceEnvironment(userID: 1000, runtimeFolder: "/run/user/1000")))
        stage.attach()
        let path = "/run/user/1000/pipewire-0"
        #expect(stage.streams[Self.tag] == SocketAddress(path, onlyIf: path + ".lock"))
        let named = SourceEnvironment(userID: 1000, runtimeFolder: "/run", pipeWireRemote: "/tmp/other")
        let other = Stage(PipeWire(named))
        other.attach()
        #expect(other.streams[Self.tag]?.path == "/tmp/other")
    }

    @Test func greeting_isAsTheProtocolHasIt() {
        let server = Server()
        var messages = PipeWireMessages()
        messages.append(server.stage.takeSent(Self.tag))
        var sent: [(UInt32, UInt8, PipeWireValue?)] = []
        while let message = messages.next() {
            var body = message.body
            sent.append((message.object, message.opcode, PipeWireValue(&body)))
            #expect(body.isEmpty)
        }
        #expect(sent.map(\.0) == [0, 1, 0, 0])
        #expect(sent.map(\.1) == [1, 2, 5, 2])
        #expect(
            sent.map(\.2) == [
                .group([.int(3)]), .group([.dictionary([("application.name", "Focus Filters")])]),
                .group([.int(3), .int(2)]), .group([.int(0), .int(0)]),
            ])
    }

    @Test func nothingThere_onlyTheScreenIsKnown() {
        var server = Server()
        #expect(server.stage.takeReports().filter { if case .reading = $0 { true } else { false } } == [])
        server.done()
        #expect(server.stage.takeReports() == [.reading([.screenShared: .bool(false)], isFirst: true)])
    }

    @Test func microphone_isInUseWhileSomeoneRecordsIt() {
        var server = Server()
        server.node(30, Self.microphone)
        server.node(31, Self.recorder)
        server.node(32, [("media.class", "Audio/Sink")])
        server.done()
        #expect(
            server.stage.takeReports() == [
                .reading([.screenShared: .bool(false), .microphone: .bool(false)], isFirst: true)
            ])
        // What the loudspeaker plays is recorded: no microphone.
        server.link(50, from: 32, to: 31)
        #expect(server.stage.takeReports() == [])
        server.link(51, from: 30, to: 31)
        server.link(52, from: 30, to: 31)
        #expect(server.stage.takeReports() == [.change([.microphone: .bool(true)])])
        server.remove(51)
        #expect(server.stage.takeReports() == [], "the other channel")
        server.remove(52)
        #expect(server.stage.takeReports() == [.change([.microphone: .bool(false)])])
        server.remove(30)
        #expect(server.stage.takeReports() == [.change([.microphone: nil])], "no microphone, no word on its use")
    }

    @Test func camera_isInUseWhileSomeoneIsLinked() {
        var server = Server()
        server.node(40, Self.camera)
        server.node(41, Self.viewer)
        server.link(60, from: 40, to: 41)
        server.done()
        #expect(
            server.stage.takeReports() == [
                .reading([.screenShared: .bool(false), .camera: .bool(true)], isFirst: true)
            ])
        server.remove(41)
        server.remove(60)
        #expect(server.stage.takeReports() == [.change([.camera: .bool(false)])])
    }

    /// As Mutter and KWin give the picture, and as xdg-desktop-portal-wlr does.
    @Test(arguments: ["Stream/Output/Video", "Video/Source"]) func screen_isSharedWhileSomeoneLooks(kind: String) {
        var server = Server()
        server.done()
        _ = server.stage.takeReports()
        server.node(70, [("node.name", "cast"), ("media.class", kind)])
        server.node(71, Self.viewer)
        #expect(server.stage.takeReports() == [])
        server.link(72, from: 70, to: 71)
        #expect(server.stage.takeReports() == [.change([.screenShared: .bool(true)])])
        server.remove(72)
        #expect(server.stage.takeReports() == [.change([.screenShared: .bool(false)])])
    }

    @Test func soundThatIsPlayed_isNoNews() {
        var server = Server()
        server.done()
        _ = server.stage.takeReports()
        server.node(80, [("media.class", "Stream/Output/Audio")])
        server.global(81, "PipeWire:Interface:Port", [("node.id", "80")])
        server.global(82, "PipeWire:Interface:Link", [("link.output.node", "no number")])
        server.remove(4000)
        #expect(server.stage.takeReports() == [])
    }

    @Test func ping_isAnswered() {
        var server = Server()
        _ = server.stage.takeSent(Self.tag)
        server.send(0, 2, [.int(7), .int(9)])
        var messages = PipeWireMessages()
        messages.append(server.stage.takeSent(Self.tag))
        let message = messages.next()
        var body = message?.body ?? []
        #expect(message?.opcode == 3)
        #expect(PipeWireValue(&body) == .group([.int(7), .int(9)]))
    }

    @Test func messageInPieces_isPutTogether() {
        var server = Server()
        var messages = PipeWireMessages()
        for byte in messages.call(0, 1, [.int(0), .int(0)]) { server.stage.receive(Self.tag, [byte]) }
        #expect(server.stage.takeReports() == [.reading([.screenShared: .bool(false)], isFirst: true)])
        server.node(1, [])
    }

    @Test(
        arguments: [
            [.int(1)], [.int(1), .int(2), .int(3), .int(4), .other], [],
            [.text("id"), .int(0), .text("PipeWire:Interface:Node"), .int(3), .dictionary([])],
        ] as [[PipeWireValue]])
    func nonsense_isFailingAndTriedAgainLater(values: [PipeWireValue]) {
        var server = Server()
        server.done()
        _ = server.stage.takeReports()
        server.send(2, 0, values)
        #expect(server.stage.takeReports() == [.failing("PipeWire says what makes no sense")])
        #expect(server.stage.streams.isEmpty)
        #expect(server.stage.timers["again-pipewire"] == Backoff.first)
    }

    /// Every way to cut a value off, and nests that are too deep.
    @Test func valueThatIsCutOff_isNoValue() {
        let whole = PipeWireValue.group([.int(1), .text("a text"), .dictionary([("a", "b")])]).bytes
        for count in 0..<whole.count - 7 {
            var part = whole[..<count]
            #expect(PipeWireValue(&part) == nil, "\(count) bytes")
        }
        var deep = PipeWireValue.int(1)
        for _ in 0..<20 { deep = .group([deep]) }
        var bytes = deep.bytes[...]
        #expect(PipeWireValue(&bytes) == nil)
    }

    @Test func serverRestarts_isFoundWhenItsSoundServerIsBack() {
        var server = Server()
        server.done()
        _ = server.stage.takeReports()
        server.stage.closed(Self.tag)
        #expect(server.stage.takeReports() == [.ownerLost])
        server.stage.owner("org.pulseaudio.Server", ":1.40")
        #expect(server.stage.streams.count == 1)
        server.stage.opened(Self.tag)
        server.done()
        #expect(server.stage.takeReports() == [.reading([.screenShared: .bool(false)], isFirst: true)])
    }
}
