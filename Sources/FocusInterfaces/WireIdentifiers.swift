// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

public import FocusCore

extension Identifier {
    /// Reads an id; throws `InvalidId` that says whose: `what` is `"a filter"` or `"a parameter"`.
    public init(wire text: String, of what: String) throws(WireError) {
        guard let id = Identifier(text) else {
            throw .invalidID(
                "'\(text.shortened)' is not the id of \(what): 1 to 128 letters, digits or underscores, not starting "
                    + "with a digit")
        }
        self = id
    }

    /// Reads several ids.
    public static func list(wire texts: [String], of what: String) throws(WireError) -> [Identifier] {
        var result: [Identifier] = []
        result.reserveCapacity(texts.count)
        for text in texts { result.append(try Identifier(wire: text, of: what)) }
        return result
    }
}

extension AppID {
    /// Reads an app's id; throws `InvalidId`.
    public init(wire text: String) throws(WireError) {
        guard let id = AppID(text) else {
            throw .invalidID(
                "'\(text.shortened)' is not the id of an app: its well-known bus name, such as org.example.Tasks")
        }
        self = id
    }
}

extension ModeID {
    /// Reads a mode's id; throws `InvalidId`.
    public init(wire text: String) throws(WireError) {
        guard let id = ModeID(text) else {
            throw .invalidID(
                "'\(text.shortened)' is not the id of a mode: 1 to 64 lowercase letters, digits, '_' or '-', beginning "
                    + "with a letter or digit")
        }
        self = id
    }
}

extension FilterKey {
    /// Reads `app/filter`; throws `InvalidId`.
    public init(wire text: String) throws(WireError) {
        guard let key = FilterKey(text) else {
            throw .invalidID(
                "'\(text.shortened)' is not an app's and a filter's id with '/' between, such as "
                    + "org.example.Tasks/UpNext")
        }
        self = key
    }
}

extension String {
    /// At most 64 Unicode scalars, for messages about what a peer sent.
    var shortened: String { inOneLine(atMost: 64) }
}
