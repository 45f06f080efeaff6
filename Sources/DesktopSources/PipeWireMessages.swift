// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// PipeWire's native protocol, as far as listening to the registry takes (PipeWire's documentation, "Native Protocol"
/// and "POD"): a header of four numbers, and a struct of typed values, all in the machine's byte order.
struct PipeWireMessages: Hashable, Sendable {
    /// What came from the server.
    struct Message: Hashable {
        var object: UInt32
        var opcode: UInt8
        var body: ArraySlice<UInt8>
    }

    /// What came makes no sense.
    struct Nonsense: Error {}

    private static let headerCount = 16

    private var buffer: [UInt8] = []
    private var sequence: UInt32 = 0

    mutating func append(_ bytes: [UInt8]) { buffer += bytes }

    mutating func next() -> Message? {
        guard buffer.count >= Self.headerCount else { return nil }
        let word = buffer[4..<8].pipeWireNumber
        // A size has 24 bits: what is waited for is never more than 16 MiB.
        let end = Self.headerCount + Int(word & 0xff_ffff)
        guard buffer.count >= end else { return nil }
        let message = Message(
            object: buffer[0..<4].pipeWireNumber, opcode: UInt8(word >> 24), body: buffer[Self.headerCount..<end])
        buffer = Array(buffer[end...])
        return message
    }

    /// A call of a method; `values` are its arguments.
    mutating func call(_ object: UInt32, _ opcode: UInt8, _ values: [PipeWireValue]) -> [UInt8] {
        let body = PipeWireValue.group(values).bytes
        defer { sequence &+= 1 }
        return [object, UInt32(opcode) << 24 | UInt32(truncatingIfNeeded: body.count), sequence, 0]
            .flatMap(\.pipeWireBytes) + body
    }
}

/// A value of the protocol ("POD"), of the types that are of use here.
indirect enum PipeWireValue: Hashable, Sendable {
    case int(UInt32)
    case text(String)
    case group([PipeWireValue])
    /// Of another type.
    case other

    private enum Kind {
        static let int: UInt32 = 4
        static let text: UInt32 = 8
        static let group: UInt32 = 14
    }

    private static let maximumDepth = 8

    var bytes: [UInt8] {
        let (kind, body): (UInt32, [UInt8]) =
            switch self {
            case .int(let value): (Kind.int, value.pipeWireBytes)
            case .text(let text): (Kind.text, Array(text.utf8) + [0])
            case .group(let values): (Kind.group, values.flatMap(\.bytes))
            case .other: (0, [])
            }
        let padding = [UInt8](repeating: 0, count: (8 - body.count % 8) % 8)
        return UInt32(truncatingIfNeeded: body.count).pipeWireBytes + kind.pipeWireBytes + body + padding
    }

    /// Reads the value at the beginning of `bytes`, and takes it off; `nil` if it is cut off or too deep.
    init?(_ bytes: inout ArraySlice<UInt8>, depth: Int = 0) {
        guard bytes.count >= 8, depth < Self.maximumDepth else { return nil }
        let count = Int(bytes.prefix(4).pipeWireNumber)
        let kind = bytes.dropFirst(4).prefix(4).pipeWireNumber
        bytes = bytes.dropFirst(8)
        guard bytes.count >= count else { return nil }
        var body = bytes.prefix(count)
        bytes = bytes.dropFirst(count).dropFirst((8 - count % 8) % 8)
        switch kind {
        case Kind.int where count == 4:
            self = .int(body.pipeWireNumber)
        case Kind.text:
            self = .text(String(decoding: body.prefix { $0 != 0 }, as: UTF8.self))
        case Kind.group:
            var values: [PipeWireValue] = []
            while !body.isEmpty {
                guard let value = PipeWireValue(&body, depth: depth + 1) else { return nil }
                values.append(value)
            }
            self = .group(values)
        default:
            self = .other
        }
    }

    /// A dictionary, as the protocol writes it: how many entries, then each name and text.
    static func dictionary(_ entries: [(String, String)]) -> PipeWireValue {
        .group([.int(UInt32(truncatingIfNeeded: entries.count))] + entries.flatMap { [.text($0), .text($1)] })
    }

    /// What ``dictionary(_:)`` gives; empty for anything else.
    var dictionary: [String: String] {
        guard case .group(let values) = self, case .int? = values.first else { return [:] }
        var result: [String: String] = [:]
        var index = 1
        while index + 1 < values.count {
            if case .text(let name) = values[index], case .text(let text) = values[index + 1] { result[name] = text }
            index += 2
        }
        return result
    }
}

extension UInt32 {
    fileprivate var pipeWireBytes: [UInt8] { withUnsafeBytes(of: self) { Array($0) } }
}

extension ArraySlice<UInt8> {
    /// The first four bytes; fewer are filled up with zeros.
    fileprivate var pipeWireNumber: UInt32 {
        var number: UInt32 = 0
        Swift.withUnsafeMutableBytes(of: &number) { target in
            for (offset, byte) in prefix(4).enumerated() { target[offset] = byte }
        }
        return number
    }
}
