// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import InterfaceGenerator

// Run in the package's folder: `swift run generate-interfaces`.
do {
    let written = try InterfaceFiles.generate(into: "Sources/FocusInterfaces/Generated", from: "dbus")
    print(written.isEmpty ? "nothing changed" : written.joined(separator: "\n"))
} catch {
    FileHandle.standardError.write(Data("generate-interfaces: \(error)\n".utf8))
    exit(1)
}
