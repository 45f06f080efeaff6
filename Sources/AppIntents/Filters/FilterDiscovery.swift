// SPDX-FileCopyrightText: The Focus Filters authors
// SPDX-License-Identifier: Apache-2.0

/// Finds the filters in the program, so that an app need not list them.
///
/// Reads the records of protocol conformances that the compiler leaves in every image (Swift ABI, "Protocol Conformance
/// Descriptor"), as the runtime itself does for casts.
enum FilterDiscovery {
    /// Every type in the program that is a filter and no generic type; by id. What the optimiser has left out is not
    /// there to be found: types that are not public and that nothing refers to.
    static func filters() -> [any SetFocusFilterIntent.Type] {
        let search = Search()
        swift_enumerateAllMetadataSections(collect, Unmanaged.passUnretained(search).toOpaque())
        return search.found.values.sorted { left, right in
            func id<Filter: SetFocusFilterIntent>(_ type: Filter.Type) -> String {
                declared { Filter.persistentIdentifier }
            }
            return id(left) < id(right)
        }
    }

    /// Gathers the conforming types of one image after the other.
    fileprivate final class Search {
        let wanted = protocolDescriptor(of: (any SetFocusFilterIntent).self)
        var found: [ObjectIdentifier: any SetFocusFilterIntent.Type] = [:]

        /// Looks through the records between `start` and `start + length`, relative pointers to descriptors.
        func look(from start: UInt, length: UInt) {
            guard let start = UnsafeRawPointer(bitPattern: start) else { return }
            for offset in stride(from: 0, to: Int(length), by: MemoryLayout<Int32>.size) {
                guard let type = conformingType(relative(start + offset)) else { continue }
                found[ObjectIdentifier(type)] = type
            }
        }

        private func conformingType(_ record: UnsafeRawPointer) -> (any SetFocusFilterIntent.Type)? {
            guard indirectable(record) == wanted else { return nil }
            let kind = (record + 12).load(as: UInt32.self) >> 3 & 7
            let context: UnsafeRawPointer?
            switch kind {
            case 0: context = relative(record + 4)
            case 1: context = relative(record + 4).load(as: UnsafeRawPointer?.self)
            default: context = nil
            }
            guard let context else { return nil }
            let flags = context.load(as: UInt32.self)
            let isStructOrEnum = [17, 18].contains(flags & 0x1F)
            let isGeneric = flags & 0x80 != 0
            guard isStructOrEnum, !isGeneric else { return nil }
            let access = unsafeBitCast(
                relative(context + 12), to: (@convention(c) (UInt) -> UnsafeRawPointer?).self)
            guard let metadata = access(0) else { return nil }
            return unsafeBitCast(metadata, to: Any.Type.self) as? any SetFocusFilterIntent.Type
        }
    }

    /// Existential metadata: kind, flags, count, then the protocols.
    private static func protocolDescriptor(of existential: Any.Type) -> UnsafeRawPointer? {
        unsafeBitCast(existential, to: UnsafeRawPointer.self).load(fromByteOffset: 16, as: UnsafeRawPointer?.self)
    }
}

/// What a pointer relative to its own place leads to.
private func relative(_ place: UnsafeRawPointer) -> UnsafeRawPointer { place + Int(place.load(as: Int32.self)) }

/// The same, through another pointer if the lowest bit says so.
private func indirectable(_ place: UnsafeRawPointer) -> UnsafeRawPointer? {
    let offset = Int(place.load(as: Int32.self))
    guard offset & 1 != 0 else { return place + offset }
    return (place + (offset & ~1)).load(as: UnsafeRawPointer?.self)
}

/// Sections of one image: version, base address, two unused words, then start and length of each; the second is that of
/// the protocol conformances.
private let collect: @convention(c) (UnsafeRawPointer?, UnsafeMutableRawPointer?) -> Bool = { sections, context in
    guard let sections, let context else { return true }
    let words = sections.assumingMemoryBound(to: UInt.self)
    Unmanaged<FilterDiscovery.Search>.fromOpaque(context).takeUnretainedValue().look(from: words[6], length: words[7])
    return true
}

/// The runtime's own list of images.
@_silgen_name("swift_enumerateAllMetadataSections")
private func swift_enumerateAllMetadataSections(
    _ body: @convention(c) (UnsafeRawPointer?, UnsafeMutableRawPointer?) -> Bool, _ context: UnsafeMutableRawPointer?)
