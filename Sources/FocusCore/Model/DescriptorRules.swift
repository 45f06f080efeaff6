// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

extension FilterDescriptor {
    /// How many filters one app may offer.
    public static let maximumPerApp = 256
    /// How many parameters one filter may have.
    public static let maximumParameters = 256

    /// Checks everything about a filter that its parts alone do not guarantee; the readers of descriptor files and of
    /// the wire both call it.
    ///
    /// Throws `InvalidDescriptor` or `LimitExceeded`, naming the filter and the parameter, and the cure.
    public func validate() throws(FocusError) {
        guard parameters.count <= Self.maximumParameters else {
            throw FocusError(
                .limitExceeded,
                "filter '\(id)' has \(parameters.count) parameters; at most \(Self.maximumParameters) are allowed")
        }
    }
}
