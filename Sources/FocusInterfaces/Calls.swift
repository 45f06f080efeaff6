// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

public import DBus
public import FocusCore

extension Invocation {
    /// An argument of the call. The object server has compared the types already: only a dictionary that names a key
    /// twice is refused here.
    func argument<Content: BusRepresentable>(_ index: Int) -> Content? { message.argument(index) }

    func refuse(_ argument: String) { fail(.invalidArgs, "the argument '\(argument)' names a key twice") }

    func refuseMember() {
        fail(.unknownMethod, "the interface has no method '\(member?.text ?? "")'")
    }
}

extension MethodCall {
    /// Answers with an error of the project's own.
    public func fail(_ error: FocusError) { fail(error.name, error.message) }

    /// Answers that what the caller sent is refused.
    public func fail(_ error: WireError) { fail(error.name, error.message) }
}

/// Reads what a call came back with.
enum Output {
    /// A reply without a value; what it carries nevertheless does not matter.
    static func read(_ result: Result<Message, CallError>) -> Result<Void, CallError> { result.map { _ in } }

    /// A reply with one value. Another type counts as an error reply of the name `InvalidArgs`.
    static func read<Content: BusRepresentable>(_ result: Result<Message, CallError>) -> Result<Content, CallError> {
        result.flatMap { message in
            if let content: Content = message.argument(0) { return .success(content) }
            return .failure(mismatch(Content.self, message.signature))
        }
    }

    /// A property's value, which comes in a variant.
    static func readProperty<Content: BusRepresentable>(
        _ result: Result<Message, CallError>
    ) -> Result<Content, CallError> {
        let value: Result<Value, CallError> = read(result)
        return value.flatMap { value in
            Content(value).map(Result.success) ?? .failure(mismatch(Content.self, value.signature))
        }
    }

    private static func mismatch<Content: BusRepresentable>(_ type: Content.Type, _ found: Signature) -> CallError {
        .error(
            name: ErrorName.invalidArgs.text,
            message: "the reply must be of type '\(Content.busSignature)', not '\(found)'")
    }
}
