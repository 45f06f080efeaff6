// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Makes tokens: FNV-1a of 128 bits over an encoding in which different contents are never the same bytes (every part
/// has its kind and length before it, doubles count by bit pattern). Not a defence against forgers: a token only
/// compares what one process was told with what it would be told now.
struct TokenDigest {
    private var state: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
    private static let prime: UInt128 = 0x0000_0000_0100_0000_0000_0000_0000_013b

    /// The token of one filter's state as its app is told it.
    static func token(
        filter: Identifier, isActive: Bool, values: [Identifier: ParameterValue], mode: SharedMode?
    ) -> Token {
        var digest = TokenDigest()
        digest.add("state")
        digest.add(filter.text)
        digest.add(byte: isActive ? 1 : 0)
        digest.add(values.count)
        for id in values.keys.sorted() {
            digest.add(id.text)
            digest.add(values[id])
        }
        digest.add(byte: mode == nil ? 0 : 1)
        if let mode {
            digest.add(mode.id)
            digest.add(mode.name)
        }
        return digest.token
    }

    /// The token of what the user configured in one mode; a suspension lasts as long as it.
    static func configurationToken(mode: ModeID, configured: [Identifier: ConfiguredValue]) -> Token {
        var digest = TokenDigest()
        digest.add("configuration")
        digest.add(mode.text)
        digest.add(configured.count)
        for id in configured.keys.sorted() {
            digest.add(id.text)
            switch configured[id] {
            case .value(let value)?: digest.add(value)
            case ConfiguredValue.none?, nil: digest.add(byte: 0)
            }
        }
        return digest.token
    }

    private mutating func add(byte: UInt8) {
        state = (state ^ UInt128(byte)) &* Self.prime
    }

    private mutating func add(bits: UInt64) {
        for shift in stride(from: 0, to: 64, by: 8) { add(byte: UInt8(truncatingIfNeeded: bits >> UInt64(shift))) }
    }

    private mutating func add(_ count: Int) { add(bits: UInt64(truncatingIfNeeded: count)) }

    private mutating func add(_ text: String) {
        add(text.utf8.count)
        for byte in text.utf8 { add(byte: byte) }
    }

    private mutating func add(_ value: ParameterValue?) {
        switch value {
        case .bool(let bool)?:
            add(byte: 1)
            add(byte: bool ? 1 : 0)
        case .int(let int)?:
            add(byte: 2)
            add(bits: UInt64(bitPattern: int))
        case .double(let double)?:
            add(byte: 3)
            add(bits: double.bitPattern)
        case .string(let string)?:
            add(byte: 4)
            add(string)
        case .array(let elements)?:
            add(byte: 5)
            add(elements.count)
            for element in elements { add(element) }
        case nil:
            add(byte: 0)
        }
    }

    private var token: Token {
        let text = String(state, radix: 16)
        return Token(String(repeating: "0", count: 32 - text.utf8.count) + text)
    }
}
