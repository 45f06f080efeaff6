// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

public import DBus
public import FocusCore

extension ComingChange {
    /// A row of `Next`.
    public var wire: [String: Value] {
        typealias Key = Control1.ComingChangeKey
        var result: [String: Value] = [:]
        result.set(Key.at, at)
        result.set(Key.mode, mode?.text ?? "")
        result.set(Key.text, reason.text)
        return result
    }
}

extension Forecast {
    /// What `Preview` answers.
    public var wire: [String: Value] {
        typealias Key = Control1.ForecastKey
        var result: [String: Value] = [:]
        result.set(Key.mode, mode?.text ?? "")
        result.set(Key.reason, reason.wire)
        result.set(Key.changes, changes.map(\.wire))
        return result
    }
}

extension Forecast.Change {
    /// As `a{sv}` with the keys of ``Control1/ForecastChangeKey``.
    public var wire: [String: Value] {
        typealias Key = Control1.ForecastChangeKey
        var result: [String: Value] = [:]
        result.set(Key.app, key.app.text)
        result.set(Key.filter, key.filter.text)
        result.set(Key.values, WireValues.dictionary(values, of: parameters))
        return result
    }
}

extension HistoryRow {
    /// A row of `History`.
    public var wire: [String: Value] {
        typealias Key = Control1.HistoryRowKey
        var result: [String: Value] = [:]
        result.set(Key.at, at)
        result.set(Key.kind, kind.rawValue)
        result.set(Key.text, text)
        result.set(Key.mode, mode?.text ?? (filter == nil ? "" : nil))
        result.set(Key.app, filter?.app.text)
        result.set(Key.filter, filter?.filter.text)
        result.set(Key.serial, filter == nil ? nil : serial)
        return result
    }
}
