// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// How to ask for a well-known name.
public struct NameFlags: OptionSet, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Another connection may take the name over.
    public static let allowReplacement = NameFlags(rawValue: 1)
    /// Take the name over from an owner who allows it.
    public static let replaceExisting = NameFlags(rawValue: 2)
    /// Fail rather than wait until the owner lets go.
    public static let doNotQueue = NameFlags(rawValue: 4)
}

/// The bus's answer to a request for a name.
public enum RequestNameReply: UInt32, Hashable, Sendable {
    case primaryOwner = 1
    case inQueue = 2
    case exists = 3
    case alreadyOwner = 4
}

extension Connection {
    /// Asks the bus for `name`.
    public func requestName(
        _ name: BusName, flags: NameFlags, reply: @escaping (Result<RequestNameReply, CallError>) -> Void
    ) {
        call(
            .bus, .bus, .bus, "RequestName", [.string(name.text), .uint32(flags.rawValue)], deadline: nil
        ) { result in
            reply(
                result.flatMap { message in
                    guard let answer = message.argument(0, as: UInt32.self).flatMap(RequestNameReply.init(rawValue:))
                    else {
                        return .failure(.error(name: ErrorName.failed.text, message: "the bus gave a strange answer"))
                    }
                    return .success(answer)
                })
        }
    }

    /// Gives `name` up, or leaves the queue for it.
    public func releaseName(_ name: BusName, reply: ((Result<Void, CallError>) -> Void)? = nil) {
        call(.bus, .bus, .bus, "ReleaseName", [.string(name.text)], deadline: nil) { reply?($0.map { _ in }) }
    }
}
