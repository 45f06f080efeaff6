// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import FocusCore

/// Sees to it that the end of sleep is noticed even if its signal never comes, or comes twice.
struct SleepWatch: Hashable, Sendable {
    static let timer: SourceTag = "sleep"

    /// While the machine is about to sleep, `PreparingForSleep` is read this often; the wait stands still in suspend.
    static let interval: Microseconds = .seconds(5)
    /// After ``eagerPolls`` of them the machine seems not to go to sleep at all.
    static let calmInterval: Microseconds = .seconds(30)
    static let eagerPolls = 6

    private var wasSleeping = false
    private var isTimerRunning = false
    private var polls = 0

    /// The signal for the end came. Even without a beginning it means that things may have been missed.
    mutating func ended(_ outputs: inout [SourceOutput]) {
        wasSleeping = false
        outputs.append(.resumed)
    }

    mutating func elapsed() {
        isTimerRunning = false
        polls += 1
    }

    /// To be called after every input with what is believed now.
    mutating func tend(isSleeping: Bool?, _ outputs: inout [SourceOutput]) {
        if isSleeping == true {
            if !wasSleeping { polls = 0 }
            if !isTimerRunning {
                isTimerRunning = true
                let wait = polls < Self.eagerPolls ? Self.interval : Self.calmInterval
                outputs.append(.timer(Self.timer, after: wait))
            }
        } else {
            if isTimerRunning {
                isTimerRunning = false
                outputs.append(.cancelTimer(Self.timer))
            }
            if wasSleeping, isSleeping == false { outputs.append(.resumed) }
        }
        wasSleeping = isSleeping == true
    }
}
