// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusInterfaces

/// What apps answer about their filters, and what they may.
extension Verbs {
    /// The agent waits for the app, up to 20 s with its start, and says so if that is in vain.
    private static let patience: Int64 = 25_000_000

    func options(
        _ key: FilterKey, _ parameter: String, search: String, _ changes: Changes
    ) throws(Failure) -> Report {
        typealias Key = Control1.OptionsQueryKey
        var query: Row = [:]
        if !search.isEmpty { query.set(Key.search, search) }
        if changes != Changes() { query.set(Key.values, try values(of: key, changes)) }
        let sections = try link.ask(within: Self.patience) {
            link.client.options(
                appID: key.app.text, filter: key.filter.text, parameter: parameter, query: query, deadline: $0,
                reply: $1)
        }
        return AnswerReports.sections(sections, wording)
    }

    func resolve(_ key: FilterKey, _ parameter: String, _ ids: [String]) throws(Failure) -> Report {
        let values = try ids.map { id throws(Failure) in
            let change = Changes(assignments: [Changes.Assignment(name: parameter, value: id)])
            return try Configuration(
                changing: [:], none: [], by: change, parameters: parameters(of: key).map(\.ofOneValue)
            ).values[parameter] ?? .string(id)
        }
        let items = try link.ask(within: Self.patience) {
            link.client.resolve(
                appID: key.app.text, filter: key.filter.text, parameter: parameter, ids: values, options: [:],
                deadline: $0, reply: $1)
        }
        return AnswerReports.items(items, wording)
    }

    func describe(_ key: FilterKey, _ changes: Changes) throws(Failure) -> Report {
        let values = try values(of: key, changes)
        let description = try link.ask(within: Self.patience) {
            link.client.describe(
                appID: key.app.text, filter: key.filter.text, values: values, options: [:], deadline: $0, reply: $1)
        }
        return AnswerReports.description(description, wording)
    }

    func suggest(_ key: FilterKey) throws(Failure) -> Report {
        let suggestions = try link.ask(within: Self.patience) {
            link.client.suggest(
                appID: key.app.text, filter: key.filter.text, context: [:], deadline: $0, reply: $1)
        }
        return AnswerReports.suggestions(suggestions, wording)
    }

    func policy(_ app: AppID, _ change: PolicyChange) throws(Failure) -> Report {
        typealias Key = Control1.AppPolicyKey
        var policy: Row = [:]
        policy.set(Key.shareMode, change.shareMode)
        policy.set(Key.activate, change.activate)
        if !policy.isEmpty {
            try link.ask { link.client.setAppPolicy(appID: app.text, policy: policy, deadline: $0, reply: $1) }
        }
        let row = try link.filters().first { $0[Control1.FilterRowKey.app] == app.text }
        // An app that offers nothing yet has no row; what was set is in force all the same.
        guard row != nil || !policy.isEmpty else {
            throw .refused("no app '\(app)' offers filters; 'focusctl filters' lists them")
        }
        return AnswerReports.policy(
            app.text, shareMode: row?[Control1.FilterRowKey.shareMode] ?? change.shareMode,
            activate: row?[Control1.FilterRowKey.activate] ?? change.activate)
    }

    /// The filter's effective values with the changes.
    private func values(of key: FilterKey, _ changes: Changes) throws(Failure) -> Row {
        let row = try filter(key)
        let parameters = row.rows(Control1.FilterRowKey.parameters)
        return try Configuration(
            changing: row.row(Control1.FilterRowKey.values), none: [], by: changes, parameters: parameters
        ).values
    }
}

extension Row {
    /// The description of a parameter that takes one value of the same type.
    fileprivate var ofOneValue: Row {
        var row = self
        row.set(Focus1.ParameterDescriptionKey.array, false)
        return row
    }
}
