// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import FocusCore
internal import FocusInterfaces

/// The file that describes an app's filters while it is not running: `focus-filters/filters/APP_ID.filters` in a folder of
/// `$XDG_DATA_DIRS`.
///
/// A program that registers filters writes it itself: `tasks --focus-filters > org.example.Tasks.filters` when it is
/// packaged, or `tasks --focus-filters=install` for one person.
public struct FocusFilterDescriptor: Sendable {
    /// The file's text, with the translations that are installed beside the program.
    public let text: String
    /// `APP_ID.filters`.
    public let fileName: String

    /// How the app is told while it is not running.
    public enum Background: Hashable, Sendable {
        /// Not at all: it catches up when it starts.
        case none
        /// The agent has the bus start who owns the bus name.
        case activate
        /// The agent runs a command.
        case exec(String)
    }

    /// `busName`: the name that who performs the filters owns, if it is not the app's id.
    ///
    /// Throws as ``FocusFilters/register(_:app:options:)-(any_SetFocusFilterIntent.Type...,_,_)``. A default that a provider says when asked is not in the file.
    public init(
        _ filters: [any SetFocusFilterIntent.Type], app: String? = nil, name: String? = nil, icon: String? = nil,
        busName: String? = nil, background: Background = .none
    ) throws(FocusFiltersError) {
        let id = try AppIdentity.id(app)
        fileName = id.text + Names.Files.filtersEnding
        var descriptors: [FilterDescriptor] = []
        for filter in filters { descriptors.append(try OfferedFilter(filter).withDefaultsToCome()) }
        try FilterDescribing.validate(descriptors)
        text = try DescriptorText.text(
            descriptors, translated: Translations.of(filters), app: id, name: name, icon: icon, busName: busName,
            background: background)
    }

    /// Writes the file where the agent finds it for this person; nothing is written if it says so already. Throws what
    /// Foundation does.
    public func install() throws {
        let folder = DataFolders.home().appendingPathComponent("\(Names.Files.folder)/\(Names.Files.filters)")
        let file = folder.appendingPathComponent(fileName)
        if let old = try? String(contentsOf: file, encoding: .utf8), old == text { return }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file, options: .atomic)
    }

    /// Does what `--focus-filters` on the command line asks for, and ends the program.
    static func serveCommandLine(
        _ filters: [any SetFocusFilterIntent.Type], app: AppID, options: FocusFilterOptions,
        background: Background = .none
    ) {
        guard let argument = CommandLine.arguments.dropFirst().first,
            argument == "--focus-filters" || argument == "--focus-filters=install"
        else { return }
        do {
            let descriptor = try FocusFilterDescriptor(
                filters, app: app.text, busName: options.busName, background: background)
            if argument.hasSuffix("=install") {
                try descriptor.install()
            } else {
                FileHandle.standardOutput.write(Data(descriptor.text.utf8))
            }
            exit(0)
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }
}
