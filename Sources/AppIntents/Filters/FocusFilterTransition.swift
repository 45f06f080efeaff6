// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import FocusCore

/// Why a filter is performed.
public struct FocusFilterTransition: Sendable {
    /// What happened.
    public enum Reason: String, Hashable, Sendable {
        /// A mode that configures the filter came on; none did before.
        case activated
        /// Other values: another mode that configures the filter, or an edit.
        case changed
        /// No mode that is on configures the filter any more: the values are the defaults.
        case ended
        /// The app started, or was away, and is told how things stand.
        case catchUp = "catch-up"
        /// The app suspended the filter: the values are the defaults.
        case suspended
        /// The app resumed the filter.
        case resumed
    }

    /// A focus mode, as far as the person lets the app know.
    public struct Mode: Hashable, Sendable {
        /// Empty: no mode.
        public let id: String
        /// For people.
        public let name: String
    }

    /// What happened.
    public let reason: Reason
    /// A mode configures the filter, and it is not suspended.
    public let isActive: Bool
    /// Grows with each change, also over restarts; for ordering only.
    public let serial: UInt64
    /// The active mode; `nil`: the person did not allow the app to know it.
    public let mode: Mode?
    /// Ids of entities that were sent, but do not exist any more, by parameter. Others of the same parameter are in the
    /// filter; if there are none, the parameter has its default. So that this is not taken for “everything”, a filter whose
    /// default means that looks here. What the agent knows to be gone it does not send.
    public let unknownEntities: [String: [String]]
    /// What this process had in effect before; `nil` at first.
    let previousValues: [Identifier: ParameterValue]?

    init(_ transition: Transition, unknownEntities: [String: [String]]) {
        reason =
            switch transition.reason {
            case .activated: .activated
            case .changed: .changed
            case .ended: .ended
            case .catchUp: .catchUp
            case .suspended: .suspended
            case .resumed: .resumed
            }
        isActive = transition.isActive
        serial = transition.serial
        mode = transition.mode.map { Mode(id: $0.id, name: $0.name) }
        previousValues = transition.previous
        self.unknownEntities = unknownEntities
    }

    /// Within ``AppIntent/perform()`` called by the agent: why. `nil` elsewhere, such as in an app's own call.
    @TaskLocal public static var current: FocusFilterTransition?

    /// The filter as this process had it in effect before; `nil` at first, and if it cannot be had any more.
    public func previous<Filter: SetFocusFilterIntent>(_ type: Filter.Type) async -> Filter? {
        guard let previousValues else { return nil }
        return try? await FilterBuilding.build(type, previousValues).filter
    }
}
