// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

@testable import AppIntents
import AppIntentsTesting
import DBus
import FocusAgent
import FocusCore
import Foundation
import TestSupport
import Testing

/// Descriptor files as programs write them, read as the agent reads them.
@Suite struct DescriptorTests {
    /// A filter with everything that a descriptor file can say.
    struct Full: FocusFilterIntent {
        enum Order: String, AppEnum {
            case due
            case byTitle = "by title; sorted="

            static let typeDisplayRepresentation: TypeDisplayRepresentation = "Order"
            static let caseDisplayRepresentations: [Order: DisplayRepresentation] = [
                .due: DisplayRepresentation(
                    title: "By due date", subtitle: " the next first ", image: .init(systemName: "calendar"),
                    synonyms: ["Soonest", "semi;colon"]),
                .byTitle: "By title",
            ]
        }

        static let title: LocalizedStringResource = "Everything = \"and\" more; #1"
        static let description = IntentDescription("  Line one\nLine \\two\t")
        static let focusFilterImage: DisplayRepresentation.Image? = .init(url: URL(fileURLWithPath: "/a b/ü.png"))
        static let focusFilterAliases = FocusFilterAliases(
            filter: ["Before", "LongBefore"], parameters: ["count": ["number", "amount"]])
        static let performDeadline = Duration.milliseconds(2500)

        @Parameter(title: "Flag", description: "A switch", default: true) var flag: Bool
        @Parameter(title: "Count", default: -3, inclusiveRange: (-10, 10)) var count: Int
        @Parameter(title: "Ratio", default: 0.1, inclusiveRange: (0, 1)) var ratio: Double
        @Parameter(title: "Text", default: "it's \"quoted\"\n\\ 🙂") var text: String
        @Parameter(title: "Link") var link: URL?
        @Parameter(title: "Day") var day: Date?
        @Parameter(title: "Order", default: .byTitle) var order: Order
        @Parameter(title: "Orders", default: [.due, .byTitle]) var orders: [Order]
        @Parameter(title: "Words", default: []) var words: [String]
        @Parameter(title: "Shelves") var shelves: [Shelf]?
        @Parameter(title: "Author", optionsProvider: AuthorProvider()) var author: String?

        func perform() async throws -> some IntentResult { .result() }
    }

    private static let id = "org.example.Full"

    /// Reads a file as the agent does.
    private static func read(
        _ descriptor: FocusFilterDescriptor, locale: String = ""
    ) throws -> DescriptorFile.Reading {
        let app = try #require(AppID(String(descriptor.fileName.dropLast(".filters".count))))
        return try DescriptorFile.read(
            app, TextFile(path: descriptor.fileName, bytes: Array(descriptor.text.utf8)), locale: locale,
            value: GVariantText.parse)
    }

    /// What is registered, with what a file can hold of its pictures: one name.
    private static func registered(_ type: any SetFocusFilterIntent.Type) throws -> FilterDescriptor {
        func first(_ icon: Icon?) -> Icon? {
            guard case .themed(let names)? = icon else { return icon }
            return .themed(Array(names.prefix(1)))
        }
        var filter = try OfferedFilter(type, languages: []).descriptor
        filter.icon = first(filter.icon)
        for parameter in filter.parameters.indices {
            for item in filter.parameters[parameter].cases.indices {
                filter.parameters[parameter].cases[item].icon = first(filter.parameters[parameter].cases[item].icon)
            }
        }
        return filter
    }

