// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import Testing

@testable import FocusAgent
import FocusProcess

struct ClockTests {
    @Test(arguments: [Int64.min, -1, 0, .max - 1, .max], [0, Int64.max - 1, .max])
    func clockSetToAnyInstant_staysWithinTime(realtime: Int64, boottime: Int64) {
        let clock = Clock()
        clock.set(realtime: realtime, boottime: boottime)
        let first = clock.now
        let second = clock.now
        #expect(first.realtime >= realtime && second.realtime >= first.realtime)
        #expect(first.boottime >= boottime && second.boottime >= first.boottime)
        for instant in [Int64.min, 0, .max] {
            _ = (clock.system(realtime: instant), clock.system(boottime: instant))
        }
    }

    @Test func timerForTheEndOfTime_doesNotGoOff() {
        let loop = GLibLoop()
        var hasFired = false
        let timer = loop.addTimer(after: .max) { hasFired = true }
        _ = loop.addTimer(after: 1000) { loop.stop() }
        loop.run()
        #expect(!hasFired)
        timer.cancel()
    }
}
