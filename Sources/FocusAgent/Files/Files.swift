// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusProcess

/// Keeps the files in force: reads them at the start, after each change on disk, and when asked to.
final class Files {
    private let configuration: Configuration
    private let driver: Driver
    private let loop: any EventLoop
    private let log: Log
    private let setPreferences: (SourcePreferences) -> Void
    /// The command line's log level beats the file's.
    private let ownLevel: Log.Level?
    /// Runs after other modes came in force.
    private let modesChanged: () -> Void
    private var watch: FolderWatch?
    private var timer: (any LoopSource)?
    private var inForce = Configuration.Content(modes: [], descriptors: [], settings: AgentSettings(), problems: [])
    private var isFirst = true

    /// A file is read this long after its last event: writers write in pieces.
    private static let settling: Microseconds = .milliseconds(50)

    init(
        configuration: Configuration, driver: Driver, loop: any EventLoop, log: Log, ownLevel: Log.Level?,
        setPreferences: @escaping (SourcePreferences) -> Void,
        modesChanged: @escaping () -> Void
    ) {
        self.configuration = configuration
        self.driver = driver
        self.loop = loop
        self.log = log
        self.ownLevel = ownLevel
        self.setPreferences = setPreferences
        self.modesChanged = modesChanged
    }

    /// Reads everything, and watches from then on.
    func start() {
        watch = FolderWatch(configuration.watchedFolders) { [weak self] in self?.readAfter(Self.settling) }
        reload(isExplicit: false)
    }

    private func readAfter(_ wait: Microseconds) {
        timer?.cancel()
        timer = loop.addTimer(after: wait) { [weak self] in self?.reload(isExplicit: false) }
    }

    /// Puts in force what the files say now; returns what is wrong with them. With `isExplicit` a file that vanished
    /// counts as deleted at once.
    @discardableResult
    func reload(isExplicit: Bool) -> [Problem] {
        timer?.cancel()
        timer = nil
        let (content, recheck) = configuration.read(at: driver.clock.now.boottime, isExplicit: isExplicit)
        for problem in content.problems where !inForce.problems.contains(problem) {
            log.write(.warning, Self.words(problem))
        }
        let old = inForce
        inForce = content
        log.threshold = ownLevel ?? Log.Level(content.settings.logLevel)
        setPreferences(content.settings.sources)
        // Descriptors first: what modes configure is read by them.
        if isFirst || content.descriptors != old.descriptors { driver.send(.descriptors(content.descriptors)) }
        if isFirst || content.settings.policies != old.settings.policies {
            driver.send(.policies(content.settings.policies))
        }
        // What modes' schedules need goes before them.
        if let keeper = driver.almanacKeeper, keeper.take(content.modes, place: content.settings.place) {
            driver.send(.almanac(keeper.almanac()))
        }
        if isFirst || content.modes != old.modes {
            driver.send(.modes(content.modes))
            modesChanged()
        }
        if isFirst || content.problems != old.problems { driver.send(.problems(content.problems)) }
        isFirst = false
        if let recheck { readAfter(recheck) }
        return content.problems
    }

    private static func words(_ problem: Problem) -> String {
        problem.line > 0
            ? "\(problem.file):\(problem.line):\(problem.column): \(problem.message)"
            : "\(problem.subject): \(problem.message)"
    }
}

extension Log.Level {
    fileprivate init(_ level: LogEntry.Level) {
        switch level {
        case .debug: self = .debug
        case .info: self = .info
        case .notice: self = .notice
        case .warning: self = .warning
        }
    }
}
