// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import CGLib
import FocusCore
import FocusProcess
import Glibc

/// The state folder: what must survive a restart. Locked while an agent lives, so that two never write it.
final class StateFolder {
    private let path: String
    private let log: Log
    private var lock: Int32 = -1
    /// Records that may be written a little later, together.
    /// What the disk says of apps; absent: nothing, or nothing that could be read.
    private var stored: [AppID: AppRecord] = [:]
    private var later: (agent: AgentRecord?, apps: [AppID: AppRecord], answers: [AppID: AppAnswers]) = (nil, [:], [:])

    /// Another agent holds the folder's lock, or the folder cannot be used.
    enum Failure: Error {
        case locked
        case unusable(AtomicFile.Failure)
    }

    /// Makes the folder, 0700.
    init(path: String, log: Log) throws(Failure) {
        self.path = path
        self.log = log
        do throws(AtomicFile.Failure) {
            for folder in [
                path, "\(path)/apps", "\(path)/answers", "\(path)/modes", "\(path)/filters", "\(path)/settings",
            ] {
                try AtomicFile.makeFolder(folder, mode: 0o700)
            }
        } catch {
            throw .unusable(error)
        }
        lock = open("\(path)/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw .unusable(AtomicFile.Failure(path: "\(path)/lock", code: errno)) }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            close(lock)
            throw .locked
        }
    }

    deinit { release() }

    /// Writes what may be written later, and leaves the folder to another agent.
    func release() {
        guard lock >= 0 else { return }
        flush()
        close(lock)
        lock = -1
    }

    /// The agent's record; nil if there is none, or it cannot be read.
    func agentRecord() -> AgentRecord? {
        guard let bytes = bytes("agent") else { return nil }
        do throws(TextError) {
            return try StateText.agentRecord(bytes)
        } catch {
            log.write(.warning, "\(path)/agent: \(error); starting without it")
            return nil
        }
    }

    /// Every app's record.
    func appRecords() -> [AppID: AppRecord] {
        var records: [AppID: AppRecord] = [:]
        for name in AtomicFile.list("\(path)/apps") {
            guard let app = AppID(name), let bytes = bytes("apps/\(name)") else { continue }
            do throws(TextError) {
                records[app] = try StateText.appRecord(bytes)
            } catch {
                // What the app holds is not known: the safe guess is that it holds something.
                log.write(.warning, "\(path)/apps/\(name): \(error); starting without it")
            }
        }
        stored = records
        return records
    }

    /// What is kept of every app's answers. In files of their own, since they are large, and since records are written
    /// while Performs wait for it.
    func appAnswers() -> [AppID: AppAnswers] {
        var all: [AppID: AppAnswers] = [:]
        for name in AtomicFile.list("\(path)/answers") {
            guard let app = AppID(name), let bytes = bytes("answers/\(name)", limit: Self.maximumAnswers) else {
                continue
            }
            do throws(TextError) {
                all[app] = try StateText.appAnswers(bytes)
            } catch {
                log.write(.warning, "\(path)/answers/\(name): \(error); starting without it")
            }
        }
        return all
    }

    /// Escaped, with the keys' names, a text may be longer than what it says.
    private static let maximumAnswers = 4 * AppAnswers.maximumBytes

    /// Writes what is kept of an app's answers now; nothing: removes it.
    func store(_ app: AppID, _ answers: AppAnswers) {
        later.answers[app] = nil
        if answers.isEmpty {
            unlink("\(path)/answers/\(app)")
        } else {
            write("answers/\(app)", StateText.text(of: answers), isSynced: false)
        }
    }

    /// Writes what is kept of an app's answers at the next ``flush()``. Returns whether one is wanted and was not before.
    func storeLater(_ app: AppID, _ answers: AppAnswers) -> Bool {
        defer { later.answers[app] = answers }
        return later.answers.isEmpty
    }

    /// Writes the agent's record now.
    func store(_ record: AgentRecord) {
        later.agent = nil
        write("agent", StateText.text(of: record), isSynced: true)
    }

    /// Writes an app's record now; one that says nothing is removed.
    func store(_ app: AppID, _ record: AppRecord) {
        later.apps[app] = nil
        guard stored[app] != record else { return }
        if record == AppRecord() {
            unlink("\(path)/apps/\(app)")
            stored[app] = nil
        } else if write("apps/\(app)", StateText.text(of: record), isSynced: false) {
            stored[app] = record
        }
    }

    /// Writes the agent's record at the next ``flushAgent()``. Returns whether one is wanted and was not before.
    func storeLater(_ record: AgentRecord) -> Bool {
        defer { later.agent = record }
        return later.agent == nil
    }

    /// Writes an app's record at the next ``flush()``. Returns whether one is wanted and was not before.
    func storeLater(_ app: AppID, _ record: AppRecord) -> Bool {
        defer { later.apps[app] = record }
        return later.apps.isEmpty
    }

    /// Writes the agent's record that may be written later. Not synced, for that would hold up whatever comes meanwhile:
    /// after a power cut all of it follows from the desktop's state, and every app starts afresh.
    func flushAgent() {
        if let record = later.agent { write("agent", StateText.text(of: record), isSynced: false) }
        later.agent = nil
    }

    /// Writes all that may be written later.
    func flush() {
        flushAgent()
        for (app, record) in later.apps { store(app, record) }
        for (app, answers) in later.answers { store(app, answers) }
    }

    private func bytes(_ name: String, limit: Int = 1 << 20) -> [UInt8]? {
        do throws(AtomicFile.Failure) {
            return try AtomicFile.read("\(path)/\(name)", limit: limit)
        } catch {
            log.write(.warning, "\(error.message); starting without it")
            return nil
        }
    }

    @discardableResult
    private func write(_ name: String, _ bytes: [UInt8], isSynced: Bool) -> Bool {
        do throws(AtomicFile.Failure) {
            try AtomicFile.write("\(path)/\(name)", bytes, mode: 0o600, isSynced: isSynced)
            return true
        } catch {
            log.write(.warning, "\(error.message): this will not survive a restart")
            return false
        }
    }
}
