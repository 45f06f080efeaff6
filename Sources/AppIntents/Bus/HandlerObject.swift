// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import DBus
internal import FocusCore
internal import FocusInterfaces

/// Serves `org.focusfilters.Handler1` to the agent. Lives on the bus thread.
final class HandlerObject: Handler1Service {
    private let thread: BusThread
    /// How long the app may take for an answer, but for Perform, whose deadline is the agent's.
    private let deadline: Duration
    private(set) var lanes: [Identifier: PerformLane] = [:]
    /// Who may call: the agent's connection.
    var agent: BusName?
    /// Something was performed; how it went.
    var onPerformed: ((Identifier, Result<Void, any Error>) -> Void)?
    /// A filter is told its state, before it performs it.
    var onTransition: ((Identifier, FilterState) -> Void)?
    /// How many questions are being answered.
    private(set) var answering = 0

    init(thread: BusThread, deadline: Duration) {
        self.thread = thread
        self.deadline = deadline
    }

    /// The object at `path`, which nobody but the agent may call.
    func exported(at path: ObjectPath) -> ExportedObject {
        ExportedObject(
            path: path, introspection: Introspection.document(of: [Handler1.xml]),
            interfaces: [Handler1.exported(by: self)]
        ) { [weak self] invocation in
            guard invocation.interface == Handler1.name, invocation.sender != self?.agent else { return .granted }
            return .refused(ErrorName.accessDenied, "only the owner of \(Focus1.busName) may call \(Handler1.name)")
        }
    }

    /// Replaces what is offered; what a filter has performed is kept.
    func offer(_ filters: [OfferedFilter]) {
        var lanes: [Identifier: PerformLane] = [:]
        for filter in filters {
            let id = filter.id
            let lane =
                self.lanes[id] ?? PerformLane(filter, thread: thread) { [weak self] in self?.onPerformed?(id, $0) }
            lane.filter = filter
            lanes[id] = lane
        }
        self.lanes = lanes
    }

    /// What this process last performed, by filter.
    var performed: [Identifier: Token] { lanes.compactMapValues(\.performed) }

    var isBusy: Bool { answering > 0 || lanes.values.contains(where: \.isBusy) }

    // MARK: Handler1

    var version: UInt32 { 1 }

    func perform(filter: String, values: [String: Value], transition: [String: Value], call: MethodCall<Void>) {
        guard let lane = lane(filter, call) else { return }
        do throws(WireError) {
            let values = try WireValues.read(values)
            let transition = try Transition(wire: transition)
            onTransition?(
                lane.filter.id,
                FilterState(
                    isActive: transition.isActive, isSuspended: transition.reason == .suspended, values: values,
                    serial: transition.serial, token: transition.token))
            lane.perform(values, transition, call)
        } catch {
            call.fail(error)
        }
    }

    func options(filter: String, parameter: String, query: [String: Value], call: MethodCall<[[String: Value]]>) {
        guard let offered = lane(filter, call)?.filter else { return }
        do throws(WireError) {
            let id = try Identifier(wire: parameter, of: "a parameter")
            let search = try query.optional(Handler1.OptionsQueryKey.search)
            let chosen = try WireValues.read(try query.optional(Handler1.OptionsQueryKey.values) ?? [:])
            let limit = min(max(1, Int(try query.optional(Handler1.OptionsQueryKey.limit) ?? 1000)), 1000)
            answer(call, "the options of '\(parameter)'") {
                try await offered.options(id, search: search, chosen: chosen, limit: limit)
            }
        } catch {
            call.fail(error)
        }
    }

    func resolve(
        filter: String, parameter: String, ids: [Value], options: [String: Value], call: MethodCall<[[String: Value]]>
    ) {
        guard let offered = lane(filter, call)?.filter else { return }
        do throws(WireError) {
            let id = try Identifier(wire: parameter, of: "a parameter")
            var values: [ParameterValue] = []
            for value in ids { values.append(try ParameterValue(value)) }
            let wanted = values
            answer(call, "what '\(parameter)' names") { try await offered.resolve(id, wanted) }
        } catch {
            call.fail(error)
        }
    }

    func describe(filter: String, values: [String: Value], options: [String: Value], call: MethodCall<[String: Value]>)
    {
        guard let offered = lane(filter, call)?.filter else { return }
        do throws(WireError) {
            let values = try WireValues.read(values)
            answer(call, "the description of '\(filter)'") { try await offered.describe(values) }
        } catch {
            call.fail(error)
        }
    }

    func suggest(filter: String, context: [String: Value], call: MethodCall<[[String: Value]]>) {
        guard let offered = lane(filter, call)?.filter else { return }
        answer(call, "the suggestions for '\(filter)'") { await offered.suggestions() }
    }

    private func lane<Output>(_ filter: String, _ call: MethodCall<Output>) -> PerformLane? {
        if let lane = Identifier(filter).flatMap({ lanes[$0] }) { return lane }
        call.fail(FocusError(.unknownFilter, "this app offers no filter '\(filter)'"))
        return nil
    }

    /// Has the app answer on its own threads, and replies in time whether it does or not.
    private func answer<Output: BusRepresentable & Sendable>(
        _ call: MethodCall<Output>, _ what: String, _ work: @escaping @Sendable () async throws -> Output
    ) {
        answering += 1
        let waiting = Confined((self, call))
        Task { [thread, deadline] in
            let result: Result<Output, any Error>
            do {
                result = .success(try await withDeadline(deadline, what, work))
            } catch {
                result = .failure(error)
            }
            thread.perform {
                let (handler, call) = waiting.content
                handler.answering -= 1
                switch result {
                case .success(let output): call.reply(output)
                case .failure(let error as FocusError): call.fail(error)
                case .failure(let error): call.fail(ErrorName.failed, "\(error)")
                }
            }
        }
    }
}
