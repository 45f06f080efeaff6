// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Serves the main actor from a main loop that knows nothing of it, such as GLib's.
///
/// Have the loop wait for ``fileDescriptor`` to become readable, and then call ``drain()`` on the main thread:
/// `g_unix_fd_add(MainActorQueue.fileDescriptor, G_IO_IN, { _, _, _ in MainActorQueue.drain(); return 1 }, nil)`.
/// Programs with an asynchronous `main`, `RunLoop.main` or `dispatchMain()` need nothing of this.
public enum MainActorQueue {
    /// Readable while the main actor has something to do. The runtime's own: not to be closed, nor read by others.
    public static var fileDescriptor: Int32 { mainQueueHandle() }

    /// Does what the main actor has to do. On the main thread only.
    public static func drain() {
        // The handle counts; reading sets it back.
        var count: UInt64 = 0
        _ = read(mainQueueHandle(), &count, MemoryLayout<UInt64>.size)
        mainQueueCallback(nil)
    }
}

/// The entry points by which a foreign run loop serves the main queue; CoreFoundation's uses the same.
@_silgen_name("_dispatch_get_main_queue_handle_4CF")
private func mainQueueHandle() -> Int32

@_silgen_name("_dispatch_main_queue_callback_4CF")
private func mainQueueCallback(_ message: UnsafeMutableRawPointer?)
