// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// The library's own words for people, translated here so that no file need be installed.
struct Words: Sendable {
    static let shared = Words()

    /// What there are words for.
    enum Word: CaseIterable {
        case yes
        case no
        case filteredByFocus
        /// With the mode's name as `%@`.
        case filteredByMode
        case showAll
        case showsEverything
        case filterAgain
    }

    /// In the person's language, else in English.
    func text(_ word: Word, _ arguments: String..., languages: [String] = Languages.preferred()) -> String {
        let texts = Self.texts(word)
        let text = languages.lazy.compactMap { texts[$0] }.first ?? texts["en"] ?? ""
        return TextFormat.fill(text, with: arguments, isVerbatim: arguments.isEmpty)
    }

    private static func texts(_ word: Word) -> [String: String] {
        switch word {
        case .yes: ["en": "Yes", "de": "Ja", "es": "Sí", "fr": "Oui", "it": "Sì", "nl": "Ja", "pt": "Sim"]
        case .no: ["en": "No", "de": "Nein", "es": "No", "fr": "Non", "it": "No", "nl": "Nee", "pt": "Não"]
        case .filteredByFocus:
            [
                "en": "Filtered by Focus", "de": "Durch Fokus gefiltert", "es": "Filtrado por concentración",
                "fr": "Filtré par concentration", "it": "Filtrato dalla full immersion", "nl": "Gefilterd door focus",
                "pt": "Filtrado pelo foco",
            ]
        case .filteredByMode:
            [
                "en": "Filtered by Focus: %@", "de": "Durch Fokus gefiltert: %@",
                "es": "Filtrado por concentración: %@", "fr": "Filtré par concentration : %@",
                "it": "Filtrato dalla full immersion: %@", "nl": "Gefilterd door focus: %@",
                "pt": "Filtrado pelo foco: %@",
            ]
        case .showAll:
            [
                "en": "Show All", "de": "Alles anzeigen", "es": "Mostrar todo", "fr": "Tout afficher",
                "it": "Mostra tutto", "nl": "Toon alles", "pt": "Mostrar tudo",
            ]
        case .showsEverything:
            [
                "en": "Focus filter is paused: everything is shown",
                "de": "Fokusfilter pausiert: Alles wird angezeigt",
                "es": "Filtro de concentración en pausa: se muestra todo",
                "fr": "Filtre de concentration suspendu : tout est affiché",
                "it": "Filtro in pausa: viene mostrato tutto", "nl": "Focusfilter gepauzeerd: alles wordt getoond",
                "pt": "Filtro de foco em pausa: tudo é mostrado",
            ]
        case .filterAgain:
            [
                "en": "Filter Again", "de": "Wieder filtern", "es": "Volver a filtrar", "fr": "Filtrer à nouveau",
                "it": "Filtra di nuovo", "nl": "Opnieuw filteren", "pt": "Filtrar novamente",
            ]
        }
    }
}
