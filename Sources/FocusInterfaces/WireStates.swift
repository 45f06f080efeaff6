// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

public import DBus
public import FocusCore

extension FilterState {
    /// As `a{sv}` with the keys of ``Focus1/FilterStateKey``. `parameters`: the filter's, for the types of empty arrays.
    public func wire(of parameters: [ParameterDescriptor] = []) -> [String: Value] {
        typealias Key = Focus1.FilterStateKey
        var result: [String: Value] = [:]
        result.set(Key.active, isActive)
        result.set(Key.suspended, isSuspended)
        result.set(Key.values, WireValues.dictionary(values, of: parameters))
        result.set(Key.serial, serial)
        result.set(Key.token, token.text)
        return result
    }

    /// Reads what ``wire(of:)`` gives.
    public init(wire: [String: Value]) throws(WireError) {
        typealias Key = Focus1.FilterStateKey
        self.init(
            isActive: try wire.required(Key.active), isSuspended: try wire.required(Key.suspended),
            values: try WireValues.read(wire.required(Key.values)), serial: try wire.required(Key.serial),
            token: Token(try wire.required(Key.token)))
    }
}

extension Transition {
    /// As `a{sv}` with the keys of ``Handler1/TransitionKey``. `parameters`: the filter's, for the types of empty arrays.
    public func wire(of parameters: [ParameterDescriptor] = []) -> [String: Value] {
        typealias Key = Handler1.TransitionKey
        var result: [String: Value] = [:]
        result.set(Key.serial, serial)
        result.set(Key.token, token.text)
        result.set(Key.reason, reason.rawValue)
        result.set(Key.active, isActive)
        result.set(Key.previous, previous.map { WireValues.dictionary($0, of: parameters) })
        result.set(Key.mode, mode?.id)
        result.set(Key.modeName, mode?.name)
        return result
    }

    /// Reads what ``wire(of:)`` gives; a reason that is not known counts as `changed`.
    public init(wire: [String: Value]) throws(WireError) {
        typealias Key = Handler1.TransitionKey
        self.init(
            serial: try wire.required(Key.serial), token: Token(try wire.required(Key.token)),
            reason: PerformReason(rawValue: try wire.required(Key.reason)) ?? .changed,
            isActive: try wire.required(Key.active),
            previous: try wire.optional(Key.previous).map { values throws(WireError) in try WireValues.read(values) },
            mode: try wire.optional(Key.mode).map { id throws(WireError) in
                SharedMode(id: id, name: try wire.optional(Key.modeName) ?? id)
            })
    }
}

/// What `GetStatus` tells an app.
public struct FocusStatus: Hashable, Sendable {
    /// A focus mode is on.
    public var isFocused: Bool
    /// The active mode, only if the user allowed the app to know.
    public var mode: SharedMode?

    public init(isFocused: Bool, mode: SharedMode? = nil) {
        self.isFocused = isFocused
        self.mode = mode
    }

    /// As `a{sv}` with the keys of ``Focus1/StatusKey``.
    public var wire: [String: Value] {
        var result: [String: Value] = [:]
        result.set(Focus1.StatusKey.focused, isFocused)
        result.set(Focus1.StatusKey.mode, mode?.id)
        result.set(Focus1.StatusKey.modeName, mode?.name)
        return result
    }

    /// Reads what ``wire`` gives.
    public init(wire: [String: Value]) throws(WireError) {
        self.init(
            isFocused: try wire.required(Focus1.StatusKey.focused),
            mode: try wire.optional(Focus1.StatusKey.mode).map { id throws(WireError) in
                SharedMode(id: id, name: try wire.optional(Focus1.StatusKey.modeName) ?? id)
            })
    }
}

/// The options of `RegisterFilters`.
public struct RegistrationOptions: Hashable, Sendable {
    /// The token that this process last performed, by filter.
    public var performed: [Identifier: Token]
    /// Wait in line instead of being refused.
    public var standby: Bool

    public init(performed: [Identifier: Token] = [:], standby: Bool = false) {
        self.performed = performed
        self.standby = standby
    }

    /// As `a{sv}` with the keys of ``Focus1/RegisterFiltersOptionsKey``; what is as by default is left out.
    public var wire: [String: Value] {
        typealias Key = Focus1.RegisterFiltersOptionsKey
        var tokens: [String: String] = [:]
        for (filter, token) in performed { tokens[filter.text] = token.text }
        var result: [String: Value] = [:]
        result.set(Key.performed, tokens.isEmpty ? nil : tokens)
        result.set(Key.standby, standby ? true : nil)
        return result
    }

    /// Reads what ``wire`` gives. Throws `InvalidId` or `LimitExceeded`, too.
    public init(wire: [String: Value]) throws(WireError) {
        typealias Key = Focus1.RegisterFiltersOptionsKey
        self.init(standby: try wire.optional(Key.standby) ?? false)
        let tokens = try wire.optional(Key.performed) ?? [:]
        guard tokens.count <= FilterDescriptor.maximumPerApp else {
            throw .limitExceeded("'performed' names \(tokens.count) filters; at most \(FilterDescriptor.maximumPerApp)")
        }
        for (filter, token) in tokens {
            // Tokens are the agent's own: a longer one is none of them, and equals none.
            performed[try Identifier(wire: filter, of: "a filter")] = Token(String(token.prefix(64)))
        }
    }
}
