// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import FocusCore
internal import FocusProcess
import FocusInterfaces

/// Writes what the user allows apps to the user's own drop-in of settings. It is edited in place, and nothing is
/// written unless the result is then in force.
final class PolicyFile {
    private let configuration: Configuration
    private let paths: Paths
    /// Puts the files in force; returns what is wrong with them.
    private let reload: () -> [Problem]

    init(configuration: Configuration, paths: Paths, reload: @escaping () -> [Problem]) {
        self.configuration = configuration
        self.paths = paths
        self.reload = reload
    }

    /// Changes what `change` names; returns when that is in force.
    func change(_ app: AppID, _ change: AppPolicyChange) throws(WireError) {
        let files = configuration.settingsFiles
        var wanted = try policy(of: app, files)
        wanted.shareMode = change.shareMode ?? wanted.shareMode
        wanted.activate = change.activate ?? wanted.activate
        guard try policy(of: app, files) != wanted else { return }

        let folder =
            "\(paths.configHome)/\(Names.Files.folder)/\(Names.Files.agent)\(Names.Files.dropInFolderEnding)"
        let target = "\(folder)/\(Names.Files.userDropIn)"
        let result = try edited(files, target) { bytes throws(TextError) in
            try AgentSettings.text(bytes, allowing: app, shareMode: change.shareMode, activate: change.activate)
        }
        guard try policy(of: app, result.files) == wanted else {
            let last = result.files.last?.path ?? ""
            throw .focus(
                FocusError(.readOnly, "\(last) has the last word on the app '\(app)'; change or remove what it says"))
        }
        do throws(AtomicFile.Failure) {
            try AtomicFile.makeFolder(folder, mode: 0o700)
            try AtomicFile.write(target, result.bytes, mode: 0o600, isSynced: true)
        } catch {
            throw .focus(FocusError(.readOnly, "\(error.message); the user's settings cannot be written there"))
        }
        _ = reload()
    }

    /// The files as they would be, and the new text of the one at `target`.
    private func edited(
        _ files: [TextFile], _ target: String, _ edit: ([UInt8]) throws(TextError) -> [UInt8]
    ) throws(WireError) -> (files: [TextFile], bytes: [UInt8]) {
        // A drop-in of the same name in a less important folder is hidden by the user's, which therefore says the same.
        let place = files.firstIndex { Self.name($0.path) == Names.Files.userDropIn }
        do throws(TextError) {
            let bytes = try edit(place.map { files[$0].bytes } ?? [])
            let file = TextFile(path: target, bytes: bytes)
            var files = files
            if let place {
                files[place] = file
            } else {
                let next = files.firstIndex {
                    Self.name($0.path) != Names.Files.agent
                        && Names.Files.userDropIn.utf8.lexicographicallyPrecedes(Self.name($0.path).utf8)
                }
                files.insert(file, at: next ?? files.count)
            }
            return (files, bytes)
        } catch {
            throw .focus(FocusError(.invalidValue, "\(target): \(error); put it right first"))
        }
    }

    private func policy(of app: AppID, _ files: [TextFile]) throws(WireError) -> AppPolicy {
        do throws(FileError) {
            return try AgentSettings.read(files).settings.policies[app] ?? AppPolicy()
        } catch {
            throw .focus(FocusError(.invalidValue, "\(error.path): \(error.error); put it right first"))
        }
    }

    private static func name(_ path: String) -> String {
        String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
    }
}
