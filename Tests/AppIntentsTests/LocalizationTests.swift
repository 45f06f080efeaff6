// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

@testable import AppIntents
import Foundation
import TestSupport
import Testing

/// Texts in other languages.
@Suite struct LocalizationTests {
    private static func resource(
        _ text: String.LocalizationValue, _ folder: TemporaryDirectory, table: String? = nil
    ) -> LocalizedStringResource {
        LocalizedStringResource(text, table: table, bundle: .atURL(URL(fileURLWithPath: folder.path)))
    }

    @Test func stringsTable_translates() throws {
        let folder = try TemporaryDirectory()
        try folder.write(
            """
            /* The list. */
            "Shelf" = "Regal";
            // With arguments in another order.
            "%@ of %lld" = "von %2$lld nur \\"%1$@\\"";
            """, to: "de.lproj/Localizable.strings")
        #expect(Self.resource("Shelf", folder).text(in: ["de_AT", "de"]) == "Regal")
        #expect(Self.resource("\("A") of \(3)", folder).text(in: ["de"]) == "von 3 nur \"A\"")
        #expect(Self.resource("Shelf", folder).text(in: ["fr"]) == "Shelf")
        #expect(Self.resource("100% of \(2)", folder).text(in: []) == "100% of 2")
        #expect(TextCatalogs.shared.languages(of: .atURL(URL(fileURLWithPath: folder.path)), table: nil) == ["de"])
    }

    @Test func gettextCatalogue_translates() throws {
        let folder = try TemporaryDirectory()
        let file = folder.path + "/locale/nl/LC_MESSAGES/books.mo"
        try folder.makeFolder("locale/nl/LC_MESSAGES")
        try Data(Self.catalogue(["": "Content-Type: text/plain; charset=UTF-8\n", "Shelf": "Plank"])).write(
            to: URL(fileURLWithPath: file))
        #expect(Self.resource("Shelf", folder, table: "books").text(in: ["nl"]) == "Plank")
    }

    @Test func formattedArguments_areKeyedByTheirFormat() throws {
        let names: String.LocalizationValue = "Set \(["Account", "Look"], format: .list(type: .and))"
        #expect(names.key == "Set %@")
        #expect(LocalizedStringResource(names, locale: .current).text(in: []).hasSuffix("Account and Look"))
        let size: String.LocalizationValue = "\(2.25, specifier: "%.1f") km of \(7, specifier: "%03d")"
        #expect(size.key == "%.1f km of %03d")
        #expect(LocalizedStringResource(size).text(in: []) == "2.2 km of 007")
    }

    @Test func textOfAKey_isTranslatedForTheLocale() throws {
        let folder = try TemporaryDirectory()
        try folder.write("\"%lld left\" = \"noch %lld\";", to: "de.lproj/Localizable.strings")
        let bundle = try #require(Bundle(path: folder.path))
        #expect(String(localized: "\(3) left", bundle: bundle, locale: Locale(identifier: "de_AT")) == "noch 3")
    }

    /// A catalogue as msgfmt writes it.
    private static func catalogue(_ texts: [String: String]) -> [UInt8] {
        func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * $0) & 0xFF) } }
        let sorted = texts.sorted { $0.key < $1.key }
        var strings: [UInt8] = []
        var tables: [[UInt8]] = [[], []]
        let start = 28 + 16 * sorted.count
        for (index, part) in [\(key: String, value: String).key, \.value].enumerated() {
            for entry in sorted {
                let bytes = Array(entry[keyPath: part].utf8)
                tables[index] += number(bytes.count) + number(start + strings.count)
                strings += bytes + [0]
            }
        }
        let header =
            number(0x9504_12DE) + number(0) + number(sorted.count) + number(28) + number(28 + 8 * sorted.count)
            + number(0) + number(0)
        return header + tables[0] + tables[1] + strings
    }

    @Test func malformedCatalogue_translatesNothing() {
        let whole = Self.catalogue(["Shelf": "Plank"])
        for length in whole.indices { _ = MessageCatalog.read(Data(whole[..<length])) }
        #expect(MessageCatalog.read(Data([0xDE, 0x12, 0x04, 0x95])).isEmpty)
        #expect(StringsTable.read(Data("\"a\" = \"b\"; \"c".utf8)) == ["a": "b"])
    }

    @Test func languages_followTheEnvironment() {
        #expect(Languages.preferred(environment: ["LANG": "de_AT.UTF-8"]) == ["de_AT", "de"])
        #expect(
            Languages.preferred(environment: ["LANG": "de_DE.UTF-8", "LANGUAGE": "fr:de"]) == ["fr", "de"])
        #expect(Languages.preferred(environment: ["LANG": "C.UTF-8", "LANGUAGE": "fr"]) == [])
        #expect(Languages.preferred(environment: [:]) == [])
    }

    @Test func everyWordOfTheLibrary_isTranslated() {
        for word in Words.Word.allCases {
            let english = Words.shared.text(word, languages: [])
            #expect(!english.isEmpty)
            #expect(!Words.shared.text(word, languages: ["de"]).isEmpty)
        }
        #expect(FocusFilterBanner(isSuspended: false, mode: "Work").text.contains("Work"))
    }

    @Test(arguments: [
        ("house", "user-home-symbolic"), ("house.fill", "user-home-symbolic"),
        ("star.circle.fill", "starred-symbolic"), ("my-own-icon", "my-own-icon"),
    ])
    func symbol_becomesAnIconName(symbol: String, icon: String) {
        #expect(SymbolNames.iconNames(of: symbol) == [icon])
    }

    @Test func notificationFilter_decidesByCriteria() {
        let filter = NotificationFilter.all([.prefix("work"), .not(.allow(["work-late"])), .matching("work-[a-z]+")])
        #expect(filter.passes("work-now"))
        #expect(!filter.passes("work-late"))
        #expect(!filter.passes("home"))
        #expect(!NotificationFilter.deny(["x"]).passes("x"))
        #expect(NotificationFilter.any([.allow(["x"]), .allow(["y"])]).passes("y"))
    }

    @Test func predicate_decidesAndNoCriteriaPass() {
        let context = FocusFilterAppContext(
            notificationFilterPredicate: NSPredicate { criteria, _ in criteria as? String == "work" })
        #expect(context.shouldPresent(criteria: "work"))
        #expect(!context.shouldPresent(criteria: "home"))
        #expect(context.shouldPresent(criteria: nil))
    }
}
