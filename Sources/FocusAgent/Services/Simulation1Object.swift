// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusInterfaces

/// Serves `org.focusfilters.Simulation1`: facts and clocks by hand.
final class Simulation1Object: Simulation1Service {
    private let driver: Driver
    private var facts: [Fact: FactValue] = [:]
    private let report: ([Fact: FactValue?]) -> Void

    /// `report` is told what changed.
    init(driver: Driver, report: @escaping ([Fact: FactValue?]) -> Void) {
        self.driver = driver
        self.report = report
    }

    func setFacts(facts: [String: Value], unknown: [String], call: MethodCall<Void>) {
        var change: [Fact: FactValue?] = [:]
        for name in unknown {
            guard let fact = Fact(named: name) else { return call.fail(.invalidArgs, Self.noFact(name)) }
            change[fact] = .some(nil)
        }
        for (name, value) in facts {
            guard let fact = Fact(named: name), let type = Fact.types[fact] else {
                return call.fail(.invalidArgs, Self.noFact(name))
            }
            guard change[fact] == nil else {
                return call.fail(.invalidArgs, "'\(name)' cannot be both known and unknown")
            }
            guard let value = FactValue(value), value.type == type else {
                return call.fail(
                    .invalidArgs, "'\(name)' must be of type '\(type.signature)', not '\(value.signature.text)'")
            }
            change[fact] = value
        }
        driver.whenReady { [report] in
            report(change)
            call.reply()
        }
    }

    private static func noFact(_ name: String) -> String {
        let near = nearNames(to: name, among: Fact.types.keys.map(\.name).sorted())
        return "there is no fact '\(name)'" + (near.isEmpty ? "" : "; did you mean \(near.joined(separator: " or "))?")
    }

    func setClock(clock: [String: Value], call: MethodCall<Void>) {
        let realtime: Int64?
        let boottime: Int64?
        do throws(WireError) {
            realtime = try clock.optional(Simulation1.ClockKey.realtime)
            boottime = try clock.optional(Simulation1.ClockKey.boottime)
        } catch {
            return call.fail(error)
        }
        guard boottime.map({ $0 >= driver.clock.now.boottime }) ?? true else {
            return call.fail(.invalidArgs, "'boottime' never goes back")
        }
        driver.clock.set(realtime: realtime, boottime: boottime)
        driver.clockWasSet()
        call.reply()
    }
}
