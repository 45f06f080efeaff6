// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import DesktopSources
import FocusCore
import FocusInterfaces

/// Serves `org.focusfilters.Simulation1`: facts and clocks by hand.
final class Simulation1Object: Simulation1Service {
    private let driver: Driver

    init(driver: Driver) { self.driver = driver }

    func setFacts(facts: [String: Value], unknown: [String], call: MethodCall<Void>) {
        do throws(WireError) {
            let change = try WireFacts.read(set: facts, unknown: unknown)
            driver.send(.source(Simulation.description.id, .change(change)))
            call.reply()
        } catch {
            call.fail(error)
        }
    }

    func setClock(clock: [String: Value], call: MethodCall<Void>) {
        do throws(WireError) {
            let setting = try ClockSetting(wire: clock)
            guard setting.boottime.map({ $0 >= driver.clock.now.boottime }) ?? true else {
                throw .invalidArguments("'boottime' would go back, which that clock never does")
            }
            guard setting.zone.map(ZoneReader.exists) ?? true else {
                throw .invalidArguments("there is no time zone '\(setting.zone ?? "")'")
            }
            driver.clock.set(realtime: setting.realtime, boottime: setting.boottime)
            if let zone = setting.zone {
                driver.clock.zone = zone
                driver.zoneWasChanged()
            }
            driver.clockWasSet()
            call.reply()
        } catch {
            call.fail(error)
        }
    }

    func getClock(call: MethodCall<[String: Value]>) {
        let (clock, now) = (driver.clock, driver.clock.now)
        call.reply(
            ClockSetting(
                realtime: now.realtime, boottime: now.boottime, zone: clock.zone ?? AlmanacKeeper.simulatedZone
            ).wire)
    }
}
