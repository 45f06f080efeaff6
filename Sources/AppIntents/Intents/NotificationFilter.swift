// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Which notifications are to be shown, by their criteria: a value that the desktop can read too.
public indirect enum NotificationFilter: Hashable, Sendable, Codable {
    /// Criteria that are one of these.
    case allow([String])
    /// Criteria that are none of these.
    case deny([String])
    /// Criteria that begin so.
    case prefix(String)
    /// Criteria that this regular expression (ICU) matches as a whole; one that is malformed matches nothing.
    case matching(String)
    /// All of these pass.
    case all([NotificationFilter])
    /// One of these passes.
    case any([NotificationFilter])
    /// This does not pass.
    case not(NotificationFilter)

    /// Whether a notification with these criteria is to be shown.
    public func passes(_ criteria: String) -> Bool {
        switch self {
        case .allow(let criteriaList): criteriaList.contains(criteria)
        case .deny(let criteriaList): !criteriaList.contains(criteria)
        case .prefix(let prefix): criteria.hasPrefix(prefix)
        case .matching(let pattern):
            criteria.range(of: "^(?:\(pattern))$", options: .regularExpression) != nil
        case .all(let filters): filters.allSatisfy { $0.passes(criteria) }
        case .any(let filters): filters.contains { $0.passes(criteria) }
        case .not(let filter): !filter.passes(criteria)
        }
    }
}
