// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The process's environment.
package enum Environment {
    /// The variable's value; nil if it is unset, empty or not UTF-8 (the specifications that name these variables treat
    /// empty as unset).
    package static subscript(name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(validatingCString: value)
    }
}
