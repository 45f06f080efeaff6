// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import CGLib
import Glibc

/// Tells when something in one of some folders changed. A folder that does not exist is awaited by watching its nearest
/// existing parent: GLib's monitor of a missing folder would wake up every four seconds for ever.
///
/// Confined to the thread of the main context in which it was made.
package final class FolderWatch {
    private let folders: [String]
    private let changed: () -> Void
    /// Which existing folder is watched, for the sake of which wanted one.
    private var monitors: [String: Monitor] = [:]

    /// `changed` runs once per event, so the caller gathers them.
    package init(_ folders: [String], changed: @escaping () -> Void) {
        self.folders = folders
        self.changed = changed
        arrange()
    }

    /// Watches what exists now; called again on each event, since a folder may have come or gone.
    private func arrange() {
        let wanted = Set(folders.map(Self.nearestExisting))
        for path in monitors.keys where !wanted.contains(path) { monitors[path] = nil }
        for path in wanted where monitors[path] == nil {
            monitors[path] = Monitor(path) { [weak self] changedPath in self?.noteChange(in: path, at: changedPath) }
        }
    }

    private func noteChange(in watched: String, at path: String?) {
        let isOwn = folders.contains(watched)
        // In a parent, only the way down to a wanted folder matters: the home folder changes all the time.
        guard isOwn || path.map({ leads($0) }) ?? true else { return }
        arrange()
        changed()
    }

    private func leads(_ path: String) -> Bool { folders.contains { $0 == path || $0.hasPrefix(path + "/") } }

    /// The folder, or the nearest of those above it that exists.
    package static func nearestExisting(_ folder: String) -> String {
        var path = folder
        var status = stat()
        while stat(path, &status) != 0 || status.st_mode & S_IFMT != S_IFDIR {
            guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
            path = String(path[..<slash])
        }
        return path
    }
}

/// One GFileMonitor.
private final class Monitor {
    private let monitor: UnsafeMutablePointer<GFileMonitor>?
    private let handler: (String?) -> Void

    /// `handler` gets the path that changed, if it is a UTF-8 text.
    init(_ path: String, handler: @escaping (String?) -> Void) {
        self.handler = handler
        let file = g_file_new_for_path(path)
        defer { g_object_unref(file.map(UnsafeMutableRawPointer.init)) }
        monitor = g_file_monitor_directory(file, G_FILE_MONITOR_WATCH_MOVES, nil, nil)
        guard let monitor else { return }
        let callback:
            @convention(c) (
                UnsafeMutableRawPointer?, OpaquePointer?, OpaquePointer?, GFileMonitorEvent, UnsafeMutableRawPointer?
            ) -> Void = { _, file, other, _, context in
                guard let context else { return }
                let monitor = Unmanaged<Monitor>.fromOpaque(context).takeUnretainedValue()
                monitor.handler(Monitor.path(of: file))
                if let other { monitor.handler(Monitor.path(of: other)) }
            }
        g_signal_connect_data(
            UnsafeMutableRawPointer(monitor), "changed", unsafeBitCast(callback, to: GCallback.self),
            Unmanaged.passUnretained(self).toOpaque(), nil, GConnectFlags(rawValue: 0))
    }

    deinit {
        guard let monitor else { return }
        g_file_monitor_cancel(monitor)
        g_object_unref(UnsafeMutableRawPointer(monitor))
    }

    private static func path(of file: OpaquePointer?) -> String? {
        guard let file, let path = g_file_peek_path(file) else { return nil }
        return String(validatingCString: path)
    }
}
