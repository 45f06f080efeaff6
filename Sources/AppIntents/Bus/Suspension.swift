// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import FocusCore

/// Whether a filter hides something, and whether the person asked to see everything.
public enum FocusFilterSuspension: Hashable, Sendable {
    /// No mode that is on configures the filter: nothing is hidden.
    case inactive
    /// The filter is in effect.
    case filtering
    /// A mode configures the filter, but the person asked to see everything.
    case suspended
}

extension SetFocusFilterIntent {
    /// How the filter stands. While the agent is away, as it said last.
    public static var suspension: FocusFilterSuspension {
        get async throws {
            guard let state = try await state() else { return .inactive }
            return state.isSuspended ? .suspended : state.isActive ? .filtering : .inactive
        }
    }

    /// For a button “Show All”: the filter gets its defaults until ``resume()``, or until the mode or what is configured
    /// changes. Throws ``FocusFiltersError/notActive`` if no mode that is on configures it.
    public static func suspend() async throws { try await setSuspended(true) }

    /// For a button “Filter Again”.
    public static func resume() async throws { try await setSuspended(false) }

    private static func setSuspended(_ isOn: Bool) async throws {
        guard let session = FocusSessions.session(of: Self.self), let id = session.id(of: Self.self) else {
            throw FocusFiltersError.notRegistered("\(Self.self)")
        }
        try await session.suspend(id, isOn)
    }

    /// The words for a banner that says honestly that something is hidden; `nil` while nothing is, nor would be.
    public static var banner: FocusFilterBanner? {
        get async throws {
            switch try await suspension {
            case .inactive: nil
            case .filtering: FocusFilterBanner(isSuspended: false, mode: try? await activeMode?.name)
            case .suspended: FocusFilterBanner(isSuspended: true)
            }
        }
    }
}

/// Words in the person's language for a banner above filtered content, and for its button. Screen readers read the text
/// as it is.
public struct FocusFilterBanner: Hashable, Sendable {
    /// “Filtered by Focus”, with the mode's name if the app may know it; or that everything is shown.
    public let text: String
    /// “Show All”, which is to call ``SetFocusFilterIntent/suspend()``; or “Filter Again”, for
    /// ``SetFocusFilterIntent/resume()``.
    public let actionTitle: String
    /// Whether the button resumes.
    public let isSuspended: Bool

    /// `mode`: the active mode's name, if the app may know it.
    public init(isSuspended: Bool, mode: String? = nil) {
        self.isSuspended = isSuspended
        let words = Words.shared
        if isSuspended {
            text = words.text(.showsEverything)
            actionTitle = words.text(.filterAgain)
        } else {
            text = mode.flatMap { $0.isEmpty ? nil : words.text(.filteredByMode, $0) } ?? words.text(.filteredByFocus)
            actionTitle = words.text(.showAll)
        }
    }
}
