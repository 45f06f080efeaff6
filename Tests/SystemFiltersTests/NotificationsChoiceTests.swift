// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SystemFilters

@Suite struct NotificationsChoiceTests {
    private final class Backend: NotificationsBackend {
        let products: Set<String>
        let desktops: Set<String>
        var onKnownAppsChange: (() -> Void)?

        init(_ product: String, _ desktop: String) {
            products = [product]
            desktops = [desktop]
        }

        func plan(_ request: AppNotifications, done: @escaping (Plan) -> Void) { done(Plan()) }
        func rest() {}
    }

    private static func choice(_ product: String?, _ desktop: String) -> Result<String?, Refusal> {
        NotificationsChoice.backend(
            among: [Backend("shell", "GNOME"), Backend("budgie", "Budgie")], product: product, desktop: desktop
        ).map { $0.products.first }
    }

    @Test func serverThatRuns_decides() {
        for desktop in ["", "GNOME", "Budgie:GNOME", "KDE"] {
            #expect(Self.choice("shell", desktop) == .success("shell"))
            #expect(Self.choice("budgie", desktop) == .success("budgie"))
        }
    }

    @Test func withoutServer_theDesktopDoes_theParticularBeforeTheGeneral() {
        #expect(Self.choice(nil, "GNOME") == .success("shell"))
        #expect(Self.choice(nil, "ubuntu:GNOME") == .success("shell"))
        #expect(Self.choice(nil, "Budgie:GNOME") == .success("budgie"))
    }

    @Test(arguments: [
        ("odd", "GNOME", "the notification server 'odd' has no setting"),
        (nil, "KDE", "the desktop 'KDE' has no setting"),
        (nil, "", "no notification server runs"),
    ])
    func otherwise_wordsSayWhoCannot(product: String?, desktop: String, words: String) {
        guard case .failure(let refusal) = Self.choice(product, desktop) else {
            Issue.record("\(product ?? "-") on \(desktop) was chosen")
            return
        }
        #expect(refusal.words.hasPrefix(words))
    }
}
