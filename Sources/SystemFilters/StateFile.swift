// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusProcess

/// Where the helper keeps what must survive it.
struct StateFile {
    private let folder: String
    private var path: String { "\(folder)/system-filters" }

    init(_ paths: Paths) { folder = paths.state }

    /// What an earlier process left; with words if that could not be read.
    func read() -> (state: SystemState, problem: String?) {
        do throws(AtomicFile.Failure) {
            guard let bytes = try AtomicFile.read(path) else { return (SystemState(), nil) }
            do throws(TextError) {
                return (try SystemState(bytes), nil)
            } catch {
                return (SystemState(), "\(path): \(error); starting without it")
            }
        } catch {
            return (SystemState(), "\(error.message); starting without it")
        }
    }

    /// Puts it on disk.
    func write(_ state: SystemState) throws(AtomicFile.Failure) {
        try AtomicFile.makeFolder(folder, mode: 0o700)
        try AtomicFile.write(path, state.text, mode: 0o600, isSynced: true)
    }
}
