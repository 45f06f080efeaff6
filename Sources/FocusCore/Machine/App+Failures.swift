// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// What does not work, as problems for people.
extension App {
    /// What becomes of a filter that does not acknowledge.
    var hope: String {
        isServedByProgram ? "it is run again when the values change" : "it is told when it is next heard of"
    }

    /// Lists the helper that does not serve, and each filter of which all attempts failed: until it acknowledges, or
    /// nobody serves it.
    mutating func noteFailures(_ courier: inout Courier) {
        var found: [Problem] = []
        if let failure = activation.failure, let file {
            found.append(
                Problem(
                    kind: .app, subject: id.text,
                    message: "the helper \(file.busName) does not serve: \(failure); it is started again when the "
                        + "values of its filters change"))
        }
        for index in slots.indices where slots[index].delivery?.hasGivenUp == true {
            found.append(
                Problem(
                    kind: .filter, subject: slots[index].key.description,
                    message: message(slots[index].delivery?.failure ?? "")))
        }
        if failures.replace(with: found, at: courier.now) { courier.outbox.haveProblemsChanged = true }
    }

    private func message(_ failure: String) -> String {
        if isServedByProgram, let program {
            "'\(program.program)' fails: \(failure); the log has what it wrote, and \(hope)"
        } else {
            "the app does not take its values: \(failure); \(hope), so start it again if that does not help"
        }
    }
}
