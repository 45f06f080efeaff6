// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import FocusCore

extension DisplayRepresentation {
    /// A picture beside a title.
    public struct Image: Hashable, Sendable {
        /// How the picture is cut.
        public enum DisplayStyle: Hashable, Sendable {
            /// As it is.
            case `default`
            /// As a circle, for people.
            case circular
        }

        private enum Content: Hashable, Sendable {
            /// Names of an icon theme, best first.
            case themed([String])
            case url(URL)
            case data(Data)
        }

        private let content: Content
        /// How the picture is cut.
        public var displayStyle: DisplayStyle

        private init(_ content: Content, _ displayStyle: DisplayStyle) {
            self.content = content
            self.displayStyle = displayStyle
        }

        /// A symbol of Apple's set, shown as the icon of the desktop's theme that <doc:SymbolNames> gives for it; other
        /// names count as names of the theme's own.
        public init(systemName: String, displayStyle: DisplayStyle = .default) {
            self.init(.themed(SymbolNames.iconNames(of: systemName)), displayStyle)
        }

        /// A picture of the program's own: the file of this name in its resources, or an icon of the theme.
        public init(named name: String, isTemplate: Bool? = nil, displayStyle: DisplayStyle = .default) {
            let found = ["", ".svg", ".png"].lazy.compactMap { ending in
                Bundle.main.resourceURL.map { $0.appendingPathComponent(name + ending) }
            }.first { FileManager.default.fileExists(atPath: $0.path) }
            self.init(found.map(Content.url) ?? .themed([name]), displayStyle)
        }

        /// Encoded image data, such as PNG.
        public init(data: Data, isTemplate: Bool? = nil, displayStyle: DisplayStyle = .default) {
            self.init(.data(data), displayStyle)
        }

        /// An image file.
        public init(url: URL, isTemplate: Bool? = nil, displayStyle: DisplayStyle = .default) {
            self.init(.url(url), displayStyle)
        }

        /// As it is sent.
        var icon: Icon {
            switch content {
            case .themed(let names): .themed(names)
            case .url(let url): .file(url.absoluteString)
            case .data(let data): .bytes([UInt8](data))
            }
        }
    }
}
