// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import DBus

/// How an app registers its filters.
public struct FocusFilterOptions: Sendable {
    /// On which bus.
    public enum Bus: Hashable, Sendable {
        /// The session's.
        case session
        /// One at an address of the D-Bus specification's form.
        case address(String)

        var address: Connection.Address {
            switch self {
            case .session: .session
            case .address(let text): .custom(text)
            }
        }
    }

    /// What went wrong while the app runs. The library goes on by itself.
    public enum Problem: Sendable, CustomStringConvertible {
        /// The agent refused what the app offers.
        case refused(FocusFiltersError)
        /// A filter's ``AppIntent/perform()`` failed; the agent tries again.
        case performFailed(String, any Error)
        /// The app's installed descriptor file names these filters, and the program does not have them: nobody performs
        /// what people configure for them.
        case missingFilters([String])

        public var description: String {
            switch self {
            case .refused(let error): "the focus agent refuses this app's filters: \(error)"
            case .performFailed(let filter, let error): "\(filter) could not be performed: \(error)"
            case .missingFilters(let filters):
                "this program has no filter \(filters.joined(separator: ", ")), which its descriptor file names: an optimised "
                    + "build leaves out a type that is not public and that no code names; name it where the filters are "
                    + "registered, or write the file anew if the filter is gone"
            }
        }
    }

    /// The bus on which the agent and the app meet.
    public var bus = Bus.session
    /// Wait in line if another process serves the app now.
    public var standby = false
    /// The name to take on the bus instead of the app's id: that of a background helper, or of an app whose toolkit takes
    /// the id on a connection of its own, as `GApplication` does. The descriptor file must be installed, for it is what
    /// tells the agent that the owner of this name speaks for the app.
    public var busName: String?
    /// What the app's descriptor file says of the app itself, and who installs it.
    public var descriptor = FocusFilterDescriptor.App()
    /// Whether the library takes a name at all.
    public var ownsName = true
    /// How long options, descriptions and the like may take.
    public var answerDeadline = Duration.seconds(5)
    /// Told of problems, on any thread. By default they are written to standard error.
    public var onProblem: @Sendable (Problem) -> Void = { problem in
        FileHandle.standardError.write(Data("focus filters: \(problem)\n".utf8))
    }

    /// What suits an app that owns its id on the session's bus.
    public init() {}
}
