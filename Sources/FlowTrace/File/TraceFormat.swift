/// The layout of a trace file, version 2; every number is little endian.
///
/// A header page, a directory with one slot for each chunk, then the chunks, each readable alone. Unwritten bytes are zero, so
/// that a file truncated at any moment can be read up to the last commit.
enum TraceFormat {
    static let magic: UInt64 = 0x0A0D_5A56_574F_4C89
    static let major: UInt16 = 2
    static let minor: UInt16 = 0
    static let endianMark: UInt32 = 0x0102_0304
    static let pageSize = 4096
    static let recordSize = TraceEvent.size
    static let chunkSize = 65_536
    /// The most chunks that a file may claim: 64 GiB.
    static let chunkLimit = 1 << 20

    /// Offsets in the header page.
    enum Header {
        static let magic = 0
        static let major = 8
        static let minor = 10
        static let endianMark = 12
        static let chunkCount = 16
        static let chunkSize = 20
        static let recordSize = 24
        static let dataStart = 28
        static let startTime = 32
        static let wallClock = 40
        static let process = 48
        static let isClosed = 52
        static let flags = 56
        static let clock = 60
        static let name = 64
        static let nameLength = 64
        static let nextChunk = 128
        static let missed = 192
        /// The number of overwritten records of a ring, including the ones in ``RetainedRecords``.
        static let overwritten = 200
        /// The time of the last overwritten record.
        static let overwrittenUntil = 208
        /// Facts and retained records for which there was no room.
        static let lostFacts = 216
        /// The number of calls to `fork`; also 0 if they were not counted.
        static let forks = 224
        /// The ``MachineBoot/id``; also empty if it was not written.
        static let boot = 232
        static let bootLength = 40
        /// The last time at which the program is known to have run, in nanoseconds since time 0; 0 if unknown.
        static let alive = 272
    }

    /// Bits of the header's flags.
    enum Flags {
        static let ring: UInt32 = 1
    }

    /// A slot of the directory, 32 bytes.
    enum Slot {
        static let size = 32
        /// For a chunk of facts, its number among such chunks instead of a time; its facts move while the file grows.
        static let firstTime = 0
        static let thread = 8
        static let state = 12
        static let lastTime = 16
        // 24: eight unused bytes, written as zero.
        static let sealed: UInt32 = 1 << 16
        /// In a received file: the chunk has only its retained records, which are not at their indices.
        static let reduced: UInt32 = 1 << 17
        static let events: UInt32 = 1
        static let metadata: UInt32 = 2
    }

    /// The 64 bytes at the start of a chunk.
    enum ChunkHeader {
        static let size = 64
        static let magic = 0
        static let number = 8
        static let thread = 12
        static let firstTime = 16
        /// The offset of the first text; 0 while there is none.
        static let textTop = 24
        static let magicValue: UInt64 = 0x4B4E_4843_5A56_4C46
    }

    /// The capacity of a chunk in records.
    static let recordLimit = (chunkSize - ChunkHeader.size) / recordSize

    /// The range of a text in its chunk; `nil` if it would begin below `start` or end outside the chunk.
    static func textRange(_ span: (offset: Int, stored: Int), above start: Int) -> Range<Int>? {
        guard span.offset >= start, span.offset <= chunkSize, span.stored <= chunkSize - span.offset else { return nil }
        return span.offset..<span.offset + span.stored
    }

    /// The offset of a chunk's slot in the directory.
    static func offset(ofSlot index: Int) -> Int { pageSize + index * Slot.size }

    /// The offset of the first chunk.
    static func dataStart(chunks: Int) -> Int {
        let directoryEnd = pageSize + chunks * Slot.size
        return (directoryEnd + chunkSize - 1) / chunkSize * chunkSize
    }

    /// The size of a file.
    static func fileSize(chunks: Int) -> Int { dataStart(chunks: chunks) + chunks * chunkSize }

    /// The number of chunks in a file of at most `size` bytes.
    static func chunkCount(size: Int) -> Int {
        var chunks = min(size / chunkSize, chunkLimit)
        while fileSize(chunks: chunks) > size { chunks -= 1 }
        return chunks
    }
}
