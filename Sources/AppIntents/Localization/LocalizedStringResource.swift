// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// A text that is translated when it is shown: a key, and where translations are looked for.
///
/// `table` names a `.strings` file in the bundle's `LANGUAGE.lproj` folders, or a gettext domain: `T` in
/// `locale/LANGUAGE/LC_MESSAGES/T.mo`, in the bundle's resources or in a folder of `$XDG_DATA_DIRS`.
/// Without a translation the default value is shown, which is the key unless one is given.
public struct LocalizedStringResource: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// Where the tables are.
    public struct BundleDescription: Hashable, Sendable {
        let url: URL?

        /// The program's own.
        public static let main = BundleDescription(url: nil)
        /// A bundle or a folder.
        public static func atURL(_ url: URL) -> BundleDescription { BundleDescription(url: url) }
        /// The bundle that a class comes from.
        public static func forClass(_ anyClass: AnyClass) -> BundleDescription {
            BundleDescription(url: Bundle(for: anyClass).bundleURL)
        }
    }

    /// Under what the translation is looked up.
    public let key: String
    /// What is shown where there is none, and the arguments.
    public let defaultValue: String.LocalizationValue
    /// `nil`: `Localizable`, and the program's gettext domain.
    public let table: String?
    /// For which language and region; by default the person's.
    public var locale: Locale
    /// Where the table is.
    public let bundle: BundleDescription

    /// A text that is its own key. `comment` is for translators.
    public init(
        _ text: String.LocalizationValue, table: String? = nil, locale: Locale = .current,
        bundle: BundleDescription = .main, comment: StaticString? = nil
    ) {
        key = text.key
        defaultValue = text
        self.table = table
        self.locale = locale
        self.bundle = bundle
    }

    /// A key, and what is shown without a translation. `comment` is for translators.
    public init(
        _ key: StaticString, defaultValue: String.LocalizationValue, table: String? = nil, locale: Locale = .current,
        bundle: BundleDescription = .main, comment: StaticString? = nil
    ) {
        self.key = key.description
        self.defaultValue = defaultValue
        self.table = table
        self.locale = locale
        self.bundle = bundle
    }

    public init(stringLiteral text: String) { self.init(String.LocalizationValue(text)) }

    public init(stringInterpolation: String.LocalizationValue.StringInterpolation) {
        self.init(String.LocalizationValue(stringInterpolation: stringInterpolation))
    }

    /// The text in the first of these languages that has it, best first.
    func text(in languages: [String]) -> String {
        let translation = TextCatalogs.shared.text(key, table: table, bundle: bundle, languages: languages)
        return TextFormat.fill(
            translation ?? defaultValue.key, with: defaultValue.arguments.map { $0.text(in: languages) },
            isVerbatim: defaultValue.arguments.isEmpty && !defaultValue.key.contains("%%"))
    }
}

extension String {
    /// The text in the person's language, or in the resource's if it names one.
    public init(localized resource: LocalizedStringResource) {
        self = resource.text(in: Languages.preferred(resource.locale))
    }

    /// The text in the person's language.
    public init(
        localized text: String.LocalizationValue, table: String? = nil, bundle: Bundle? = nil,
        locale: Locale = .current, comment: StaticString? = nil
    ) {
        self.init(
            localized: LocalizedStringResource(
                text, table: table, locale: locale,
                bundle: bundle.map { .atURL($0.resourceURL ?? $0.bundleURL) } ?? .main))
    }
}

/// What has a text for people.
public protocol CustomLocalizedStringResourceConvertible {
    /// The text.
    var localizedStringResource: LocalizedStringResource { get }
}

extension LocalizedStringResource: CustomLocalizedStringResourceConvertible {
    public var localizedStringResource: LocalizedStringResource { self }
}
