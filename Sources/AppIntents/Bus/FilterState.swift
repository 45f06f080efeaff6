// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import FocusCore

extension SetFocusFilterIntent {
    /// The filter with the values that the person chose for the focus mode that is on.
    ///
    /// Throws ``SetFocusFilterIntentError/notFound`` if no mode that is on configures the filter, or if it is suspended,
    /// and before it is registered. While the agent is away, what it said last counts.
    public static var current: Self {
        get async throws {
            guard let state = try await state(), state.isActive else { throw SetFocusFilterIntentError.notFound }
            return try await FilterBuilding.build(Self.self, state.values).filter
        }
    }

    /// The filter as it should be now: as ``current``, else with the defaults. Throws only if those cannot be had, or if
    /// what is chosen cannot, such as entities that do not exist any more.
    public static var currentOrDefault: Self {
        get async throws {
            guard let state = try await state(), state.isActive else {
                return try await FilterBuilding.defaults(of: Self.self)
            }
            return try await FilterBuilding.build(Self.self, state.values).filter
        }
    }

    /// Whether a focus mode is on, whatever it means for this filter. Throws a ``FocusFiltersError`` if nobody can tell.
    public static var isFocused: Bool {
        get async throws { try await registration().isFocused }
    }

    /// The focus mode that is on, with an empty id if none is; `nil` if the person did not allow this app to know.
    public static var activeMode: FocusFilterTransition.Mode? {
        get async throws { try await registration().activeMode }
    }

    private static func registration() throws(FocusFiltersError) -> FocusFilterRegistration {
        guard let session = FocusSessions.session(of: Self.self) else { throw .notRegistered("\(Self.self)") }
        return FocusFilterRegistration(session: session)
    }

    /// What the filter has in effect: the latest at once, if it was performed, then each change.
    public static var updates: FocusFilterUpdates<Self> { FocusFilterUpdates(UpdateHubs.hub(of: Self.self)) }

    /// The app's own state changed, and with it ``appContext``, options or entities: the system asks again.
    public static func invalidateFocusFilterAppContext() {
        guard let session = FocusSessions.session(of: Self.self), let id = session.id(of: Self.self) else { return }
        session.invalidate(id)
    }

    /// Whether a notification of the app's own with these criteria is to be shown now. Any is while no mode that is on
    /// configures the filter, and one without criteria unless ``appContext`` says otherwise.
    public static func shouldPresent(criteria: String?) async -> Bool {
        guard let filter = try? await current else { return true }
        return filter.appContext.shouldPresent(criteria: criteria)
    }

    /// `nil`: nothing is known.
    static func state() async throws -> FilterState? {
        guard let session = FocusSessions.session(of: Self.self), let id = session.id(of: Self.self) else { return nil }
        return try await session.state(of: id)
    }
}
