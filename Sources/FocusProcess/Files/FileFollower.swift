// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

package import DBus
import FocusCore
import Glibc

/// Tells when one file may have changed, by inotify(7): written in place, replaced, created, removed, or behind a link.
///
/// The file need not exist, nor its folder: then the nearest folder that does is watched. Belongs to the loop's thread.
package final class FileFollower {
    private let path: String
    private let loop: any EventLoop
    private let changed: () -> Void
    private let descriptor: Int32
    private var watch: (any LoopSource)?
    private var settling: (any LoopSource)?
    /// What is watched: the file itself, and a folder with the name in it that matters.
    private var file: Int32?
    private var folder: (watch: Int32, path: String, name: String)?

    /// Writers write in pieces: the file is looked at this long after the first sign of a change.
    private static let settlingTime: Microseconds = .milliseconds(50)
    private static let folderEvents =
        UInt32(IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF)
    private static let fileEvents = UInt32(IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF)

    /// `nil` if the system has no more watches to give.
    package init?(_ path: String, loop: any EventLoop, changed: @escaping () -> Void) {
        self.path = path
        self.loop = loop
        self.changed = changed
        descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        arrange()
        watch = loop.addWatch(fd: descriptor, readable: true, writable: false) { [weak self] _, _, _ in
            self?.readEvents()
        }
    }

    deinit {
        watch?.cancel()
        settling?.cancel()
        if descriptor >= 0 { close(descriptor) }
    }

    /// Watches what exists now.
    private func arrange() {
        // The way may grow while it is looked at.
        for _ in 0..<8 {
            let (existing, name) = nearestFolder()
            if folder?.path == existing, folder?.name == name { break }
            if let folder { inotify_rm_watch(descriptor, folder.watch) }
            let watch = inotify_add_watch(descriptor, existing, Self.folderEvents)
            folder = (watch, existing, name)
        }
        // The file behind a name may be another one now: the kernel gives one watch per file.
        let old = file
        let new = inotify_add_watch(descriptor, path, Self.fileEvents)
        file = new >= 0 ? new : nil
        if let old, old != file { inotify_rm_watch(descriptor, old) }
    }

    /// The nearest existing folder on the way to the file, and what is awaited in it.
    private func nearestFolder() -> (folder: String, name: String) {
        let wanted = Self.parent(of: path)
        let existing = FolderWatch.nearestExisting(wanted.folder)
        guard existing != wanted.folder else { return wanted }
        let rest = path.dropFirst(existing == "/" ? 1 : existing.utf8.count + 1)
        return (existing, String(rest.prefix { $0 != "/" }))
    }

    private static func parent(of path: String) -> (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return ("/", path) }
        let name = String(path[path.index(after: slash)...])
        return (slash == path.startIndex ? "/" : String(path[..<slash]), name)
    }

    private func readEvents() {
        var isConcerned = false
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { break }
            buffer.withUnsafeBytes { bytes in
                let header = MemoryLayout<inotify_event>.size
                var offset = 0
                while offset + header <= count {
                    let watch = bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self)
                    let mask = bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
                    let length = Int(bytes.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
                    let name = bytes[min(offset + header, count)..<min(offset + header + length, count)]
                    if concerns(watch, mask, name.prefix { $0 != 0 }) { isConcerned = true }
                    offset += header + length
                }
            }
        }
        guard isConcerned, settling == nil else { return }
        settling = loop.addTimer(after: Self.settlingTime) { [weak self] in
            guard let self else { return }
            settling = nil
            arrange()
            changed()
        }
    }

    private func concerns(_ watch: Int32, _ mask: UInt32, _ name: Slice<UnsafeRawBufferPointer>) -> Bool {
        if mask & UInt32(IN_IGNORED) != 0 {
            // Gone by itself, or taken away by us; a number is not given out again.
            if watch == file { file = nil }
            if watch == folder?.watch { folder = nil }
            return false
        }
        guard let folder, watch == folder.watch else { return true }
        return name.isEmpty || name.elementsEqual(folder.name.utf8)
    }
}
