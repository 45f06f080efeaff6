// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// sway's IPC, which is i3's (sway-ipc(7)): `i3-ipc`, the payload's length and type as numbers of the machine's byte
/// order, and the payload in JSON.
struct SwayMessages: Hashable, Sendable {
    enum Kind {
        static let subscribe: UInt32 = 2
        static let tree: UInt32 = 4
        static let workspace: UInt32 = 0x8000_0000
        static let window: UInt32 = 0x8000_0003
    }

    struct Message: Hashable {
        var kind: UInt32
        var payload: ArraySlice<UInt8>
    }

    /// What came makes no sense.
    struct Nonsense: Error {}

    private static let magic = Array("i3-ipc".utf8)
    private static let headerCount = magic.count + 8
    /// The longest payload that is waited for, in bytes: a tree of thousands of windows.
    private static let maximumCount: UInt32 = 8 << 20

    private var buffer: [UInt8] = []

    static func message(_ kind: UInt32, _ payload: String = "") -> [UInt8] {
        let payload = Array(payload.utf8)
        return magic + bytes(UInt32(truncatingIfNeeded: payload.count)) + bytes(kind) + payload
    }

    mutating func append(_ bytes: [UInt8]) { buffer += bytes }

    mutating func next() throws(Nonsense) -> Message? {
        guard buffer.count >= Self.headerCount else { return nil }
        guard buffer.starts(with: Self.magic) else { throw Nonsense() }
        let count = number(at: Self.magic.count)
        guard count <= Self.maximumCount else { throw Nonsense() }
        let end = Self.headerCount + Int(count)
        guard buffer.count >= end else { return nil }
        let message = Message(kind: number(at: Self.magic.count + 4), payload: buffer[Self.headerCount..<end])
        // What is left is little; a large buffer is not kept for the next large one.
        buffer = Array(buffer[end...])
        return message
    }

    private func number(at offset: Int) -> UInt32 {
        buffer[offset..<offset + 4].withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
    }

    private static func bytes(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number) { Array($0) } }
}

/// What sway says of full-screen windows: the tree, or one of its containers in an event.
struct SwayContent: Hashable, Sendable {
    /// What an event is about.
    var change = ""
    /// Some container fills the screen, perhaps on a workspace that is not shown.
    var hasFullscreen = false
    /// One that is shown does.
    var showsFullscreen = false

    /// One object of the tree.
    private struct Node {
        var isContainer = false
        var isFullscreen = false
        /// It, or a window in it, can be seen.
        var isVisible = false
    }

    private static let maximumDepth = 256

    /// `nil` if it is no JSON.
    init?(_ bytes: ArraySlice<UInt8>) {
        var nodes: [Node] = []
        var name: ArraySlice<UInt8> = []
        var tokens = JSONTokens(bytes)
        while let token = tokens.next() {
            switch token {
            case .beginObject:
                guard nodes.count < Self.maximumDepth else { return nil }
                nodes.append(Node())
            case .endObject:
                guard let node = nodes.popLast() else { return nil }
                take(node)
                if node.isVisible, !nodes.isEmpty { nodes[nodes.count - 1].isVisible = true }
            case .beginArray, .endArray:
                break
            case .name(let bytes):
                name = bytes
                continue
            case .text(let text):
                guard let last = nodes.indices.last else { break }
                if name.elementsEqual("type".utf8) {
                    // Workspaces and outputs count as full screen themselves.
                    nodes[last].isContainer = text.elementsEqual("con".utf8) || text.elementsEqual("floating_con".utf8)
                } else if last == 0, name.elementsEqual("change".utf8) {
                    change = String(decoding: text, as: UTF8.self)
                }
            case .word(let word):
                guard let last = nodes.indices.last else { break }
                if name.elementsEqual("fullscreen_mode".utf8) {
                    nodes[last].isFullscreen = !word.elementsEqual("0".utf8)
                } else if name.elementsEqual("visible".utf8), word.elementsEqual("true".utf8) {
                    nodes[last].isVisible = true
                }
            }
            name = []
        }
        if tokens.isBroken || !nodes.isEmpty { return nil }
    }

    private mutating func take(_ node: Node) {
        guard node.isContainer, node.isFullscreen else { return }
        hasFullscreen = true
        if node.isVisible { showsFullscreen = true }
    }
}
