import LibC

extension TraceFile {
    /// Writes names of addresses into a finished trace, so that it can be read where its modules are not.
    ///
    /// - Returns: The number of names for which there was no room; all of them if a process still writes the trace, or another
    ///   file has taken its place.
    /// - Throws: ``TraceFileError/system(operation:path:reason:)`` if the system refuses.
    @discardableResult
    public func add(_ names: [PlaceName]) throws(TraceFileError) -> Int {
        guard !names.isEmpty else { return 0 }
        let own = try FileDescriptor(path, flags: O_RDWR | O_NOFOLLOW | O_NONBLOCK, operation: "add names to")
        guard own.isSame(as: descriptor), own.isLeft else { return names.count }
        let items = names.map { name in
            var bytes = ByteWriter()
            MetadataItem.placeName(name).write(to: &bytes)
            return bytes.bytes
        }
        var rest = items[...]
        for slot in directory().slots where slot.type == TraceFormat.Slot.metadata && !slot.isSealed && !rest.isEmpty {
            guard let chunk = chunk(slot.index) else { continue }
            try fill(slot.index, from: chunk.items(from: 0).end, with: &rest, own)
        }
        while !rest.isEmpty, let slot = freeSlot {
            let before = rest.count
            try begin(slot, own)
            try fill(slot, from: TraceFormat.ChunkHeader.size, with: &rest, own)
            guard rest.count < before else { break }
        }
        return rest.count
    }

    /// Writes as many items as fit a chunk from an offset on. The first one's head comes last, so that a reader finds all or none.
    private func fill(
        _ slot: Int, from offset: Int, with items: inout ArraySlice<[UInt8]>, _ own: FileDescriptor
    ) throws(TraceFileError) {
        var bytes: [UInt8] = []
        while let next = items.first, offset + bytes.count + next.count <= TraceFormat.chunkSize {
            bytes += next
            items.removeFirst()
        }
        guard !bytes.isEmpty else { return }
        let head = Array(bytes[..<MetadataItem.headerSize])
        let start = self.offset(ofChunk: slot) + offset
        try write(Array(bytes[MetadataItem.headerSize...]), at: start + MetadataItem.headerSize, own)
        try write(head, at: start, own)
    }

    /// A chunk that was never used, or that a ring keeps empty; `nil` if there is none.
    private var freeSlot: Int? {
        let used = Set(directory().slots.map(\.index))
        return (0..<chunkCount).first { !used.contains($0) }
    }

    /// Makes an unused chunk one of facts, without any yet.
    private func begin(_ slot: Int, _ own: FileDescriptor) throws(TraceFileError) {
        typealias Header = TraceFormat.ChunkHeader
        let number = (directory().slots.filter { $0.type == TraceFormat.Slot.metadata }.map(\.firstTime).max() ?? 0) + 1
        var chunk = [UInt8](repeating: 0, count: TraceFormat.chunkSize)
        chunk.withUnsafeMutableBytes { bytes in
            bytes.storeBytes(of: UInt32(truncatingIfNeeded: number), toByteOffset: Header.number, as: UInt32.self)
            bytes.storeBytes(of: number, toByteOffset: Header.firstTime, as: UInt64.self)
            bytes.storeBytes(of: Header.magicValue, toByteOffset: Header.magic, as: UInt64.self)
        }
        try write(chunk, at: offset(ofChunk: slot), own)
        var entry = ByteWriter()
        entry.append(number)
        entry.append(UInt32(0))
        entry.append(TraceFormat.Slot.metadata << 24)
        entry.append(UInt64(0))
        try write(entry.bytes, at: TraceFormat.offset(ofSlot: slot), own)
        guard slot >= claimed else { return }
        var count = ByteWriter()
        count.append(UInt64(slot + 1))
        try write(count.bytes, at: TraceFormat.Header.nextChunk, own)
    }

    private func write(_ bytes: [UInt8], at offset: Int, _ own: FileDescriptor) throws(TraceFileError) {
        guard own.write(bytes, at: offset) else { throw FileDescriptor.failure("add names to", path) }
    }
}

extension MetadataItem {
    /// Writes the item as it is in a chunk: type, length, bytes, and zeros up to a word.
    fileprivate func write(to chunk: inout ByteWriter) {
        let content = encoded
        chunk.append(UInt32(type.rawValue) | UInt32(content.count) << 16)
        chunk.append(bytes: content)
        let end = MetadataItem.end(of: 0, count: content.count)
        chunk.append(bytes: [UInt8](repeating: 0, count: end - MetadataItem.headerSize - content.count))
    }
}
