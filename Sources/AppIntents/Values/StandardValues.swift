// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import FocusCore

extension Bool: _IntentValue {
    public static var _specification: _ValueSpecification<Bool> {
        .scalar(
            .bool, encode: { .bool($0) },
            decode: {
                switch $0 {
                case .bool(let value): value
                case .int, .double, .string, .array: nil
                }
            },
            text: { Words.shared.text($0 ? .yes : .no) })
    }
}

extension Int: _IntentValue {
    public static var _specification: _ValueSpecification<Int> {
        .scalar(
            .int, encode: { .int(Int64($0)) },
            decode: {
                switch $0 {
                case .int(let value): Int(exactly: value)
                case .bool, .double, .string, .array: nil
                }
            })
    }
}

extension Double: _IntentValue {
    public static var _specification: _ValueSpecification<Double> {
        .scalar(.double, encode: { .double($0) }, decode: \.number)
    }
}

extension String: _IntentValue {
    public static var _specification: _ValueSpecification<String> {
        .scalar(.string, encode: { .string($0) }, decode: \.text)
    }
}

extension URL: _IntentValue {
    public static var _specification: _ValueSpecification<URL> {
        .scalar(
            .url, encode: { .string($0.absoluteString) }, decode: { $0.text.flatMap { URL(string: $0) } },
            text: \.absoluteString)
    }
}

/// An instant, sent as RFC 3339 in UTC with milliseconds.
extension Date: _IntentValue {
    public static var _specification: _ValueSpecification<Date> {
        .scalar(
            .date, encode: { .string(Timestamp.text(of: $0)) }, decode: { $0.text.flatMap { Timestamp.date(of: $0) } },
            text: { $0.formatted() })
    }
}

/// An instant by its parts: sent as the instant that they name in their calendar and time zone, by default the person's;
/// read as the parts from year to second in the person's.
extension DateComponents: _IntentValue {
    public static var _specification: _ValueSpecification<DateComponents> {
        .scalar(
            .date, encode: { .string(Timestamp.text(of: instant($0))) },
            decode: { value in
                value.text.flatMap { Timestamp.date(of: $0) }.map {
                    Calendar.current.dateComponents(
                        [.calendar, .timeZone, .year, .month, .day, .hour, .minute, .second], from: $0)
                }
            },
            text: { instant($0).formatted() })
    }

    private static func instant(_ parts: DateComponents) -> Date {
        var calendar = parts.calendar ?? .current
        if let zone = parts.timeZone { calendar.timeZone = zone }
        return calendar.date(from: parts) ?? .distantPast
    }
}

/// A quantity, sent as a number in the base unit of its kind (metres, seconds, kilograms …).
extension Measurement: _IntentValue where UnitType: Dimension {
    public static var _specification: _ValueSpecification<Measurement<UnitType>> {
        _ValueSpecification(
            shape: ValueShape(type: .double, unit: { UnitType.baseUnit().symbol }),
            encode: { .double($0.converted(to: UnitType.baseUnit()).value) },
            decode: { value, _ in value?.number.map { Measurement(value: $0, unit: UnitType.baseUnit()) } },
            text: { "\($0.value.formatted()) \($0.unit.symbol)" })
    }
}

extension Optional: _IntentValue where Wrapped: _IntentValue {
    /// That of what is wrapped.
    public typealias ValueType = Wrapped.ValueType

    public static var _specification: _ValueSpecification<Wrapped?> {
        let wrapped = Wrapped._specification
        var shape = wrapped.shape
        shape.isOptional = true
        return _ValueSpecification(
            shape: shape, encode: { $0.flatMap(wrapped.encode) },
            decode: { value, table in
                guard let value else { return .some(nil) }
                return wrapped.decode(value, table).map(Optional.some)
            },
            text: { $0.flatMap(wrapped.text) })
    }
}

extension Array: _IntentValue where Element: _IntentValue {
    /// That of the elements.
    public typealias ValueType = Element.ValueType

    public static var _specification: _ValueSpecification<[Element]> {
        let element = Element._specification
        var shape = element.shape
        shape.isArray = true
        let isEntity = shape.type == .entity
        return _ValueSpecification(
            shape: shape, encode: { .array($0.compactMap(element.encode)) },
            decode: { value, table in
                guard case .array(let values)? = value else { return nil }
                var result: [Element] = []
                for value in values {
                    guard let decoded = element.decode(value, table) else {
                        if isEntity { continue }
                        return nil
                    }
                    result.append(decoded)
                }
                return result
            },
            text: { values in
                values.isEmpty ? nil : values.compactMap(element.text).formatted(.list(type: .and, width: .narrow))
            })
    }
}

extension ParameterValue {
    /// A number, whole or not.
    fileprivate var number: Double? {
        switch self {
        case .double(let value): value
        case .int(let value): Double(exactly: value)
        case .bool, .string, .array: nil
        }
    }
}

/// Instants as RFC 3339 has them.
enum Timestamp {
    static func text(of date: Date) -> String { formatter(fraction: true).string(from: date) }

    static func date(of text: String) -> Date? {
        formatter(fraction: true).date(from: text) ?? formatter(fraction: false).date(from: text)
    }

    private static func formatter(fraction: Bool) -> ISO8601DateFormatter {
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = fraction ? [.withInternetDateTime, .withFractionalSeconds] : .withInternetDateTime
        return formatter
    }
}
