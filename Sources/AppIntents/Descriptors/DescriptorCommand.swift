// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import FocusCore

extension FocusFilterDescriptor {
    /// What the command line of a program that registers filters can ask for instead.
    private enum Command: String {
        case print = "--focus-filters"
        case install = "--focus-filters=install"
    }

    /// Does what the command line asks for, and ends the program then; else installs the file if the app wants that.
    static func serveCommandLine(
        _ filters: [any SetFocusFilterIntent.Type], app: AppID, options: FocusFilterOptions,
        background: Background = .none
    ) {
        let command = CommandLine.arguments.dropFirst().first.flatMap(Command.init)
        guard command != nil || options.descriptor.installsItself else { return }
        var options = options
        options.descriptor.background = options.descriptor.background ?? background
        do {
            let descriptor = try FocusFilterDescriptor(filters, app: app.text, options: options)
            switch command {
            case .print: FileHandle.standardOutput.write(Data(descriptor.text.utf8))
            case .install, nil: try descriptor.install()
            }
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            // A program that was not asked for the file does its work without.
            if command != nil { exit(1) }
        }
        if command != nil { exit(0) }
    }
}
