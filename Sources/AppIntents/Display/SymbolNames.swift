// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// The icons of freedesktop themes that stand for Apple's symbols.
///
/// Names on the right are those of the Icon Naming Specification with the `-symbolic` ending that themes have for small
/// icons, and widely shipped ones of GNOME's and KDE's themes. A `.fill`, `.circle` or other variant that is not listed
/// takes the icon of the plain symbol.
enum SymbolNames {
    /// Names for a theme, best first. One that is not known is passed on as it is.
    static func iconNames(of symbol: String) -> [String] {
        var name = symbol
        while true {
            if let icon = table[name] { return [icon] }
            guard let dot = name.lastIndex(of: "."), variants.contains(String(name[name.index(after: dot)...])) else {
                return [symbol]
            }
            name = String(name[..<dot])
        }
    }

    /// Endings that change how a symbol looks, not what it means.
    private static let variants: Set<String> = ["fill", "circle", "square", "rectangle", "badge"]

    /// As the article of the same name lists it.
    static let table: [String: String] = [
        "alarm": "alarm-symbolic",
        "airplane": "airplane-mode-symbolic",
        "archivebox": "package-x-generic-symbolic",
        "bag": "package-x-generic-symbolic",
        "bed.double": "weather-clear-night-symbolic",
        "bell": "preferences-system-notifications-symbolic",
        "bell.slash": "notifications-disabled-symbolic",
        "bolt": "battery-full-charging-symbolic",
        "book": "accessories-dictionary-symbolic",
        "books.vertical": "accessories-dictionary-symbolic",
        "bookmark": "user-bookmarks-symbolic",
        "briefcase": "briefcase-symbolic",
        "bubble.left": "user-available-symbolic",
        "building.2": "building-symbolic",
        "calendar": "x-office-calendar-symbolic",
        "camera": "camera-photo-symbolic",
        "car": "driving-symbolic",
        "cart": "shopping-cart-symbolic",
        "chart.bar": "x-office-spreadsheet-symbolic",
        "checklist": "view-list-symbolic",
        "checkmark": "object-select-symbolic",
        "clock": "preferences-system-time-symbolic",
        "cloud": "weather-overcast-symbolic",
        "creditcard": "auth-smartcard-symbolic",
        "desktopcomputer": "computer-symbolic",
        "doc": "text-x-generic-symbolic",
        "doc.text": "text-x-generic-symbolic",
        "dumbbell": "emoji-activities-symbolic",
        "envelope": "mail-unread-symbolic",
        "exclamationmark": "dialog-warning-symbolic",
        "exclamationmark.triangle": "dialog-warning-symbolic",
        "eye": "view-reveal-symbolic",
        "eye.slash": "view-conceal-symbolic",
        "figure.run": "emoji-activities-symbolic",
        "flag": "emblem-important-symbolic",
        "flame": "emblem-important-symbolic",
        "folder": "folder-symbolic",
        "fork.knife": "emoji-food-symbolic",
        "gamecontroller": "input-gaming-symbolic",
        "gear": "emblem-system-symbolic",
        "gearshape": "emblem-system-symbolic",
        "gift": "emoji-objects-symbolic",
        "globe": "web-browser-symbolic",
        "graduationcap": "emoji-objects-symbolic",
        "hammer": "applications-engineering-symbolic",
        "headphones": "audio-headphones-symbolic",
        "heart": "emblem-favorite-symbolic",
        "house": "user-home-symbolic",
        "info": "dialog-information-symbolic",
        "key": "dialog-password-symbolic",
        "laptopcomputer": "computer-symbolic",
        "leaf": "emoji-nature-symbolic",
        "lightbulb": "dialog-information-symbolic",
        "link": "insert-link-symbolic",
        "list.bullet": "view-list-symbolic",
        "location": "mark-location-symbolic",
        "lock": "changes-prevent-symbolic",
        "magnifyingglass": "system-search-symbolic",
        "map": "mark-location-symbolic",
        "message": "user-available-symbolic",
        "mic": "audio-input-microphone-symbolic",
        "moon": "weather-clear-night-symbolic",
        "moon.stars": "weather-clear-night-symbolic",
        "moon.zzz": "weather-clear-night-symbolic",
        "music.note": "audio-x-generic-symbolic",
        "newspaper": "rss-symbolic",
        "note.text": "accessories-text-editor-symbolic",
        "number": "view-list-ordered-symbolic",
        "paintbrush": "applications-graphics-symbolic",
        "paperclip": "mail-attachment-symbolic",
        "paperplane": "mail-send-symbolic",
        "pawprint": "emoji-nature-symbolic",
        "pencil": "document-edit-symbolic",
        "person": "avatar-default-symbolic",
        "person.2": "system-users-symbolic",
        "person.3": "system-users-symbolic",
        "phone": "call-start-symbolic",
        "photo": "image-x-generic-symbolic",
        "pin": "view-pin-symbolic",
        "play": "media-playback-start-symbolic",
        "printer": "printer-symbolic",
        "questionmark": "dialog-question-symbolic",
        "repeat": "media-playlist-repeat-symbolic",
        "shield": "security-high-symbolic",
        "speaker": "audio-speakers-symbolic",
        "speaker.slash": "audio-volume-muted-symbolic",
        "star": "starred-symbolic",
        "sun.max": "weather-clear-symbolic",
        "tag": "tag-symbolic",
        "terminal": "utilities-terminal-symbolic",
        "timer": "alarm-symbolic",
        "trash": "user-trash-symbolic",
        "tray": "mail-inbox-symbolic",
        "tv": "video-display-symbolic",
        "video": "camera-video-symbolic",
        "wifi": "network-wireless-symbolic",
        "wrench": "applications-engineering-symbolic",
    ]
}
