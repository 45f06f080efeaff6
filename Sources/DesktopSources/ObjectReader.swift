// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import DBus
internal import FocusCore

/// Keeps what is known of one object in step with it, whatever the order in which signals and replies come.
///
/// - A value that a change signal carries counts at once, if it has the right type.
/// - A property that was only invalidated, was named both as changed and as invalidated, or came with a wrong type, is
///   read again; so is everything after a signal that names nothing.
/// - Signals and replies may cross. A change that came after a read was sent is never overwritten by that read's reply;
///   if the two differ, one more read decides.
/// - A component that refuses or hangs is asked again, ever more seldom.
struct ObjectReader: Hashable, Sendable {
    /// What came of an input.
    enum Update: Hashable {
        case nothing
        /// Everything was read. `isFirst`: for the first time since there is this peer, or since a failure.
        case reading(isFirst: Bool)
        /// These keys have new values; one without is unknown.
        case change(Set<String>)
        case failed(CallFailure)
    }

    /// For log lines and tags; unique within the source.
    let name: String
    let path: ObjectPath
    let interface: InterfaceName
    /// The keys to watch, each with its type.
    let keys: [String: String]
    /// Keys of which the object never says that they changed.
    private let unannounced: Set<String>
    private let way: Way

    private enum Way: Hashable, Sendable {
        /// `GetAll`: the keys are properties.
        case properties
        /// A method that returns the value of the only key, as it is or as a variant.
        case method(MemberName, [Value], key: String)
    }
    /// Names of errors by which the method says that there is no value.
    private let noValue: Set<String>

    /// What is known. A key that the object does not have is absent.
    private(set) var values: [String: Value] = [:]
    /// All keys were read, from this peer.
    private(set) var hasRead = false
    private(set) var peer: BusName?

    /// Goes up with every read.
    private var number = 0
    private var isReading = false
    private var wantsAnother = false
    /// The read that is under way was asked for because something changed.
    private var expectsChange = false
    /// Keys about which a signal came while a read was under way; `nil`: it only said that there is a new value.
    private var crossed: [String: Value?] = [:]
    /// How often in a row a reply was no use because of what crossed it.
    private var repeats = 0
    private var backoff = Backoff()
    /// Reads in a row that failed.
    private var failures = 0
    /// Keys whose wrong type was logged already.
    private var complainedAbout: Set<String> = []

    /// A component that answers each read with another change signal must not keep us busy for ever.
    private static let maximumRepeats = 3

    /// Reads properties with `GetAll` and follows `PropertiesChanged`.
    init(
        name: String, path: ObjectPath, interface: InterfaceName, properties: [String: String],
        unannounced: Set<String> = []
    ) {
        self.name = name
        self.path = path
        self.interface = interface
        self.keys = properties
        self.unannounced = unannounced
        self.noValue = []
        self.way = .properties
    }

    /// Reads one value with a method, and follows a signal that carries it. `noValue`: names of errors by which the
    /// method says that there is none.
    init(
        name: String, path: ObjectPath, interface: InterfaceName, method: MemberName, _ arguments: [Value] = [],
        key: String, type: String, noValue: Set<String> = []
    ) {
        self.name = name
        self.path = path
        self.interface = interface
        self.keys = [key: type]
        self.unannounced = []
        self.noValue = noValue
        self.way = .method(method, arguments, key: key)
    }

    /// It follows `PropertiesChanged`.
    var readsProperties: Bool { way == .properties }

    private var readTag: SourceTag { SourceTag("read-" + name, number) }
    private var retryTag: SourceTag { SourceTag("retry-" + name) }

    // MARK: Peer

    /// There is a peer, perhaps another one: forget, and read.
    mutating func begin(with peer: BusName, _ outputs: inout [SourceOutput]) {
        end(&outputs)
        self.peer = peer
        read(&outputs)
    }

