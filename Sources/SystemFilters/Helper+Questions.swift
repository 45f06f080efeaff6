// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusInterfaces

// The apps whose notifications can be held back are to be chosen from; nothing else has options of its own, and no filter
// a description that changes.
extension Helper {
    func options(filter: String, parameter: String, query: [String: Value], call: MethodCall<[[String: Value]]>) {
        guard let choices = choices(filter, parameter) else { return call.reply([]) }
        do throws(WireError) {
            let query = try OptionsQuery(wire: query)
            let sections = [ItemSection(items: choices)].narrowed(to: query.search, limit: query.limit)
            call.reply(sections.map { $0.wire(asOf: nil) })
        } catch {
            call.fail(error)
        }
    }

    func resolve(
        filter: String, parameter: String, ids: [Value], options: [String: Value], call: MethodCall<[[String: Value]]>
    ) {
        do throws(WireError) {
            let wanted = Set(try WireIDs.read(ids))
            call.reply((choices(filter, parameter) ?? []).filter { wanted.contains($0.value) }.map(\.wire))
        } catch {
            call.fail(error)
        }
    }

    func describe(filter: String, values: [String: Value], options: [String: Value], call: MethodCall<[String: Value]>)
    {
        call.reply([:])
    }

    func suggest(filter: String, context: [String: Value], call: MethodCall<[[String: Value]]>) { call.reply([]) }

    private func choices(_ filter: String, _ parameter: String) -> [Item]? {
        guard filter == SystemFilter.notifications.rawValue, ["silence", "allow"].contains(parameter) else {
            return nil
        }
        return InstalledApp.choices(InstalledApps.all)
    }
}
