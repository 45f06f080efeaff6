// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import TestSupport

/// What a fixture says in one line of JSON.
public struct FixtureReply: Hashable, Sendable {
    /// A value as far as fixtures say any.
    enum Item: Hashable, Sendable, Decodable {
        case none
        case truth(Bool)
        case number(Double)
        case text(String)
        case texts([String: String])
        case counts([String: Int])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .none
            } else if let truth = try? container.decode(Bool.self) {
                self = .truth(truth)
            } else if let number = try? container.decode(Double.self) {
                self = .number(number)
            } else if let text = try? container.decode(String.self) {
                self = .text(text)
            } else if let counts = try? container.decode([String: Int].self) {
                self = .counts(counts)
            } else {
                self = .texts(try container.decode([String: String].self))
            }
        }
    }

    private let items: [String: Item]

    init(_ items: [String: Item]) { self.items = items }

    public subscript(_ key: String) -> Bool? {
        if case .truth(let truth) = items[key] { truth } else { nil }
    }

    public subscript(_ key: String) -> String? {
        if case .text(let text) = items[key] { text } else { nil }
    }

    public subscript(_ key: String) -> Double? {
        if case .number(let number) = items[key] { number } else { nil }
    }

    public subscript(_ key: String) -> [String: Int]? {
        if case .counts(let counts) = items[key] { counts } else { nil }
    }

    /// The text under that key; fails without one.
    public func text(_ key: String) throws -> String {
        guard let text: String = self[key] else { throw FixtureError("the fixture says no \(key)") }
        return text
    }

    /// The variables for a program that is to run in the environment.
    public func environment() throws -> [String: String] {
        guard case .texts(let variables) = items["environment"] else {
            throw FixtureError("the fixture says no environment")
        }
        return variables
    }
}
