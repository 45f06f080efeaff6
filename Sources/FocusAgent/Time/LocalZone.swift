// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import CGLib
import FocusProcess
import Glibc

/// The user's time zone: the one that `/etc/localtime` points to, as localtime(5) has it. `TZ` does not count: a process
/// that runs for weeks would keep the zone of the day on which it was started.
///
/// Confined to the thread of the main context in which it was made.
final class LocalZone {
    private let link: String
    private var watch: FolderWatch?
    private let changed: () -> Void
    private var known: Standing

    /// What the link is, down to which file it is.
    private struct Standing: Equatable {
        var identifier: String
        var file: UInt64
        var modified: Int
    }

    /// `changed` runs when the zone is another one.
    init(link: String = "/etc/localtime", changed: @escaping () -> Void) {
        self.link = link
        self.changed = changed
        known = Self.read(link)
    }

    /// The zone's name in the time zone database, or the absolute path of a file that describes it.
    var identifier: String { known.identifier }

    /// Watches the link from now on.
    func start() {
        guard watch == nil, let slash = link.lastIndex(of: "/") else { return }
        let folder = slash == link.startIndex ? "/" : String(link[..<slash])
        watch = FolderWatch([folder]) { [weak self] in self?.look() }
        look()
    }

    /// Looks at the link again.
    func look() {
        let now = Self.read(link)
        guard now != known else { return }
        known = now
        changed()
    }

    private static func read(_ link: String) -> Standing {
        var status = stat()
        guard stat(link, &status) == 0 else { return Standing(identifier: "UTC", file: 0, modified: 0) }
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(link, &buffer, buffer.count - 1)
        let target =
            count > 0 ? buffer.withUnsafeBufferPointer { $0.baseAddress.flatMap(String.init(validatingCString:)) } : nil
        return Standing(
            identifier: target.flatMap(name) ?? link, file: UInt64(status.st_ino), modified: status.st_mtim.tv_sec)
    }

    /// What stands after the folder of the time zone database.
    private static func name(_ target: String) -> String? {
        let parts = target.split(separator: "/")
        guard let index = parts.lastIndex(of: "zoneinfo"), index + 1 < parts.endIndex else { return nil }
        let name = parts[(index + 1)...].joined(separator: "/")
        return ZoneReader.exists(name) ? name : nil
    }
}
