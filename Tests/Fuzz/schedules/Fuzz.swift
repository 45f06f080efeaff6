// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import FuzzTargets

/// What libFuzzer calls.
@_cdecl("LLVMFuzzerTestOneInput")
public func tryInput(data: UnsafePointer<UInt8>?, size: Int) -> Int32 {
    FuzzTarget.schedules.tryInput(UnsafeBufferPointer(start: data, count: size))
    return 0
}
