// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Whether `text` is a `date-time` of RFC 3339, such as `2026-11-30T09:00:00.5+01:00`; the day must exist in its month.
func isTimestamp(_ text: String) -> Bool {
    var bytes = text.utf8[...]
    guard let year = number(&bytes, 4), take(&bytes, "-"), let month = number(&bytes, 2), take(&bytes, "-"),
        let day = number(&bytes, 2), take(&bytes, "Tt "), let hour = number(&bytes, 2), take(&bytes, ":"),
        let minute = number(&bytes, 2), take(&bytes, ":"), let second = number(&bytes, 2)
    else { return false }
    if take(&bytes, ".") {
        let digits = bytes.prefix(while: ASCII.isDigit)
        guard !digits.isEmpty else { return false }
        bytes = bytes.dropFirst(digits.count)
    }
    if !take(&bytes, "Zz") {
        guard take(&bytes, "+-"), let hours = number(&bytes, 2), take(&bytes, ":"), let minutes = number(&bytes, 2),
            hours < 24, minutes < 60
        else { return false }
    }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    // A leap second has the number 60.
    return bytes.isEmpty && lengths.indices.contains(month - 1) && (1...lengths[month - 1]).contains(day) && hour < 24
        && minute < 60 && second <= 60
}

private func number(_ bytes: inout Substring.UTF8View, _ count: Int) -> Int? {
    let digits = bytes.prefix(count)
    guard digits.count == count, digits.allSatisfy(ASCII.isDigit) else { return nil }
    bytes = bytes.dropFirst(count)
    return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
}

private func take(_ bytes: inout Substring.UTF8View, _ choices: String) -> Bool {
    guard let first = bytes.first, choices.utf8.contains(first) else { return false }
    bytes = bytes.dropFirst()
    return true
}
