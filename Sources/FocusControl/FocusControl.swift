// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import FocusInterfaces
import Glibc

/// `focusctl`, the command line tool.
public enum FocusControl {
    /// Does what the arguments ask, without the program's name; gives the exit code.
    public static func run(_ arguments: [String]) -> Int32 {
        do throws(UsageError) {
            let invocation = try CommandParser.parse(arguments)
            let code = run(invocation)
            guard code == ExitCode.done.rawValue, let reason = Terminal.lostOutput else { return code }
            Terminal.complain("the output could not be written: \(reason)")
            return ExitCode.refused.rawValue
        } catch {
            Terminal.complain("\(PlainText.clean(error.message))\n'focusctl help' shows how it is used")
            return ExitCode.usage.rawValue
        }
    }

    private static func run(_ invocation: Invocation) -> Int32 {
        do throws(Failure) {
            return try perform(invocation)
        } catch {
            Terminal.complain(error.message)
            return error.exitCode.rawValue
        }
    }

    private static func perform(_ invocation: Invocation) throws(Failure) -> Int32 {
        let wording = Wording(
            time: TimeWords(now: now, zone: .local), style: invocation.json ? Style() : Terminal.style(invocation.color)
        )
        func verbs() throws(Failure) -> Verbs {
            let link = try AgentLink()
            return Verbs(link: link, wording: wording.following(try link.simulatedClock()))
        }
        let report: Report
        var isGood = true
        switch invocation.command {
        case .help(let verb):
            Terminal.write(text: verb?.help ?? Help.overview, to: STDOUT_FILENO)
            return ExitCode.done.rawValue
        case .hold(let mode, let reason, let command):
            return try Holding(try AgentLink(), mode: mode, reason: reason).run(command)
        case .version:
            Terminal.write(["focusctl \(Names.version)"], to: STDOUT_FILENO)
            return ExitCode.done.rawValue
        case .watch:
            let watch = Watch(try AgentLink(), wording, json: invocation.json)
            throw watch.run()
        case .report:
            return FactReporter(try AgentLink()).run().rawValue
        case .doctor(let awaitsFlip):
            let doctor = Doctor(link: try AgentLink(), wording: wording)
            let (report, isRunning) = try doctor.examine()
            if !awaitsFlip || !invocation.json { Terminal.print(report, json: invocation.json) }
            guard isRunning else { return ExitCode.noAgent.rawValue }
            guard awaitsFlip else { return ExitCode.done.rawValue }
            let flip = try doctor.awaitFlip {
                Terminal.write(["", "Switch Do Not Disturb on or off now…"], to: STDERR_FILENO)
            }
            Terminal.print(flip, json: invocation.json)
            return ExitCode.done.rawValue
        case .status: report = try verbs().status()
        case .why: report = try verbs().why()
        case .modes: report = try verbs().modes()
        case .filters: report = try verbs().filters()
        case .sources: report = try verbs().sources()
        case .problems: report = try verbs().problems()
        case .next(let count): report = try verbs().next(count)
        case .preview(let at, let facts): report = try verbs().preview(at, facts)
        case .history(let count): report = try verbs().history(count)
        case .activate(let mode, let ending): report = try verbs().activate(mode, ending)
        case .deactivate(let ending): report = try verbs().deactivate(ending)
        case .resume: report = try verbs().resume()
        case .show(let mode): report = try verbs().show(mode)
        case .configure(let mode, let key, let changes): report = try verbs().configure(mode, key, changes)
        case .unconfigure(let mode, let key): report = try verbs().unconfigure(mode, key)
        case .create(let mode, let preset): report = try verbs().create(mode, preset: preset)
        case .delete(let mode): report = try verbs().delete(mode)
        case .validate(let file, let kind): (report, isGood) = try verbs().validate(file, kind)
        case .options(let key, let parameter, let search, let changes):
            report = try verbs().options(key, parameter, search: search, changes)
        case .resolve(let key, let parameter, let ids): report = try verbs().resolve(key, parameter, ids)
        case .describe(let key, let changes): report = try verbs().describe(key, changes)
        case .suggest(let key): report = try verbs().suggest(key)
        case .policy(let app, let change): report = try verbs().policy(app, change)
        case .reload: (report, isGood) = try verbs().reload()
        }
        Terminal.print(report, json: invocation.json)
        return (isGood ? ExitCode.done : .refused).rawValue
    }

    /// µs since the Unix epoch.
    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }
}
