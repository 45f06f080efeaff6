// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import DBus
internal import FocusCore

/// Performs one filter's values one after the other. Lives on the bus thread.
///
/// One runs at a time. Newer values wait for it, replace older ones that wait, and ask what runs to give up. The same
/// values asked for again, as the agent does after its deadline, are not performed twice.
final class PerformLane {
    /// Values on their way into effect, and who asked for them.
    private final class Run {
        let values: [Identifier: ParameterValue]
        let transition: Transition
        var calls: [MethodCall<Void>]
        var task: Task<Void, Never>?

        init(_ values: [Identifier: ParameterValue], _ transition: Transition, _ call: MethodCall<Void>) {
            self.values = values
            self.transition = transition
            calls = [call]
        }
    }

    /// May be described anew; what runs goes on as it was.
    var filter: OfferedFilter
    private let thread: BusThread
    private var running: Run?
    private var waiting: Run?
    /// What this process last put into effect.
    private(set) var performed: Token?
    /// Tells that something was performed, and how it went.
    private let done: (Result<Void, any Error>) -> Void

    init(_ filter: OfferedFilter, thread: BusThread, done: @escaping (Result<Void, any Error>) -> Void) {
        self.filter = filter
        self.thread = thread
        self.done = done
    }

    var isBusy: Bool { running != nil }

    func perform(_ values: [Identifier: ParameterValue], _ transition: Transition, _ call: MethodCall<Void>) {
        if let running, running.transition.token == transition.token {
            drop(waiting)
            waiting = nil
            running.calls.append(call)
            return
        }
        if let waiting, waiting.transition.token == transition.token {
            waiting.calls.append(call)
            return
        }
        if running == nil, performed == transition.token {
            // The agent missed the acknowledgement.
            return call.reply()
        }
        drop(waiting)
        waiting = Run(values, transition, call)
        running?.task?.cancel()
        startNext()
    }

    private func startNext() {
        guard running == nil, let next = waiting else { return }
        waiting = nil
        running = next
        // Until they are in effect, nothing certain is.
        performed = nil
        let (filter, values, transition) = (filter, next.values, next.transition)
        let lane = Confined(self)
        next.task = Task { [thread] in
            let result: Result<Void, any Error>
            do {
                try await filter.perform(values, transition)
                result = .success(())
            } catch {
                result = .failure(error)
            }
            thread.perform { lane.content.finished(result) }
        }
    }

    private func finished(_ result: Result<Void, any Error>) {
        guard let run = running else { return }
        running = nil
        switch result {
        case .success:
            performed = run.transition.token
            for call in run.calls { call.reply() }
        case .failure(let error):
            for call in run.calls { call.fail(ErrorName.failed, "\(error)") }
        }
        done(result)
        startNext()
    }

    private func drop(_ run: Run?) {
        for call in run?.calls ?? [] { call.fail(ErrorName.failed, "\(FocusFiltersError.superseded)") }
    }
}
