// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import CGLib
import Glibc

/// Keeps the agent small: it lives as long as the session.
enum ResidentMemory {
    /// Large blocks go back to the system as soon as they are free: without this, one huge message from a peer raises
    /// glibc's threshold for good, and the next ones stay in the heap. To be called once, before any work.
    static func limit() {
        mallopt(M_MMAP_THRESHOLD, 128 << 10)
        mallopt(M_TRIM_THRESHOLD, 256 << 10)
    }

    /// Gives what is free in the heap back to the system: between what lives on, many small blocks that peers' calls
    /// needed leave gaps, which glibc keeps. Takes a few milliseconds.
    static func giveBack() { malloc_trim(0) }

    /// Lets go of the pages of program and library files that are mapped unchanged: relocation, type set-up and the
    /// first reads have touched many that are never used again. The kernel keeps the files in its cache; what is needed
    /// again is mapped at its next use, at about a microsecond for each 64 KiB.
    ///
    /// To be called once, when the agent is ready and idle. Takes a few milliseconds.
    static func trim() {
        guard let file = fopen("/proc/self/smaps", "re") else { return }
        defer { fclose(file) }
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        var mapping: (start: UInt, end: UInt)?
        while getline(&line, &capacity, file) > 0, let text = line {
            if strncmp(text, "Anonymous:", 10) == 0 {
                // A page that is ours alone, such as a relocated one, would be lost.
                if let (start, end) = mapping, strtoul(text + 10, nil, 10) == 0 {
                    madvise(UnsafeMutableRawPointer(bitPattern: start), Int(end - start), MADV_DONTNEED)
                }
                mapping = nil
            } else if let unchanged = unchangedMapping(text) {
                mapping = unchanged
            }
        }
    }

    /// The range of `start-end r?xp offset device inode path`, if it is a file's and cannot be written to.
    private static func unchangedMapping(_ line: UnsafePointer<CChar>) -> (start: UInt, end: UInt)? {
        var rest: UnsafeMutablePointer<CChar>?
        let start = strtoul(line, &rest, 16)
        guard let dash = rest, dash.pointee == CChar(bitPattern: UInt8(ascii: "-")) else { return nil }
        let end = strtoul(dash + 1, &rest, 16)
        guard let access = rest, end > start, strncmp(access, " r-", 3) == 0, strchr(access, 0x2F) != nil else {
            return nil
        }
        return (start, end)
    }
}
