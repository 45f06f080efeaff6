// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// What goes wrong between an app's filters and the agent. Each says in words what is wrong and what to do.
public enum FocusFiltersError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A filter cannot be offered as it is declared.
    case invalidFilter(String)
    /// The app's id is missing or is none.
    case invalidAppID(String)
    /// The filter was not registered in this process.
    case notRegistered(String)
    /// The agent refused; its error's name and words.
    case refused(name: String, message: String)
    /// No bus, or no agent on it.
    case unavailable(String)
    /// The registration was ended.
    case ended
    /// What was sent for a parameter does not fit its type.
    case unreadableValue(parameter: String)
    /// The app's own code took too long.
    case timedOut(String)
    /// No mode that is on configures the filter, so that there is nothing to suspend.
    case notActive
    /// Newer values came before these were in effect.
    case superseded

    public var description: String {
        switch self {
        case .invalidFilter(let words), .invalidAppID(let words), .unavailable(let words), .timedOut(let words): words
        case .notRegistered(let filter): "'\(filter)' is not registered: call FocusFilters.register at the start"
        case .refused(let name, let message): message.isEmpty ? name : "\(message) (\(name))"
        case .unreadableValue(let parameter): "the value for '\(parameter)' does not fit its type"
        case .ended: "the registration of these filters was ended"
        case .notActive: "no focus mode that is on configures this filter"
        case .superseded: "newer values came before these were in effect"
        }
    }
}
