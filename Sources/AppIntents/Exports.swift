// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

// As with Apple's framework, `import AppIntents` is enough for `UUID`, `UserDefaults` and `URL`.
@_exported public import Foundation
// There, `import SwiftUI` brings `@Observable` to the state that follows a filter; here there is no such module.
@_exported public import Observation
