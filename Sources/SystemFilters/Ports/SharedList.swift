// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// A list of names that the user and other programs write too: each name is a switch of its own, and all others stay.
final class SharedList {
    typealias Reading = Result<[String], Refusal>

    private let read: (_ done: @escaping (Reading) -> Void) -> Void
    private let replace: ([String], _ done: @escaping (_ refusal: String?) -> Void) -> Void
    /// Each change reads what the one before has written.
    private var changes: [(name: String, isThere: Bool, done: (String?) -> Void)] = []
    private var isChanging = false

    /// Each calls `done` once, at once or later.
    init(
        read: @escaping (_ done: @escaping (Reading) -> Void) -> Void,
        replace: @escaping ([String], _ done: @escaping (_ refusal: String?) -> Void) -> Void
    ) {
        self.read = read
        self.replace = replace
    }

    func look(_ name: String, wish: String?, done: @escaping (Caretaker.Look) -> Void) {
        read { reading in
            switch reading {
            case .success(let names):
                let isThere = names.contains(name)
                done(.value(KnobValue(isThere, isDefault: !isThere), wish: wish))
            case .failure(let refusal): done(.unusable(refusal.words))
            }
        }
    }

    func write(_ name: String, isThere: Bool, done: @escaping (_ refusal: String?) -> Void) {
        changes.append((name, isThere, done))
        change()
    }

    private func change() {
        guard !isChanging, !changes.isEmpty else { return }
        isChanging = true
        let (name, isThere, done) = changes.removeFirst()
        let finish: (String?) -> Void = { [weak self] refusal in
            self?.isChanging = false
            done(refusal)
            self?.change()
        }
        read { [replace] reading in
            switch reading {
            case .success(let names):
                let changed = Self.changed(names, name, isThere: isThere)
                if changed == names { finish(nil) } else { replace(changed, finish) }
            case .failure(let refusal): finish(refusal.words)
            }
        }
    }

    /// With the name at the end, if it is not there, or without it.
    static func changed(_ names: [String], _ name: String, isThere: Bool) -> [String] {
        if isThere { return names.contains(name) ? names : names + [name] }
        return names.filter { $0 != name }
    }
}
