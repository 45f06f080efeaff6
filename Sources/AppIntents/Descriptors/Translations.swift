// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// In which languages there are texts.
enum Translations {
    /// Those of the tables that the filters' titles and the app's name are in; an app keeps its texts together.
    static func languages(
        of filters: [any SetFocusFilterIntent.Type], and name: LocalizedStringResource?
    ) -> Set<String> {
        let resources = filters.map { title(of: $0) } + [name].compactMap { $0 }
        var languages: Set<String> = []
        for resource in resources {
            languages.formUnion(TextCatalogs.shared.languages(of: resource.bundle, table: resource.table))
        }
        return languages
    }

    private static func title<Filter: SetFocusFilterIntent>(of filter: Filter.Type) -> LocalizedStringResource {
        declared { Filter.title }
    }
}
