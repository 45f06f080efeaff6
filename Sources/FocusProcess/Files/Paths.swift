// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import FocusInterfaces
import Glibc

/// Where files are, by the XDG base directory specification.
package struct Paths {
    package var configHome: String
    /// Most important first.
    package var configDirectories: [String]
    package var dataHome: String
    /// Most important first.
    package var dataDirectories: [String]
    package var stateHome: String

    /// From the environment. A relative path in a variable is ignored, as the specification says.
    package init() {
        let home = Environment["HOME"] ?? Self.passwordHome ?? "/"
        func folder(_ name: String, _ fallback: String) -> String {
            guard let path = Environment[name], path.utf8.first == UInt8(ascii: "/") else { return fallback }
            return path
        }
        func folders(_ name: String, _ fallback: [String]) -> [String] {
            let paths = (Environment[name] ?? "").split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
            return paths.isEmpty ? fallback : paths
        }
        configHome = folder("XDG_CONFIG_HOME", home + "/.config")
        configDirectories = folders("XDG_CONFIG_DIRS", ["/etc/xdg"])
        dataHome = folder("XDG_DATA_HOME", home + "/.local/share")
        dataDirectories = folders("XDG_DATA_DIRS", ["/usr/local/share", "/usr/share"])
        stateHome = folder("XDG_STATE_HOME", home + "/.local/state")
    }

    /// The home folder in the user database, for a caller that sets no `HOME`.
    private static var passwordHome: String? {
        guard let entry = getpwuid(getuid()), let home = entry.pointee.pw_dir else { return nil }
        return String(validatingCString: home)
    }

    /// The user's own folder first, then the system's, most important first.
    package var modeFolders: [String] {
        ([configHome] + configDirectories + dataDirectories).map { "\($0)/\(Names.Files.folder)/\(Names.Files.modes)" }
    }

    /// Templates for modes.
    package var presetFolders: [String] { dataDirectories.map { "\($0)/\(Names.Files.folder)/\(Names.Files.presets)" } }

    /// Where `agent.conf` and `agent.conf.d` lie, as for modes.
    package var settingsFolders: [String] {
        ([configHome] + configDirectories + dataDirectories).map { "\($0)/\(Names.Files.folder)" }
    }

    /// Where apps install descriptor files.
    package var descriptorFolders: [String] {
        ([dataHome] + dataDirectories).map { "\($0)/\(Names.Files.folder)/\(Names.Files.filters)" }
    }

    /// The agent's own state.
    package var state: String { "\(stateHome)/\(Names.Files.folder)" }
}