    /// The peer left: what is under way does not count any more.
    mutating func end(_ outputs: inout [SourceOutput]) {
        if peer != nil { outputs.append(.cancelTimer(retryTag)) }
        peer = nil
        isReading = false
        wantsAnother = false
        expectsChange = false
        hasRead = false
        values = [:]
        crossed = [:]
        repeats = 0
        complainedAbout = []
        failures = 0
        backoff.reset()
    }

    // MARK: Reads

    /// Reads everything; once more afterwards, if a read is under way.
    mutating func read(expectingChange: Bool = false, _ outputs: inout [SourceOutput]) {
        guard let peer else { return }
        if expectingChange || !hasRead { expectsChange = true }
        guard !isReading else {
            wantsAnother = true
            return
        }
        isReading = true
        number += 1
        crossed = [:]
        switch way {
        case .properties:
            outputs.append(
                .call(readTag, SourceCall(to: peer, path, .properties, "GetAll", [.string(interface.text)])))
        case .method(let member, let arguments, _):
            outputs.append(.call(readTag, SourceCall(to: peer, path, interface, member, arguments)))
        }
    }

    /// Whether `tag` is this reader's; then the reply is to be given to ``reply(_:_:_:)``.
    func owns(_ tag: SourceTag) -> Bool { tag.name == readTag.name || tag.name == retryTag.name }

    /// The retry timer came due.
    mutating func retry(_ outputs: inout [SourceOutput]) {
        read(expectingChange: true, &outputs)
    }

    mutating func reply(
        _ tag: SourceTag, _ result: Result<[Value], CallError>, _ outputs: inout [SourceOutput]
    ) -> Update {
        guard isReading, tag == readTag else { return .nothing }
        isReading = false
        let another = wantsAnother
        wantsAnother = false
        switch result {
        case .failure(let error) where error.name.map(noValue.contains) == true:
            return take([:], readAnother: another, &outputs)
        case .failure(let error):
            return fail(CallFailure(error), &outputs)
        case .success(let arguments):
            guard let answer = decode(arguments) else {
                return fail(.failing("\(path) answered \(signature(of: arguments)), which makes no sense"), &outputs)
            }
            return take(answer, readAnother: another, &outputs)
        }
    }

    private mutating func take(
        _ answer: [String: Value], readAnother: Bool, _ outputs: inout [SourceOutput]
    ) -> Update {
        backoff.reset()
        failures = 0
        var new: [String: Value] = [:]
        var isDisputed = readAnother
        for (key, type) in keys {
            let answered = accept(answer[key], as: type, key, &outputs)
            switch crossed[key] {
            case .none:
                new[key] = answered
            case .some(.some(let signalled)):
                new[key] = signalled
                if answered != signalled { isDisputed = true }
            case .some(.none):
                new[key] = values[key]
                isDisputed = true
            }
        }
        let changed = Set(keys.keys.filter { new[$0] != values[$0] })
        let missed = changed.subtracting(unannounced)
        if hasRead, !expectsChange, !missed.isEmpty, crossed.isEmpty {
            let names = missed.sorted().joined(separator: ", ")
            outputs.append(.log(.notice, "\(name): \(names) changed and no signal said so"))
        }
        let wasFirst = !hasRead
        if isDisputed, repeats < Self.maximumRepeats {
            repeats += 1
            // Before the first reading is settled there is nothing to say yet.
            if !wasFirst { values = new }
            read(expectingChange: true, &outputs)
            if wasFirst || changed.isEmpty { return .nothing }
            return .change(changed)
        }
        if isDisputed {
            outputs.append(.log(.warning, "\(name): changes faster than it can be read; reading again in a second"))
            outputs.append(.timer(retryTag, after: Backoff.first))
            for (key, type) in keys where crossed[key] == .some(.none) {
                new[key] = accept(answer[key], as: type, key, &outputs)
            }
        }
        repeats = 0
        expectsChange = false
        crossed = [:]
        values = new
        hasRead = true
        return .reading(isFirst: wasFirst)
    }

