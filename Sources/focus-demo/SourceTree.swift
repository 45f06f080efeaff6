// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Where the source tree and the programs that were built from it are.
struct SourceTree {
    /// The tree's root.
    let root: String
    /// The folder of the programs.
    let programs: String

    /// Found from where this program lies.
    init() throws(DemoFailure) {
        let real = realpath("/proc/self/exe", nil)
        defer { free(real) }
        guard let real else { throw DemoFailure("this program does not find itself: \(lastError())") }
        var folders = String(cString: real).split(separator: "/").dropLast()
        programs = "/" + folders.joined(separator: "/")
        while !folders.isEmpty {
            let folder = "/" + folders.joined(separator: "/")
            if access("\(folder)/data/examples/tasks.py", R_OK) == 0 {
                root = folder
                return
            }
            folders.removeLast()
        }
        throw DemoFailure("no source tree around \(programs): run this where it was built, with 'make run'")
    }

    /// Fails if it was not built.
    func program(_ name: String) throws(DemoFailure) -> String {
        let path = "\(programs)/\(name)"
        guard access(path, X_OK) == 0 else {
            throw DemoFailure("\(path) is missing: build it with 'swift build --product \(name)'")
        }
        return path
    }
}
