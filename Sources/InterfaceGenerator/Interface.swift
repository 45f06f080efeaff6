// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// One interface of ours, as its XML file describes it.
public struct Interface: Hashable, Sendable {
    /// The file's name, such as `org.focusfilters.Focus1.xml`.
    public var file: String
    /// The file's very text.
    public var xml: String
    /// The object that serves it; `nil` if the app chooses.
    public var path: String?
    /// The interface's full name.
    public var name: String
    public var documentation: Documentation
    public var methods: [Method]
    public var signals: [Signal]
    public var properties: [Property]

    /// The last part of the name, which the Swift types begin with.
    public var shortName: String { name.split(separator: ".").last.map(String.init) ?? name }

    /// The newest `Since:` in the file: what the `Version` property says.
    public var version: Int {
        let members = methods.map(\.documentation) + signals.map(\.documentation) + properties.map(\.documentation)
        return ([documentation] + members).compactMap(\.since).max() ?? 1
    }

    /// A method; its `out` arguments are none or one.
    public struct Method: Hashable, Sendable {
        public var name: String
        public var documentation: Documentation
        public var input: [Argument]
        public var output: Argument?
    }

    /// A signal.
    public struct Signal: Hashable, Sendable {
        public var name: String
        public var documentation: Documentation
        public var arguments: [Argument]
    }

    /// A property.
    public struct Property: Hashable, Sendable {
        public var name: String
        public var documentation: Documentation
        public var signature: String
        /// `read`, `write` or `readwrite`.
        public var access: String
        /// The value of the annotation `org.freedesktop.DBus.Property.EmitsChangedSignal`.
        public var emitsChange: String
    }

    /// An argument of a method or a signal.
    public struct Argument: Hashable, Sendable {
        public var name: String
        public var signature: String
    }

    /// Every dictionary whose keys are documented: those that the interface names, then those of single arguments, under
    /// the member's and the argument's names together (`PerformTransition`).
    public var dictionaries: [DocumentedDictionary] {
        let members = methods.map { ($0.name, $0.documentation) } + signals.map { ($0.name, $0.documentation) }
        return documentation.dictionaries
            + members.flatMap { member, documentation in
                documentation.arguments.filter { !$0.keys.isEmpty }.map {
                    DocumentedDictionary(name: member + Words.type($0.name), keys: $0.keys)
                }
            }
    }
}

/// A dictionary `a{sv}` and its keys.
public struct DocumentedDictionary: Hashable, Sendable {
    public var name: String
    public var keys: [DocumentedKey]
}

/// One key of a dictionary.
public struct DocumentedKey: Hashable, Sendable {
    public var name: String
    /// The type of what the variant holds; `v`: one of several types.
    public var signature: String
    public var text: String

    /// The text ends with the word that says so.
    public var isRequired: Bool { text.hasSuffix("Required.") }
}

/// A problem with an interface file, in words.
public struct InterfaceError: Error, Hashable, Sendable, CustomStringConvertible {
    public var description: String
    init(_ file: String, _ text: String) { description = "\(file): \(text)" }
}
