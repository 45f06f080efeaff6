// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusInterfaces

extension Helper: Handler1Service {
    func perform(filter: String, values: [String: Value], transition: [String: Value], call: MethodCall<Void>) {
        guard let known = SystemFilter(rawValue: filter) else {
            return call.fail(FocusError(.unknownFilter, "there is no filter '\(filter)'"))
        }
        do throws(WireError) {
            let token = try transition.required(Handler1.TransitionKey.token)
            let values = Dictionary(
                try WireValues.read(values).map { ($0.key.text, $0.value) }, uniquingKeysWith: { first, _ in first })
            lastCall += 1
            calls[lastCall] = call
            switch known {
            case .command:
                let environment = try Self.environment(transition)
                carryOut(
                    caretaker.perform(token: token, CommandPair(values), environment: environment, call: lastCall))
            case .sound where values.bool("muted") != nil: performSound(token, values, lastCall)
            case .appearance, .wallpaper, .nightLight, .powerProfile, .sound, .settings:
                perform(known, token, values, output: nil, lastCall)
            }
        } catch {
            call.fail(error)
        }
    }

    private func performSound(_ token: String, _ values: [String: ParameterValue], _ call: Int) {
        waits += 1
        sound.defaultOutput { [weak self] result in
            guard let self else { return }
            waits -= 1
            switch result {
            case .success(let output): perform(.sound, token, values, output: output, call)
            case .failure(let refusal): refuse(.sound, call, refusal)
            }
        }
    }

    private func perform(
        _ filter: SystemFilter, _ token: String, _ values: [String: ParameterValue], output: String?, _ call: Int
    ) {
        do throws(Refusal) {
            let wishes = try Wishes(desktop: desktop, output: output).wishes(filter, values)
            carryOut(caretaker.perform(filter, token: token, wishes, call: call))
        } catch {
            refuse(filter, call, error)
        }
    }

    /// Values that cannot be carried out: what older ones had set is given back all the same.
    private func refuse(_ filter: SystemFilter, _ call: Int, _ refusal: Refusal) {
        lastCall += 1
        carryOut(caretaker.perform(filter, token: "", [:], call: lastCall) + [.answer(call, refusal)])
    }

    /// What commands are told.
    private static func environment(_ transition: [String: Value]) throws(WireError) -> [String: String] {
        var environment = ["FOCUS_APP": SystemFilter.app, "FOCUS_FILTER": SystemFilter.command.rawValue]
        environment["FOCUS_ACTIVE"] = try transition.optional(Handler1.TransitionKey.active).map { "\($0)" }
        environment["FOCUS_MODE"] = try transition.optional(Handler1.TransitionKey.mode)
        environment["FOCUS_MODE_NAME"] = try transition.optional(Handler1.TransitionKey.modeName)
        return environment
    }

    // No parameter has options of its own, and no filter a description that changes.

    func options(filter: String, parameter: String, query: [String: Value], call: MethodCall<[[String: Value]]>) {
        call.reply([])
    }

    func resolve(
        filter: String, parameter: String, ids: [Value], options: [String: Value], call: MethodCall<[[String: Value]]>
    ) {
        call.reply([])
    }

    func describe(filter: String, values: [String: Value], options: [String: Value], call: MethodCall<[String: Value]>)
    {
        call.reply([:])
    }

    func suggest(filter: String, context: [String: Value], call: MethodCall<[[String: Value]]>) { call.reply([]) }
}
