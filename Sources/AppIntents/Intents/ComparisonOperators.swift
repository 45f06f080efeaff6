// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Whether a parameter is equal to a value.
public enum EquatableComparisonOperator: Hashable, Sendable {
    /// It is.
    case equalTo
    /// It is not.
    case notEqualTo

    func holds(_ isEqual: Bool) -> Bool {
        switch self {
        case .equalTo: isEqual
        case .notEqualTo: !isEqual
        }
    }
}

/// How a parameter compares with a value in order.
public enum ComparableComparisonOperator: Hashable, Sendable {
    /// It is less.
    case lessThan
    /// It is less or equal.
    case lessThanOrEqualTo
    /// It is greater.
    case greaterThan
    /// It is greater or equal.
    case greaterThanOrEqualTo

    func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
        switch self {
        case .lessThan: left < right
        case .lessThanOrEqualTo: left <= right
        case .greaterThan: left > right
        case .greaterThanOrEqualTo: left >= right
        }
    }
}

/// Whether a parameter is among values.
public enum OneOfComparisonOperator: Hashable, Sendable {
    /// It is equal to one of them.
    case oneOf
}

/// Whether a parameter has a value.
public enum HasValueComparisonOperator: Hashable, Sendable {
    /// It has.
    case hasAnyValue
    /// It has none.
    case hasNoValue

    func holds(_ hasValue: Bool) -> Bool {
        switch self {
        case .hasAnyValue: hasValue
        case .hasNoValue: !hasValue
        }
    }
}

/// How a text compares with a part.
public enum StringComparisonOperator: Hashable, Sendable {
    /// The part is in it.
    case contains
    /// The part is not in it.
    case doesNotContain
    /// It begins with the part.
    case hasPrefix
    /// It ends with the part.
    case hasSuffix

    func holds(_ text: String, _ part: String) -> Bool {
        switch self {
        case .contains: text.contains(part)
        case .doesNotContain: !text.contains(part)
        case .hasPrefix: text.hasPrefix(part)
        case .hasSuffix: text.hasSuffix(part)
        }
    }
}
