// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

package import FocusCore
internal import FocusInterfaces

/// Where an app offers its filters, and asks about the focus.
public enum FocusFilters {
    /// Offers filters from now until the process ends: connects, registers with the agent whenever there is one, performs
    /// each change, and catches up.
    ///
    /// Call it at the start of the program; it does not wait for anything. The filters are performed where their
    /// isolation says: those on the main actor need a program that serves it, as an asynchronous `main` and
    /// `RunLoop.main` do; for a GLib main loop see ``MainActorQueue``. Called again for the same app it adds filters; the options of the first call count.
    ///
    /// A program that is started with `--focus-filters` only prints its descriptor file here, and ends; with
    /// `--focus-filters=install` it installs it for the person. See ``FocusFilterDescriptor``.
    ///
    /// - Parameter filters: The filters' types; none: those that are found in the program. An optimised build leaves out a
    ///   type that is not `public` and that no code names, so that only a list is sure to be whole. One that is
    ///   missing, but stands in the app's installed descriptor file, is reported as a problem.
    /// - Parameter app: The app's id, its name on the bus: `org.example.Tasks`. By default that of the sandbox, of the
    ///   bundle, or the executable's name if it is one.
    /// - Parameter options: On which bus, under which name, and what becomes of problems.
    /// - Throws: A ``FocusFiltersError`` that says in words why a filter cannot be offered, such as a parameter that is
    ///   neither optional nor has a default: at the end of a mode it could not be performed.
    @discardableResult
    public static func register(
        _ filters: any SetFocusFilterIntent.Type..., app: String? = nil,
        options: FocusFilterOptions = FocusFilterOptions()
    ) throws(FocusFiltersError) -> FocusFilterRegistration {
        try register(filters, app: app, options: options)
    }

    /// The same for a list of filters.
    @discardableResult
    public static func register(
        _ filters: [any SetFocusFilterIntent.Type], app: String? = nil,
        options: FocusFilterOptions = FocusFilterOptions()
    ) throws(FocusFiltersError) -> FocusFilterRegistration {
        let areFound = filters.isEmpty
        let filters = areFound ? FilterDiscovery.filters() : filters
        guard !filters.isEmpty else {
            throw .invalidFilter(
                "no focus filter is found in this program; name its filters, for an optimised build leaves out what no "
                    + "code names: FocusFilters.register(UpNext.self), or focusFilters of the AppIntentsExtension")
        }
        let app = try AppIdentity.id(app)
        FocusFilterDescriptor.serveCommandLine(filters, app: app, options: options)
        if areFound { reportMissing(from: filters, of: app, options) }
        let session: FocusSession
        if let known = FocusSessions.session(of: app, on: options.bus) {
            session = known
        } else {
            session = try FocusSession(app: app, options: options)
        }
        try session.offer(filters)
        FocusSessions.serve(filters, by: session)
        return FocusFilterRegistration(session: session)
    }

    /// What the optimiser left out of a program is told, if the app's descriptor file still names it.
    static func reportMissing(
        from filters: [any SetFocusFilterIntent.Type], of app: AppID, _ options: FocusFilterOptions
    ) {
        let missing = InstalledDescriptor.missing(from: filters, of: app)
        if !missing.isEmpty { options.onProblem(.missingFilters(missing)) }
    }
}

/// An app's filters as they are offered.
public struct FocusFilterRegistration: Sendable {
    let session: FocusSession
    /// Whose they are.
    package var app: AppID { session.app }
    package var hasEnded: Bool { session.hasEnded }

    /// Returns when the agent has accepted the filters, however long there is none. Throws a ``FocusFiltersError`` if it
    /// refuses them.
    public func registered() async throws { try await session.registered() }

    /// Whether a focus mode is on, whatever it means for this app. Throws a ``FocusFiltersError`` if nobody can tell.
    public var isFocused: Bool {
        get async throws { try await session.status().isFocused }
    }

    /// The focus mode that is on, with an empty id if none is; `nil` if the person did not allow this app to know.
    public var activeMode: FocusFilterTransition.Mode? {
        get async throws {
            try await session.status().mode.map { FocusFilterTransition.Mode(id: $0.id, name: $0.name) }
        }
    }

    /// Offers the filters no more, and leaves the bus.
    public func end() {
        FocusSessions.end(session)
        session.stop()
    }
}

/// Who this program is.
enum AppIdentity {
    /// `named`, or what the surroundings tell.
    static func id(_ named: String?) throws(FocusFiltersError) -> AppID {
        if let named {
            guard let id = AppID(named) else {
                throw .invalidAppID(
                    "'\(named)' is not the id of an app: its well-known bus name, such as org.example.Tasks")
            }
            return id
        }
        let executable = URL(fileURLWithPath: CommandLine.arguments.first ?? "").lastPathComponent
        guard
            let id = [sandboxID(), Bundle.main.bundleIdentifier, executable].lazy.compactMap({ $0 })
                .compactMap({ AppID($0) }).first
        else {
            throw .invalidAppID("say the app's id: FocusFilters.register(…, app: \"org.example.Tasks\")")
        }
        return id
    }

    /// The app's id in a Flatpak sandbox.
    private static func sandboxID() -> String? {
        guard let text = try? String(contentsOfFile: "/.flatpak-info", encoding: .utf8) else { return nil }
        return text.split(separator: "\n").first { $0.hasPrefix("name=") }.map { String($0.dropFirst("name=".count)) }
    }
}
