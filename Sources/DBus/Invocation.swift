// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// A method call from a peer that is to be answered: once, now or later. Further answers are ignored, as is any answer
/// to a caller who wants none. One that is let go unanswered is answered with `Failed`.
public final class Invocation {
    public let message: Message
    /// The caller's unique name.
    public let sender: BusName
    public private(set) var isAnswered: Bool
    private weak var connection: Connection?
    /// What ``admit()`` sets going.
    var onAdmit: (() -> Void)?

    init(_ message: Message, sender: BusName, connection: Connection?) {
        self.message = message
        self.sender = sender
        self.connection = connection
        isAnswered = !message.isReplyExpected
    }

    deinit {
        if !isAnswered { fail(.failed, "the method gave no answer") }
    }

    public var member: MemberName? { message.member }
    public var interface: InterfaceName? { message.interface }
    /// Decoded at the first use.
    public var arguments: [Value] { message.arguments }

    /// Lets a call go on that was ``Admission/deferred``.
    public func admit() {
        let onAdmit = onAdmit
        self.onAdmit = nil
        onAdmit?()
    }

    /// Answers with `values`. Values that cannot be sent become the error `Failed`, which says why.
    public func reply(_ values: [Value] = []) {
        guard let connection = answering() else { return }
        do throws(BusError) {
            try connection.send(OutgoingMessage.reply(to: message, values))
        } catch {
            guard error != .disconnected else { return }
            send(error: .failed, "the answer cannot be sent: \(error)", connection)
        }
    }

    /// Answers with an error.
    public func fail(_ name: ErrorName, _ words: String) {
        guard let connection = answering() else { return }
        send(error: name, words, connection)
    }

    private func answering() -> Connection? {
        onAdmit = nil
        guard !isAnswered else { return nil }
        isAnswered = true
        return connection
    }

    private func send(error name: ErrorName, _ words: String, _ connection: Connection) {
        // Nobody is left to tell if this fails: the bus is gone, or the memory.
        _ = try? connection.send(OutgoingMessage.error(to: message, name, words))
    }
}

/// A method call whose answer has the type `Output`: `Void`, one ``BusRepresentable``, or a tuple of them.
public struct MethodCall<Output> {
    public let invocation: Invocation

    public init(_ invocation: Invocation) { self.invocation = invocation }

    public var sender: BusName { invocation.sender }

    /// Answers.
    public func reply<each Part: BusRepresentable>(_ output: repeat each Part) where Output == (repeat each Part) {
        var values: [Value] = []
        repeat values.append((each output).busValue)
        invocation.reply(values)
    }

    /// Answers with an error.
    public func fail(_ name: ErrorName, _ words: String) { invocation.fail(name, words) }
}
