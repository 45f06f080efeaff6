// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusInterfaces

/// Asks about apps' filters on behalf of people's tools.
struct Questions {
    let driver: Driver

    func options(
        _ appID: String, _ filter: String, _ parameter: String, _ query: [String: Value],
        _ call: MethodCall<[[String: Value]]>
    ) {
        ask(appID, filter, call) { () throws(WireError) in
            .options(parameter: try Identifier(wire: parameter, of: "a parameter"), try OptionsQuery(wire: query))
        } answer: { reply, _ in
            guard case .sections(let sections, let asOf) = reply else { return nil }
            return sections.map { $0.wire(asOf: asOf) }
        }
    }

    func resolve(
        _ appID: String, _ filter: String, _ parameter: String, _ ids: [Value],
        _ call: MethodCall<[[String: Value]]>
    ) {
        ask(appID, filter, call) { () throws(WireError) in
            .resolve(parameter: try Identifier(wire: parameter, of: "a parameter"), ids: try WireIDs.read(ids))
        } answer: { reply, _ in
            guard case .items(let items, let asOf) = reply else { return nil }
            return items.map { $0.wire(asOf: asOf) }
        }
    }

    func describe(
        _ appID: String, _ filter: String, _ values: [String: Value], _ call: MethodCall<[String: Value]>
    ) {
        ask(appID, filter, call) { () throws(WireError) in
            .describe(try WireValues.read(values))
        } answer: { reply, _ in
            guard case .display(let display, let asOf) = reply else { return nil }
            return display.wire(asOf: asOf)
        }
    }

    func suggest(_ appID: String, _ filter: String, _ call: MethodCall<[[String: Value]]>) {
        ask(appID, filter, call) { () throws(WireError) in
            .suggest
        } answer: { reply, key in
            guard case .suggestions(let suggestions, let asOf) = reply else { return nil }
            let parameters = driver.machine.parameters(of: key)
            return suggestions.map { $0.wire(asOf: asOf, of: parameters) }
        }
    }

    private func ask<Output: BusRepresentable>(
        _ appID: String, _ filter: String, _ call: MethodCall<Output>,
        _ question: () throws(WireError) -> Question,
        answer: @escaping (Reply, FilterKey) -> Output?
    ) {
        do throws(WireError) {
            let key = FilterKey(app: try AppID(wire: appID), filter: try Identifier(wire: filter, of: "a filter"))
            let question = try question()
            driver.request({ .ask(key, question, $0) }) { reply in
                if case .refused(let error) = reply {
                    call.fail(error)
                } else if let output = answer(reply, key) {
                    call.reply(output)
                } else {
                    call.fail(FocusError(.appUnavailable, "\(key): there is no answer"))
                }
            }
        } catch {
            call.fail(error)
        }
    }
}
