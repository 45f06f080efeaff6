// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// What is tried with bytes from anywhere. Each ends in a trap, or throws, only if something is wrong with the product.
public enum FuzzTarget: String, CaseIterable, Sendable {
    /// Messages from the bus, and what is read from their arguments.
    case messages
    /// The project's files: modes, descriptors, settings, state; and edits of them.
    case keyFiles = "key-files"
    case conditions
    /// And what comes of them around an instant.
    case schedules

    public func run(_ bytes: [UInt8]) throws(Finding) {
        var input = FuzzInput(bytes)
        switch self {
        case .messages: try MessageTarget.run(&input)
        case .keyFiles: try KeyFileTarget.run(&input)
        case .conditions: try ConditionTarget.run(input.rest())
        case .schedules: try ScheduleTarget.run(&input)
        }
    }

    /// For libFuzzer, which takes a trap for what it looks for, and keeps the input.
    public func tryInput(_ bytes: UnsafeBufferPointer<UInt8>) {
        do throws(Finding) {
            try run(Array(bytes))
        } catch {
            fatalError(error.description)
        }
    }
}

/// A property that an input breaks.
public struct Finding: Error, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }

    /// Throws unless `holds`.
    static func unless(_ holds: Bool, _ description: @autoclosure () -> String) throws(Finding) {
        guard holds else { throw Finding(description()) }
    }

    /// Throws unless both are equal, or are written with the same letters: a NaN differs from itself, and a dictionary's
    /// entries come in any order.
    static func unlessEqual<Content: Equatable>(
        _ left: Content, _ right: Content, _ what: @autoclosure () -> String
    ) throws(Finding) {
        guard left != right else { return }
        let (leftText, rightText) = ("\(left)", "\(right)")
        guard leftText.utf8.sorted() != rightText.utf8.sorted() else { return }
        throw Finding("\(what()): \(leftText.prefix(4000)) and \(rightText.prefix(4000))")
    }
}
