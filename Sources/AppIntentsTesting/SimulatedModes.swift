// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

public import AppIntents
internal import DBus
internal import FocusCore
internal import FocusInterfaces

extension SimulatedDesktop {
    /// Turns a mode on in which these filters have these values; one that is not mentioned keeps what was configured
    /// before. Returns when every app has acknowledged.
    ///
    /// Throws a ``SimulatedDesktopError``, also with what an app's `perform()` threw.
    public func turnOn(_ mode: String, _ filters: any SetFocusFilterIntent...) async throws {
        try await configure(mode, filters)
        try await control.ask { control, reply in
            control.activate(
                mode: Self.id(of: mode), options: [:], deadline: Self.callDeadline, reply: reply)
        }
        try await settle()
    }

    /// Turns the mode that is on off; returns when every app has acknowledged. Throws as ``turnOn(_:_:)``.
    public func turnOff() async throws {
        try await control.ask { $0.deactivate(options: [:], deadline: Self.callDeadline, reply: $1) }
        try await settle()
    }

    /// Configures filters in a mode, whether it is on or not; returns when every app has acknowledged. Throws as
    /// ``turnOn(_:_:)``.
    public func configure(_ mode: String, _ filters: any SetFocusFilterIntent...) async throws {
        try await configure(mode, filters)
        try await settle()
    }

    private func configure(_ mode: String, _ filters: [any SetFocusFilterIntent]) async throws {
        let id = Self.id(of: mode)
        if state.withLock({ $0.modes.insert(id).inserted }) {
            var settings: [String: Value] = [:]
            settings.set(Control1.ModeSettingsKey.name, mode)
            let wire = settings
            try await control.ask {
                $0.createMode(id: id, preset: "", settings: wire, deadline: Self.callDeadline, reply: $1)
            }
        }
        for filter in filters { try await configure(id, filter) }
    }

    private func configure(_ mode: String, _ filter: some SetFocusFilterIntent) async throws {
        let app = try app(of: type(of: filter))
        let filterID = try FilterDescribing.id(of: type(of: filter))
        let values = FilterBuilding.values(of: filter)
        var options: [String: Value] = [:]
        let unset = FilterBuilding.names(of: filter).filter { name in !values.keys.contains { $0.text == name } }
        options.set(Control1.ConfigureOptionsKey.none, unset)
        let wire = options
        try await control.ask {
            $0.configure(
                mode: mode, appID: app.text, filter: filterID.text, values: WireValues.dictionary(values),
                options: wire, deadline: Self.callDeadline, reply: $1)
        }
    }

    /// `Deep Work` → `deep-work`.
    private static func id(of mode: String) -> String {
        String(mode.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
    }
}
