// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import FocusCore

/// What PipeWire's registry holds of cameras, microphones and screens, and who is linked to them.
struct PipeWireGraph: Hashable, Sendable {
    private enum Node: Hashable {
        case camera
        case microphone
        /// A compositor's picture of a screen or a window.
        case screen
        /// A program that records sound.
        case recorder
    }

    private struct Link: Hashable {
        var from: UInt32
        var to: UInt32
    }

    private var nodes: [UInt32: Node] = [:]
    private var links: [UInt32: Link] = [:]

    /// True if it may make a difference.
    mutating func add(_ id: UInt32, type: String, _ properties: [String: String]) -> Bool {
        switch type {
        case "PipeWire:Interface:Node":
            guard let node = Self.node(properties) else { return false }
            nodes[id] = node
            return true
        case "PipeWire:Interface:Link":
            guard let from = properties["link.output.node"].flatMap({ UInt32($0) }),
                let to = properties["link.input.node"].flatMap({ UInt32($0) })
            else { return false }
            links[id] = Link(from: from, to: to)
            return true
        default:
            return false
        }
    }

    /// True if it may make a difference.
    mutating func remove(_ id: UInt32) -> Bool {
        nodes.removeValue(forKey: id) != nil || links.removeValue(forKey: id) != nil
    }

    /// Without a camera or a microphone that PipeWire knows, nothing is known of their use.
    var facts: [Fact: FactValue] {
        var facts: [Fact: FactValue] = [.screenShared: .bool(isUsed(.screen))]
        if nodes.values.contains(.camera) { facts[.camera] = .bool(isUsed(.camera)) }
        if nodes.values.contains(.microphone) {
            facts[.microphone] = .bool(
                links.values.contains { nodes[$0.from] == .microphone && nodes[$0.to] == .recorder })
        }
        return facts
    }

    private func isUsed(_ node: Node) -> Bool { links.values.contains { nodes[$0.from] == node } }

    private static func node(_ properties: [String: String]) -> Node? {
        switch properties["media.class"] ?? "" {
        case "Video/Source":
            // Some compositors give their pictures a camera's class; but only a camera belongs to a device.
            properties["media.role"] == "Camera" || properties["device.id"] != nil ? .camera : .screen
        case "Stream/Output/Video": .screen
        case "Stream/Input/Audio": .recorder
        case let text where text.hasPrefix("Audio/Source") || text == "Audio/Duplex": .microphone
        default: nil
        }
    }
}
