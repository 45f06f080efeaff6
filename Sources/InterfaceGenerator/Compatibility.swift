// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

extension Interface {
    /// What of `released` no longer holds here, in words; empty: all who used it still can.
    ///
    /// Members and keys may come, none may go or change its type, and no key may become required.
    public func breaks(with released: Interface) -> [String] {
        var breaks: [String] = []
        if name != released.name { breaks.append("the interface is called \(name), not \(released.name)") }
        if path != released.path { breaks.append("the path is \(path ?? "none"), not \(released.path ?? "none")") }
        compare(released.methods, methods, "method", \.name, \.shape, &breaks)
        compare(released.signals, signals, "signal", \.name, \.shape, &breaks)
        compare(released.properties, properties, "property", \.name, \.shape, &breaks)
        for old in released.dictionaries {
            guard let new = dictionaries.first(where: { $0.name == old.name }) else {
                breaks.append("dictionary \(old.name) is gone")
                continue
            }
            compare(old.keys, new.keys, "key of \(old.name)", \.name, \.signature, &breaks)
            let required = Set(old.keys.filter(\.isRequired).map(\.name))
            for key in new.keys where key.isRequired && !required.contains(key.name) {
                breaks.append("key of \(old.name) '\(key.name)' is required now")
            }
        }
        return breaks
    }

    private func compare<Part>(
        _ old: [Part], _ new: [Part], _ kind: String, _ name: (Part) -> String, _ shape: (Part) -> String,
        _ breaks: inout [String]
    ) {
        for part in old {
            guard let same = new.first(where: { name($0) == name(part) }) else {
                breaks.append("\(kind) '\(name(part))' is gone")
                continue
            }
            if shape(same) != shape(part) {
                breaks.append("\(kind) '\(name(part))' is \(shape(same)), not \(shape(part))")
            }
        }
    }
}

extension Interface.Method {
    fileprivate var shape: String { "\(input.map(\.signature).joined()) → \(output?.signature ?? "")" }
}

extension Interface.Signal {
    fileprivate var shape: String { "(\(arguments.map(\.signature).joined()))" }
}

extension Interface.Property {
    fileprivate var shape: String { "\(signature), \(access), change signal: \(emitsChange)" }
}
