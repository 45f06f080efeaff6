// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import FocusCore

/// Filters in every language in which the program has texts.
enum Translations {
    /// By language.
    static func of(
        _ filters: [any SetFocusFilterIntent.Type]
    ) throws(FocusFiltersError) -> [(language: String, filters: [FilterDescriptor])] {
        var languages: Set<String> = []
        for filter in filters { languages.formUnion(Self.languages(of: filter)) }
        var result: [(language: String, filters: [FilterDescriptor])] = []
        for language in languages.sorted() {
            var described: [FilterDescriptor] = []
            for filter in filters {
                described.append(try FilterDescribing.descriptor(of: filter, languages: [language]))
            }
            result.append((language, described))
        }
        return result
    }

    /// Those of the table that the title is in; an app keeps its texts together.
    private static func languages<Filter: SetFocusFilterIntent>(of filter: Filter.Type) -> [String] {
        let title = declared { Filter.title }
        return TextCatalogs.shared.languages(of: title.bundle, table: title.table)
    }
}
