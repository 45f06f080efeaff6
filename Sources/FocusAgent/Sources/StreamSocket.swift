// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import DesktopSources
import Glibc

/// One connection to a stream socket, for a source.
///
/// Belongs to the loop's thread; never waits. Connecting to a socket in the file system succeeds at once or not at all.
final class StreamSocket {
    private let loop: any EventLoop
    private let handler: (SourceStream) -> Void
    private var descriptor: Int32 = -1
    private var watch: (any LoopSource)?
    private var unsent: [UInt8] = []

    /// What may wait to be written, in bytes; a peer that reads nothing is given up.
    private static let maximumUnsent = 1 << 20
    private static let chunk = 16 << 10

    /// `handler` is called from the loop, never from here; the first event is `opened` or `closed`.
    init(_ address: SocketAddress, loop: any EventLoop, handler: @escaping (SourceStream) -> Void) {
        self.loop = loop
        self.handler = handler
        let failure = connect(address)
        loop.enqueue { [weak self] in
            if let failure { self?.end(failure) } else { self?.begin() }
        }
    }

    deinit { close() }

    /// Ends it; nothing more is told.
    func close() {
        watch?.cancel()
        watch = nil
        if descriptor >= 0 { _ = Glibc.close(descriptor) }
        descriptor = -1
        unsent = []
    }

    func send(_ bytes: [UInt8]) {
        guard descriptor >= 0 else { return }
        unsent += bytes
        guard unsent.count <= Self.maximumUnsent else { return end("it does not read what it is sent") }
        write()
    }

    /// In words why it is not connected.
    private func connect(_ address: SocketAddress) -> String? {
        if let condition = address.onlyIf, access(condition, F_OK) != 0 { return "there is no \(condition)" }
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        let path = Array(address.path.utf8)
        guard path.count < MemoryLayout.size(ofValue: name.sun_path), !path.contains(0) else {
            return "'\(address.path)' is no socket's path"
        }
        withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path) }
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { return Self.words(errno) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.connect(descriptor, $0, size) }
        }
        return result == 0 ? nil : "\(address.path): \(Self.words(errno))"
    }

    private func begin() {
        guard descriptor >= 0 else { return }
        watch = loop.addWatch(fd: descriptor, readable: true, writable: false) {
            [weak self] readable, writable, failed in
            guard let self else { return }
            if writable { write() }
            if readable || failed { read() }
        }
        handler(.opened)
    }

    private func read() {
        guard descriptor >= 0 else { return }
        var isOver = false
        let bytes = [UInt8](unsafeUninitializedCapacity: Self.chunk) { buffer, count in
            let result = Glibc.recv(descriptor, buffer.baseAddress, buffer.count, 0)
            isOver = result == 0 || (result < 0 && errno != EAGAIN && errno != EINTR)
            count = max(0, result)
        }
        // Once per turn of the loop, so that one that never stops talking leaves time for others.
        if !bytes.isEmpty { handler(.received(bytes)) }
        if isOver { end("it closed the connection") }
    }

    private func write() {
        while !unsent.isEmpty {
            let count = unsent.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else {
                if errno == EINTR { continue }
                if errno == EAGAIN { break }
                // What it said last may still be there to read; the end of that tells.
                unsent = []
                break
            }
            unsent.removeFirst(count)
        }
        watch?.update(readable: true, writable: !unsent.isEmpty)
    }

    private func end(_ words: String) {
        close()
        handler(.closed(words))
    }

    private static func words(_ error: Int32) -> String { String(cString: strerror(error)) }
}
