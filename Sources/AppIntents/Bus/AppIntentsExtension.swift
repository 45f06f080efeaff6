// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import DBus
internal import FocusCore

/// The background helper of an app: `@main struct Helper: AppIntentsExtension {}`.
///
/// It serves the filters that it names until it is told to end, or until it has been idle for as long as it says.
public protocol AppIntentsExtension {
    init()
    /// The filters that the helper serves; by default those that are found in the program, which in an optimised build
    /// are only the `public` ones and those that some code names.
    @MainActor static var focusFilters: [any SetFocusFilterIntent.Type] { get }
    /// The app's id; by default as ``FocusFilters/register(_:app:options:)-(any_SetFocusFilterIntent.Type...,_,_)`` finds it.
    @MainActor static var app: String? { get }
    /// How it registers. A helper that is not the app itself names its own bus name here.
    @MainActor static var options: FocusFilterOptions { get }
    /// After how long without anything to do it ends; for a helper that the bus starts again. `nil`, the default: never.
    @MainActor static var idleTimeout: Duration? { get }
}

extension AppIntentsExtension {
    public static var focusFilters: [any SetFocusFilterIntent.Type] { FilterDiscovery.filters() }
    public static var app: String? { nil }
    public static var options: FocusFilterOptions { FocusFilterOptions() }
    public static var idleTimeout: Duration? { nil }

    /// Registers and serves; writes the descriptor file instead if the command line asks for it. Ends the program with an
    /// error in words if a filter cannot be offered.
    @MainActor
    public static func main() async {
        _ = Self()
        do throws(FocusFiltersError) {
            let app = try AppIdentity.id(app)
            FocusFilterDescriptor.serveCommandLine(
                focusFilters, app: app, options: options, background: .activate)
            let registration = try FocusFilters.register(focusFilters, app: app.text, options: options)
            await Idleness(idleTimeout).wait(registration.session)
            registration.end()
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }
}

/// Waits until a process has had nothing to do for a while.
private struct Idleness {
    private let timeout: Duration?

    init(_ timeout: Duration?) { self.timeout = timeout }

    /// Returns when the time is up; without one, never.
    func wait(_ session: FocusSession) async {
        let (changes, continuation) = AsyncStream.makeStream(of: Bool.self)
        session.watchActivity { continuation.yield($0) }
        let isUp = Locked(false)
        var timer: Task<Void, Never>?
        for await isBusy in changes {
            if isUp.withLock({ $0 }) { return }
            timer?.cancel()
            guard let timeout, !isBusy else { continue }
            timer = Task {
                guard (try? await Task.sleep(for: timeout)) != nil else { return }
                isUp.withLock { $0 = true }
                continuation.yield(false)
            }
        }
    }
}