    private mutating func fail(_ failure: CallFailure, _ outputs: inout [SourceOutput]) -> Update {
        switch failure {
        case .absent:
            break
        case .failing(let words):
            outputs.append(.timer(retryTag, after: backoff.next()))
            failures += 1
            if hasRead, failures == 1 {
                // Busy for once is not broken: what is known stands until it is asked again.
                outputs.append(.log(.notice, "\(name): \(words); asking again"))
                return .nothing
            }
        }
        values = [:]
        hasRead = false
        return .failed(failure)
    }

    // MARK: Signals

    /// Takes in the arguments of `PropertiesChanged` from this object.
    mutating func propertiesChanged(_ arguments: [Value], _ outputs: inout [SourceOutput]) -> Update {
        guard arguments.count == 3, String(arguments[0]) == interface.text,
            case .dictionary(_, _, let entries) = arguments[1], let invalidated = [String](arguments[2])
        else { return .nothing }
        guard !entries.isEmpty || !invalidated.isEmpty else {
            mistrust(keys.keys)
            read(expectingChange: true, &outputs)
            return .nothing
        }
        var mistrusted = Set(invalidated).intersection(keys.keys)
        var changed: Set<String> = []
        for entry in entries {
            guard let key = String(entry.key), let type = keys[key], !mistrusted.contains(key),
                let value = Value(entry.value)
            else { continue }
            if let value = accept(value, as: type, key, &outputs) {
                if push(key, value) { changed.insert(key) }
            } else {
                mistrusted.insert(key)
            }
        }
        if !mistrusted.isEmpty {
            mistrust(mistrusted)
            read(expectingChange: true, &outputs)
        }
        return changed.isEmpty ? .nothing : .change(changed)
    }

    /// Takes in a value that a signal of its own carries.
    mutating func signalled(_ key: String, _ value: Value?, _ outputs: inout [SourceOutput]) -> Update {
        guard let type = keys[key] else { return .nothing }
        guard let value = accept(value, as: type, key, &outputs) else {
            mistrust([key])
            read(expectingChange: true, &outputs)
            return .nothing
        }
        return push(key, value) ? .change([key]) : .nothing
    }

    /// True if the value is new.
    private mutating func push(_ key: String, _ value: Value) -> Bool {
        guard peer != nil else { return false }
        if isReading { crossed[key] = .some(value) }
        complainedAbout.remove(key)
        guard values[key] != value else { return false }
        values[key] = value
        return true
    }

    /// The reply to the read that is under way, if any, may be older than the news about these keys.
    private mutating func mistrust(_ names: some Sequence<String>) {
        guard isReading else { return }
        for name in names { crossed.updateValue(nil, forKey: name) }
    }

    // MARK: Values

    /// `nil` if there is no value, or it has the wrong type; the latter is logged once.
    private mutating func accept(
        _ value: Value?, as type: String, _ key: String, _ outputs: inout [SourceOutput]
    ) -> Value? {
        guard let value else { return nil }
        guard value.signature.text != type else { return value }
        if complainedAbout.insert(key).inserted {
            outputs.append(
                .log(.warning, "\(name): \(key) came with type \(value.signature.text), not \(type): ignored"))
        }
        return nil
    }

    private func decode(_ arguments: [Value]) -> [String: Value]? {
        switch way {
        case .properties:
            // Duplicate keys make no sense either.
            return arguments.count == 1 ? [String: Value](arguments[0]) : nil
        case .method(_, _, let key):
            guard arguments.count == 1 else { return nil }
            // A variant may hold whatever somebody stored: that is no broken answer.
            if case .variant(let value) = arguments[0] { return [key: value] }
            return arguments[0].signature.text == keys[key] ? [key: arguments[0]] : nil
        }
    }

    private func signature(of arguments: [Value]) -> String {
        let text = arguments.map(\.signature.text).joined()
        return text.isEmpty ? "nothing" : "'\(text)'"
    }
}
