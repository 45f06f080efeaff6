// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Something that is wrong and that a person can put right; listed until it is.
public struct Problem: Hashable, Sendable {
    /// What the problem is about.
    public enum Kind: String, Hashable, Sendable {
        case file
        case source
        case app
        case filter
        case mode
    }

    /// How many characters (Unicode scalars) of a peer's own words go into a message.
    public static let maximumWords = 400

    public var kind: Kind
    /// The file's path, the source's, app's or mode's id, or `app/filter`.
    public var subject: String
    /// In words, with the cure.
    public var message: String
    /// The file to look at; empty if none.
    public var file: String
    /// From 1; 0 when there is no place.
    public var line: Int
    /// In characters, from 1; 0 when there is no place.
    public var column: Int

    public init(kind: Kind, subject: String, message: String, file: String = "", line: Int = 0, column: Int = 0) {
        self.kind = kind
        self.subject = subject
        self.message = message
        self.file = file
        self.line = line
        self.column = column
    }
}

/// A refusal, named on the wire as `org.focusfilters.Error.<code>`.
public struct FocusError: Error, Hashable, Sendable {
    /// The names on the wire.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        case unknownMode = "UnknownMode"
        case unknownFilter = "UnknownFilter"
        case unknownApp = "UnknownApp"
        case unknownParameter = "UnknownParameter"
        case invalidValue = "InvalidValue"
        case invalidDescriptor = "InvalidDescriptor"
        case invalidID = "InvalidId"
        case notOwner = "NotOwner"
        case alreadyRegistered = "AlreadyRegistered"
        case notActive = "NotActive"
        case appUnavailable = "AppUnavailable"
        case readOnly = "ReadOnly"
        case limitExceeded = "LimitExceeded"
    }

    public var code: Code
    /// What is wrong, where, and what to do.
    public var message: String

    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
