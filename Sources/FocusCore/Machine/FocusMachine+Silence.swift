// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

extension FocusMachine {
    /// Whether the desktop's switch still has to be seen to have changed as it was told.
    public var isSilenceUnderWay: Bool { silence.isUnderWay }

    mutating func pursueSilence(_ wanted: Bool?) {
        guard wanted != nil || silence.isActive || !silence.hasBegun else { return }
        carryOut(silence.want(wanted, through: desktop.silencers, at: courier.now.boottime))
        desktop.setMasks(silence.masks, at: courier.now)
    }

    mutating func carryOut(_ steps: [Silence.Step]) {
        for step in steps {
            switch step {
            case .command(let source, let command): courier.outbox.silence(source, command)
            case .takenOver(let source, let value): switchTakenOver(source, value)
            }
        }
    }

    /// The user's hand on the switch that the agent holds. Off says "not now" to the mode that turned it on.
    private mutating func switchTakenOver(_ source: SourceID, _ value: Bool) {
        courier.outbox.log(.notice, "Do Not Disturb was turned \(value ? "on" : "off") by the user through \(source)")
        guard !value, activeMode != nil else { return }
        begin(Override(mode: nil, ends: .boundary, since: courier.now.realtime, isByDesktopSwitch: true))
    }

    mutating func gatherSilenceProblems() {
        guard silence.isActive || !silenceProblem.since.isEmpty else { return }
        var problems = silence.troubles.map { Problem(kind: .source, subject: $0.source.text, message: $0.words) }
        if isReady, let mode = activeModeEntry, let wanted = mode.doNotDisturb,
            !silence.canSilence(through: desktop.silencers)
        {
            problems.append(
                Problem(
                    kind: .mode, subject: mode.id.text,
                    message: "mode '\(mode.id)' is to turn Do Not Disturb \(wanted ? "on" : "off"), and nothing that "
                        + "shows notifications here has a switch that can be written", file: mode.file))
        }
        guard silenceProblem.replace(with: problems, at: courier.now) else { return }
        courier.outbox.haveProblemsChanged = true
        for problem in problems { courier.outbox.log(.warning, problem.message) }
    }
}
