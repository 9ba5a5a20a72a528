import FlowTrace

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A trace file of version 2 assembled byte by byte, as a stranger might. Unwritten parts occupy no room on the disk.
public final class RawTrace {
    /// The content of a chunk, as its slot of the directory claims.
    public enum Content: UInt32, CaseIterable, Sendable {
        case events = 1
        case facts = 2
        case nonsense = 7
    }

    /// Bytes of a chunk.
    public static let chunkSize = 65_536
    private static let pageSize = 4_096
    private static let slotSize = 32
    private static let chunkHeader = 64
    private static let recordSize = 32

    /// The size of the file in bytes, most of which may be unwritten.
    public let size: Int
    private let descriptor: Int32
    private let start: Int

    /// Creates a file whose header claims that all its chunks are in use.
    public init(_ path: String, chunks: Int, isRing: Bool = false) {
        let directoryEnd = RawTrace.pageSize + chunks * RawTrace.slotSize
        start = (directoryEnd + RawTrace.chunkSize - 1) / RawTrace.chunkSize * RawTrace.chunkSize
        size = start + chunks * RawTrace.chunkSize
        descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        ftruncate(descriptor, off_t(size))
        put([0x0A0D_5A56_574F_4C89 as UInt64], at: 0)
        put([2, 0] as [UInt16], at: 8)
        put([0x0102_0304, UInt32(chunks), UInt32(RawTrace.chunkSize), UInt32(RawTrace.recordSize), UInt32(start)], at: 12)
        put([isRing ? 1 : 0, 1] as [UInt32], at: 56)
        put(Array("raw".utf8), at: 64)
        put([UInt64(chunks)], at: 128)
    }

    deinit {
        close(descriptor)
    }

    /// Writes the slots of chunks, each as a chunk of another thread.
    public func putSlots(_ chunks: Range<Int>, _ content: Content, isSealed: Bool = true) {
        let words = chunks.flatMap { chunk -> [UInt64] in
            let state = UInt64(content.rawValue << 24 | (isSealed ? 1 << 16 : 0))
            return [UInt64(chunk), UInt64(chunk) | state << 32, UInt64(chunk) + 1_000, 0]
        }
        put(words, at: RawTrace.pageSize + chunks.lowerBound * RawTrace.slotSize)
    }

    /// Writes a chunk of records with text at its end.
    public func putChunk(_ chunk: Int, records: [TraceEvent], text: [UInt8] = []) {
        putSlots(chunk..<chunk + 1, .events)
        putHeader(chunk, textTop: text.isEmpty ? 0 : RawTrace.chunkSize - text.count)
        let at = offset(ofChunk: chunk)
        put(records.flatMap { [$0.time, $0.a, $0.b, $0.meta] }, at: at + RawTrace.chunkHeader)
        put(text, at: at + RawTrace.chunkSize - text.count)
    }

    /// Writes a chunk of facts: each a type and its bytes.
    public func putFacts(_ chunk: Int, _ facts: [(type: UInt16, bytes: [UInt8])]) {
        putSlots(chunk..<chunk + 1, .facts)
        putHeader(chunk, textTop: 0)
        var at = offset(ofChunk: chunk) + RawTrace.chunkHeader
        for fact in facts {
            put([fact.type, UInt16(fact.bytes.count)], at: at)
            put(fact.bytes, at: at + 4)
            at = (at + 4 + fact.bytes.count + 3) / 4 * 4
        }
    }

    /// The fact about the recorded command, in bytes.
    public static func command(_ words: [String]) -> (type: UInt16, bytes: [UInt8]) {
        var bytes = withUnsafeBytes(of: UInt32(words.count)) { Array($0) }
        for word in words {
            bytes += withUnsafeBytes(of: UInt16(word.utf8.count)) { Array($0) } + Array(word.utf8)
        }
        return (4, bytes)
    }

    /// Writes numbers at an offset.
    public func put<Number: FixedWidthInteger & BitwiseCopyable>(_ numbers: [Number], at offset: Int) {
        numbers.withUnsafeBytes { _ = pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset)) }
    }

    /// The offset of a chunk.
    public func offset(ofChunk chunk: Int) -> Int {
        start + chunk * RawTrace.chunkSize
    }

    private func putHeader(_ chunk: Int, textTop: Int) {
        put(
            [0x4B4E_4843_5A56_4C46, UInt64(chunk) << 32 | UInt64(chunk), UInt64(chunk), UInt64(textTop)],
            at: offset(ofChunk: chunk))
    }
}
