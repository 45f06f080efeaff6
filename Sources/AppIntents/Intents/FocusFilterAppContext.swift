// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// What a filter means beyond the app's own views: which of its notifications are to be shown.
public struct FocusFilterAppContext {
    /// As Apple has it. Evaluated in the app, on a notification's criteria: a predicate cannot cross the bus.
    public let notificationFilterPredicate: NSPredicate?
    /// The same as a value that can; beyond Apple's API.
    public let notificationFilter: NotificationFilter?
    /// What the identifiers of the app's content that is to be shown begin with.
    public let targetContentIdentifierPrefix: String?
    /// Whether a notification without criteria is shown whatever the filter says; true unless set otherwise. Beyond
    /// Apple's API, which leaves it open.
    public var showsNotificationsWithoutCriteria = true

    /// A predicate is evaluated in the app's own process. `nil`: every notification passes.
    public init(notificationFilterPredicate: NSPredicate? = nil, targetContentIdentifierPrefix: String? = nil) {
        self.notificationFilterPredicate = notificationFilterPredicate
        notificationFilter = nil
        self.targetContentIdentifierPrefix = targetContentIdentifierPrefix
    }

    /// A filter that the system can read too.
    public init(notificationFilter: NotificationFilter, targetContentIdentifierPrefix: String? = nil) {
        notificationFilterPredicate = nil
        self.notificationFilter = notificationFilter
        self.targetContentIdentifierPrefix = targetContentIdentifierPrefix
    }

    /// Whether a notification with these criteria is to be shown; one without them as
    /// ``showsNotificationsWithoutCriteria`` says.
    public func shouldPresent(criteria: String?) -> Bool {
        guard let criteria else { return showsNotificationsWithoutCriteria || isUnfiltered }
        if let notificationFilter { return notificationFilter.passes(criteria) }
        return notificationFilterPredicate?.evaluate(with: criteria) ?? true
    }

    private var isUnfiltered: Bool { notificationFilter == nil && notificationFilterPredicate == nil }
}
