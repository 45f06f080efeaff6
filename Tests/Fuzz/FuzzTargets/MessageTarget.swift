// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import DBus

/// What a peer sends: raw bytes of a message, or arguments of any kind made from the input.
enum MessageTarget {
    static func run(_ input: inout FuzzInput) throws(Finding) {
        if input.flag() {
            guard let message = Message(bytes: input.rest()) else { return }
            try check(message)
        } else {
            var source = ValueSource(input: input)
            let values = source.arguments()
            let message: Message
            do throws(BusError) {
                message = try Message(carrying: values)
            } catch {
                return try FuzzMessages.check(error.description)
            }
            try Finding.unlessEqual(message.arguments, values, "arguments, written and read")
            try check(message)
        }
    }

    private static func check(_ message: Message) throws(Finding) {
        try checkHeader(of: message)
        guard message.byteCount <= 1 << 20 else { return }
        let arguments = message.arguments
        try Finding.unlessEqual(
            arguments.map(\.signature.text).joined(), message.signature.text, "the types of the arguments")
        try Finding.unless(message.depth <= 64, "containers nest \(message.depth) deep")
        try checkRewriting(of: message)
        try WireReaders.read(arguments)
    }

    private static func checkHeader(of message: Message) throws(Finding) {
        let names: [(any ValidatedName)?] = [
            message.sender, message.destination, message.path, message.interface, message.member, message.errorName,
            message.signature,
        ]
        for name in names.compactMap(\.self) {
            try Finding.unless(type(of: name).isValid(name.text), "the library let a \(type(of: name)) pass: \(name)")
        }
        _ = (message.serial, message.replySerial, message.isReplyExpected)
        try Finding.unless(message.errorMessage.utf8.count <= 4096, "an error's words are long")
        _ = message.values(as: String.self, [String: Value].self)
        _ = message.argument(1, as: [String].self)
    }

    /// What was received can be sent on, but for file descriptors, and stays the same.
    private static func checkRewriting(of message: Message) throws(Finding) {
        let copy: Message
        do throws(BusError) {
            copy = try Message(carrying: message.arguments)
        } catch .fileDescriptorNotSendable {
            return
        } catch {
            throw Finding("what was received cannot be sent: \(error)")
        }
        try Finding.unlessEqual(copy.arguments, message.arguments, "arguments, read and written")
    }
}
