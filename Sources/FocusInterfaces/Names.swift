// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Names that more than one program of the project must spell alike. Those of interfaces, bus names and paths are
/// generated: ``Focus1``, ``Control1``.
public enum Names {
    /// The version of the project, which its programs print.
    public static let version = "0.1.0"

    /// What the names of the project's own errors begin with.
    public static let errorPrefix = "org.focusfilters.Error."

    /// Names of environment variables.
    public enum Environment {
        /// The agent's executable, for tests of apps.
        public static let agent = "FOCUS_AGENT"
        /// What the desktop calls itself, best first, with colons between.
        public static let desktop = "XDG_CURRENT_DESKTOP"
        public static let configHome = "XDG_CONFIG_HOME"
        public static let configDirs = "XDG_CONFIG_DIRS"
        public static let dataHome = "XDG_DATA_HOME"
        public static let dataDirs = "XDG_DATA_DIRS"
        public static let stateHome = "XDG_STATE_HOME"
        public static let runtimeDir = "XDG_RUNTIME_DIR"
    }

    /// Names of folders and files.
    public enum Files {
        /// The project's folder in each of the XDG base folders.
        public static let folder = "focus-filters"
        /// Within the project's folder of configuration and data.
        public static let modes = "modes"
        /// Within the project's folder of data.
        public static let presets = "presets"
        /// Within the project's folder of data.
        public static let filters = "filters"
        /// Within the project's folder of configuration.
        public static let agent = "agent.conf"
        public static let modeEnding = ".mode"
        public static let filtersEnding = ".filters"
        /// The ending of a drop-in folder, after the name of the file that it adds to.
        public static let dropInFolderEnding = ".d"
        public static let dropInEnding = ".conf"
        /// The drop-in that Control1 writes for a mode that is not the user's own.
        public static let userDropIn = "50-user.conf"
    }
}
