// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import DBus
internal import FocusCore

/// The background helper of an app: `@main struct Helper: AppIntentsExtension {}`.
///
/// It serves the filters that it names until it is told to end, until it has been idle for as long as it says, or until
/// the session's bus is gone, and with it the session.
public protocol AppIntentsExtension {
    /// Made once, when the helper starts.
    init()
    /// The filters that the helper serves; by default those that are found in the program, which in an optimised build
    /// are only the `public` ones and those that some code names.
    @MainActor static var focusFilters: [any SetFocusFilterIntent.Type] { get }
    /// The app's id; by default as ``FocusFilters`` finds it.
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
            FocusFilters.reportMissing(from: focusFilters, of: app, options)
            let registration = try FocusFilters.register(focusFilters, app: app.text, options: options)
            await Service(idleTimeout).wait(registration.session)
            registration.end()
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }
}

/// How long a helper is of use.
private struct Service {
    private enum Sign {
        case busy, idle, isUp, lost
    }

    private let timeout: Duration?

    init(_ timeout: Duration?) { self.timeout = timeout }

    /// Returns when the process has been idle for the timeout, or when its bus is gone.
    func wait(_ session: FocusSession) async {
        let (signs, continuation) = AsyncStream.makeStream(of: Sign.self)
        session.watchActivity { continuation.yield($0 ? .busy : .idle) }
        session.watchLoss { continuation.yield(.lost) }
        var timer: Task<Void, Never>?
        defer { timer?.cancel() }
        for await sign in signs {
            switch sign {
            case .isUp, .lost: return
            case .busy, .idle:
                timer?.cancel()
                guard let timeout, sign == .idle else { continue }
                timer = Task {
                    guard (try? await Task.sleep(for: timeout)) != nil else { return }
                    continuation.yield(.isUp)
                }
            }
        }
    }
}
