// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusInterfaces
import FocusProcess

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
            case .sound where values.bool("muted") != nil:
                plan(known, token) { [desktop, ports] done in
                    ports.sound.defaultOutput { output in
                        switch output {
                        case .success(let output):
                            done(Wishes(desktop: desktop, output: output).plan(known, values))
                        case .failure(let refusal): done(Plan(refusals: [refusal]))
                        }
                    }
                }
            case .notifications:
                let (request, refusals) = AppNotifications.read(values, isInstalled: InstalledApps.contains)
                caretaker.follow(request.dependsOnKnownApps ? request : nil)
                plan(known, token) { [ports] done in
                    ports.notifications.plan(request) { plan in
                        done(Plan(wishes: plan.wishes, refusals: refusals + plan.refusals))
                    }
                }
            case .appearance, .wallpaper, .nightLight, .powerProfile, .sound, .settings:
                plan(known, token) { [desktop] done in done(Wishes(desktop: desktop).plan(known, values)) }
            }
        } catch {
            call.fail(error)
        }
    }

    /// Performs what `find` finds, at once or later, for the call that came last.
    private func plan(_ filter: SystemFilter, _ token: String, find: (_ done: @escaping (Plan) -> Void) -> Void) {
        let call = lastCall
        newest[filter] = call
        waits += 1
        find { [weak self] plan in
            guard let self else { return }
            waits -= 1
            guard newest[filter] == call else {
                return carryOut([.answer(call, Refusal("newer values came meanwhile"))])
            }
            carryOut(caretaker.perform(filter, token: token, plan, call: call))
        }
    }

    /// Plans anew for the apps that there are now, while an allow list is in force.
    func followApps() {
        guard let request = caretaker.state.following else { return }
        let call = newest[.notifications]
        waits += 1
        ports.notifications.plan(request) { [weak self] plan in
            guard let self else { return }
            waits -= 1
            guard newest[.notifications] == call else { return settle() }
            for refusal in plan.refusals { log.write(.warning, refusal.words) }
            // What is silenced stays so while nobody can say what should be.
            guard plan.refusals.isEmpty || !plan.wishes.isEmpty else { return settle() }
            carryOut(caretaker.revise(.notifications, plan.wishes))
        }
    }

    /// What commands are told.
    private static func environment(_ transition: [String: Value]) throws(WireError) -> [String: String] {
        var environment = ["FOCUS_APP": SystemFilter.app, "FOCUS_FILTER": SystemFilter.command.rawValue]
        environment["FOCUS_ACTIVE"] = try transition.optional(Handler1.TransitionKey.active).map { "\($0)" }
        environment["FOCUS_MODE"] = try transition.optional(Handler1.TransitionKey.mode)
        environment["FOCUS_MODE_NAME"] = try transition.optional(Handler1.TransitionKey.modeName)
        return environment
    }
}