    @Test(arguments: [Full.self, Reading.self] as [any SetFocusFilterIntent.Type])
    func file_saysWhatTheAppRegisters(_ filter: any SetFocusFilterIntent.Type) throws {
        let reading = try Self.read(FocusFilterDescriptor([filter], app: Self.id))
        #expect(reading.warnings == [])
        #expect(
            reading.descriptor
                == AppDescriptor(
                    id: try #require(AppID(Self.id)), name: "Full",
                    filters: [
                        try Self.registered(filter)
                    ]))
    }

    @Test func app_isDescribedByTheOptions() throws {
        var options = FocusFilterOptions()
        options.busName = "org.example.Full.Helper"
        options.descriptor.name = "Full; of [it]"
        options.descriptor.icon = "/usr/share/my icons/full.svg"
        let command = "/usr/bin/full \"a  b\" \"\\\\\""
        options.descriptor.background = .exec(command)
        let descriptor = try FocusFilterDescriptor([Full.self], app: Self.id, options: options)
        let app = try Self.read(descriptor).descriptor
        #expect(app.name == "Full; of [it]")
        #expect(app.icon == "/usr/share/my icons/full.svg")
        #expect(app.busName.text == "org.example.Full.Helper")
        #expect(try KeyFile(parsing: Array(descriptor.text.utf8))[group: "App"]?["Exec"]?.string() == command)
        options.descriptor.background = .activate
        #expect(
            try Self.read(FocusFilterDescriptor([Full.self], app: Self.id, options: options)).descriptor.background
                == .activate)
    }

    struct Unwritable: FocusFilterIntent {
        enum Mark: String, AppEnum {
            case bracket = "a] b"
            static let typeDisplayRepresentation: TypeDisplayRepresentation = "Mark"
            static let caseDisplayRepresentations: [Mark: DisplayRepresentation] = [.bracket: "Bracket"]
        }
        static let title: LocalizedStringResource = "Unwritable"
        @Parameter(title: "Mark", default: .bracket) var mark: Mark
        func perform() async throws -> some IntentResult { .result() }
    }

    @Test func caseThatNoKeyFileCanName_isRefusedInWords() {
        #expect {
            try FocusFilterDescriptor([Unwritable.self], app: Self.id)
        } throws: { error in
            "\(error)".contains("the group '[Case Unwritable/mark/a] b]'")
        }
    }

    @Test func command_mustBeOneWithoutAShell() {
        var options = FocusFilterOptions()
        options.descriptor.background = .exec("full | tee log")
        #expect {
            try FocusFilterDescriptor([Full.self], app: Self.id, options: options)
        } throws: { error in
            "\(error)".contains("'|' is reserved")
        }
    }

    @Test func busName_mustBeOne() {
        var options = FocusFilterOptions()
        options.busName = "nonsense"
        #expect(throws: FocusFiltersError.self) {
            try FocusFilterDescriptor([Full.self], app: Self.id, options: options)
        }
    }

    /// Its texts are in tables that the test writes.
    struct Translated: FocusFilterIntent {
        static let folder = Locked<TemporaryDirectory?>(nil)

        static func text(_ text: String.LocalizationValue) -> LocalizedStringResource {
            let path = folder.withLock { $0?.path ?? "" }
            return LocalizedStringResource(text, bundle: .atURL(URL(fileURLWithPath: path)))
        }

        enum Size: String, AppEnum {
            case small
            static let typeDisplayRepresentation: TypeDisplayRepresentation = "Size"
            static var caseDisplayRepresentations: [Size: DisplayRepresentation] {
                [
                    .small: DisplayRepresentation(
                        title: Translated.text("Small"), subtitle: Translated.text("Few"),
                        synonyms: [Translated.text("Tiny")])
                ]
            }
        }

        static var title: LocalizedStringResource { text("Shelf") }
        @Parameter(title: Translated.text("Size"), default: .small) var size: Size
        func perform() async throws -> some IntentResult { .result() }
    }

    @Test func texts_standInEveryLanguageThatIsInstalled() throws {
        let folder = try TemporaryDirectory()
        try folder.write(
            """
            "Shelf" = "Regal"; "Size" = "Größe"; "Small" = "Klein"; "Few" = "Wenige"; "Tiny" = "Winzig"; "App" = "Programm";
            """, to: "de.lproj/Localizable.strings")
        try folder.write("\"Shelf\" = \"Estante\";", to: "pt-BR.lproj/Localizable.strings")
        Translated.folder.withLock { $0 = folder }
        var options = FocusFilterOptions()
        options.descriptor.name = Translated.text("App")
        let descriptor = try FocusFilterDescriptor([Translated.self], app: Self.id, options: options)

        func texts(_ locale: String) throws -> [String?] {
            let reading = try Self.read(descriptor, locale: locale)
            #expect(reading.warnings == [])
            let filter = try #require(reading.descriptor.filters.first)
            let parameter = try #require(filter.parameters.first)
            let item = try #require(parameter.cases.first)
            return [
                reading.descriptor.name, filter.title, parameter.title, item.title, item.subtitle, item.synonyms.first,
            ]
        }
        #expect(try texts("") == ["App", "Shelf", "Size", "Small", "Few", "Tiny"])
        #expect(try texts("de_AT.UTF-8") == ["Programm", "Regal", "Größe", "Klein", "Wenige", "Winzig"])
        #expect(try texts("pt_BR") == ["App", "Estante", "Size", "Small", "Few", "Tiny"])
        #expect(!descriptor.text.contains("Title[pt_BR]=Size"))
    }

    @Test func desktopEntry_namesTheApp() throws {
        let folder = try TemporaryDirectory()
        try folder.write(
            "[Desktop Entry]\nType=Application\nName=Full\nName[de]=Voll\nIcon=full-symbolic\nExec=full %U\n",
            to: "applications/\(Self.id).desktop")
        let id = try #require(AppID(Self.id))
        let entry = try #require(DesktopEntry(of: id, in: [URL(fileURLWithPath: folder.path)]))
        #expect(entry.icon == "full-symbolic")
        #expect(entry.name(in: []) == "Full")
        #expect(entry.name(in: ["de"]) == "Voll")
        #expect(entry.languages == ["de"])
        #expect(
            DesktopEntry(of: try #require(AppID("org.example.None")), in: [URL(fileURLWithPath: folder.path)]) == nil)
    }

    @Test func agent_findsNothingWrongWithTheFile() async throws {
        let desktop = try await SimulatedDesktop()
        let descriptor = try FocusFilterDescriptor([Full.self, Reading.self], app: Self.id)
        #expect(try await desktop.problems(inDescriptor: descriptor.text) == [])
        #expect(try await desktop.problems(inDescriptor: descriptor.text + "[Filter]\n") != [])
    }
}
