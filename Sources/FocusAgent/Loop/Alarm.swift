// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import CGLib
import DBus
import FocusCore
import Glibc

/// Wakes the agent at the machine's next deadline, by at most one armed timer: while something is to happen by the clock
/// on the wall, one on `CLOCK_REALTIME`, which also fires when that clock is set and, late, after suspend; else one on
/// `CLOCK_BOOTTIME`, which runs on during suspend. Disarmed, they cost nothing.
final class Alarm {
    private enum Kind {
        case boottime
        case realtime
    }

    private let clock: Clock
    private let boottime: ClockTimer
    private let realtime: ClockTimer
    /// `at`: on the timer's own clock, µs.
    private var armed: (kind: Kind, at: Int64)?

    /// `ring` runs on the loop, when a deadline came or the clock was set.
    init(clock: Clock, loop: any EventLoop, ring: @escaping () -> Void) {
        self.clock = clock
        boottime = ClockTimer(CLOCK_BOOTTIME, loop: loop, ring: ring)
        realtime = ClockTimer(CLOCK_REALTIME, loop: loop, ring: ring)
    }

    /// Arms a timer for `wakeup`, unless it rings before it anyway: most deadlines are of calls that are answered at
    /// once, and one ring too many later costs less than two system calls with each.
    func set(_ wakeup: Wakeup) {
        let boottime = wakeup.boottime.map(clock.system(boottime:))
        if let realtime = wakeup.realtime.map(clock.system(realtime:)) {
            arm(.realtime, min(realtime, boottime.map(clock.systemRealtime(atSystemBoottime:)) ?? .max))
        } else if let boottime {
            arm(.boottime, boottime)
        }
    }

    private func arm(_ kind: Kind, _ target: Int64) {
        if let armed {
            if armed.kind != kind { timer(armed.kind).set(nil) } else if armed.at <= target { return }
        }
        timer(kind).set(target)
        armed = (kind, target)
    }

    private func timer(_ kind: Kind) -> ClockTimer {
        switch kind {
        case .boottime: boottime
        case .realtime: realtime
        }
    }

    /// Forgets what is armed, so that the next ``set(_:)`` arms anew: a timer that fired is disarmed by itself.
    func hasRung() { armed = nil }
}

/// One timerfd(2) on the loop.
final class ClockTimer {
    private let descriptor: Int32
    private let clockID: clockid_t
    private var watch: (any LoopSource)?

    init(_ clockID: clockid_t, loop: any EventLoop, ring: @escaping () -> Void) {
        self.clockID = clockID
        let descriptor = timerfd_create(clockID, Int32(TFD_NONBLOCK) | Int32(TFD_CLOEXEC))
        self.descriptor = descriptor
        guard descriptor >= 0 else { return }
        watch = loop.addWatch(fd: descriptor, readable: true, writable: false) { _, _, _ in
            var count: UInt64 = 0
            // ECANCELED says that the clock was set: as good a reason to look at the time as a deadline.
            _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
            ring()
        }
    }

    deinit {
        watch?.cancel()
        if descriptor >= 0 { close(descriptor) }
    }

    /// `microseconds` on the timer's own clock; nil disarms.
    func set(_ microseconds: Int64?) {
        guard descriptor >= 0 else { return }
        var specification = itimerspec()
        var flags = Int32(TFD_TIMER_ABSTIME)
        if let microseconds {
            // Zero would disarm; what is past rings at once.
            let value = max(microseconds, 1)
            specification.it_value.tv_sec = Int(value / 1_000_000)
            specification.it_value.tv_nsec = Int(value % 1_000_000) * 1000
        }
        if clockID == CLOCK_REALTIME { flags |= Int32(TFD_TIMER_CANCEL_ON_SET) }
        timerfd_settime(descriptor, flags, &specification, nil)
    }
}

/// A timer on `CLOCK_REALTIME` that rings once: when its instant came, or the clock was set.
final class RealtimeAlarm: LoopSource {
    private var timer: ClockTimer?

    /// `instant`: µs since the Unix epoch.
    init(at instant: Int64, loop: any EventLoop, ring: @escaping () -> Void) {
        timer = ClockTimer(CLOCK_REALTIME, loop: loop, ring: ring)
        timer?.set(instant)
    }

    func update(readable: Bool, writable: Bool) {}

    func cancel() { timer = nil }
}
