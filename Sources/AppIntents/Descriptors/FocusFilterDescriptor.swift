// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import FocusCore
internal import FocusInterfaces

/// The file that describes an app's filters while it is not running: `focus-filters/filters/APP_ID.filters` in a folder of
/// `$XDG_DATA_DIRS`.
///
/// A program that registers filters writes it itself: `tasks --focus-filters > org.example.Tasks.filters` when it is
/// packaged, or `tasks --focus-filters=install` for one person. With ``App/installsItself`` it needs no hand at all.
///
/// The texts stand in the file in the code's own language, whatever that of the person who builds it, with the
/// translations that are installed beside the program. Pictures given as data are left out, and so are defaults that a
/// provider says only when asked.
public struct FocusFilterDescriptor: Sendable {
    /// The file's text.
    public let text: String
    /// `APP_ID.filters`.
    public let fileName: String

    /// What the file says of the app itself.
    public struct App: Sendable {
        /// By default that of the app's desktop entry, if it is installed, else the last word of the app's id.
        public var name: LocalizedStringResource?
        /// A name of the icon theme, or a file's path. By default that of the app's desktop entry, if it is installed.
        public var icon: String?
        /// By default ``Background/activate`` for an ``AppIntentsExtension``, and ``Background/none`` for other programs.
        public var background: Background?
        /// Whether the program writes the file for the person each time it registers, if it says something else by now.
        ///
        /// For a program that no package brings, since nothing takes the file away again. A sandboxed program's folders
        /// are its own: its file is installed by the bundle.
        public var installsItself = false

        /// What is found out by itself.
        public init() {}
    }

    /// How the app is told while it is not running.
    public enum Background: Hashable, Sendable {
        /// Not at all: it catches up when it starts.
        case none
        /// The agent has the bus start who owns ``FocusFilterOptions/busName``, by default the app's id.
        case activate
        /// The agent runs a command, once for each change, with the values as JSON on its standard input. The command is as in
        /// `Exec=` of a desktop entry: quoted so, and with no shell.
        case exec(String)
    }

    /// Describes filters as ``FocusFilters`` offers them, and throws as it does.
    ///
    /// - Parameter filters: The filters' types.
    /// - Parameter app: The app's id, as for ``FocusFilters``.
    /// - Parameter options: Of these ``FocusFilterOptions/busName`` and ``FocusFilterOptions/descriptor`` count.
    public init(
        _ filters: [any SetFocusFilterIntent.Type], app: String? = nil,
        options: FocusFilterOptions = FocusFilterOptions()
    ) throws(FocusFiltersError) {
        let id = try AppIdentity.id(app)
        let app = try Self.describe(filters, id, options, in: [])
        try FilterDescribing.validate(app.filters)
        var translated: [DescriptorText.Translation] = []
        let languages = Translations.languages(of: filters, and: options.descriptor.name)
        let nameLanguages = options.descriptor.name == nil ? DesktopEntry(of: id)?.languages ?? [] : []
        for language in languages.union(nameLanguages).sorted() {
            translated.append((language, try Self.describe(filters, id, options, in: [language])))
        }
        if case .exec(let command) = options.descriptor.background {
            do throws(TextError) {
                _ = try ExecLine(command)
            } catch {
                throw .invalidFilter("the background's command: \(error.message) (character \(error.column))")
            }
        }
        fileName = id.text + Names.Files.filtersEnding
        text = try DescriptorText.text(
            app, background: options.descriptor.background ?? .none, translated: translated)
    }

    private static func describe(
        _ filters: [any SetFocusFilterIntent.Type], _ id: AppID, _ options: FocusFilterOptions, in languages: [String]
    ) throws(FocusFiltersError) -> AppDescriptor {
        let entry = DesktopEntry(of: id)
        let name = options.descriptor.name?.text(in: languages) ?? entry?.name(in: languages) ?? lastWord(of: id)
        var app = AppDescriptor(id: id, name: name, icon: options.descriptor.icon ?? entry?.icon)
        if let busName = options.busName { app.busName = try AppIdentity.id(busName) }
        for filter in filters {
            app.filters.append(try OfferedFilter(filter, languages: languages).withDefaultsToCome())
        }
        return app
    }

    /// `org.example.Tasks` → `Tasks`.
    private static func lastWord(of app: AppID) -> String {
        app.text.split(separator: ".").last.map(String.init) ?? app.text
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
}
