/// Reads a sequence of little-endian numbers and texts; returns `nil` at the end of the bytes.
struct ByteReader {
    private let bytes: UnsafeRawBufferPointer
    private var offset = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    mutating func byte() -> UInt8? { number() }

    mutating func uint32() -> UInt32? { number() }

    mutating func uint64() -> UInt64? { number() }

    mutating func record() -> TraceEvent? {
        guard let time = uint64(), let a = uint64(), let b = uint64(), let meta = uint64() else { return nil }
        return TraceEvent(time: time, a: a, b: b, meta: meta)
    }

    /// The remaining bytes.
    mutating func rest() -> [UInt8] {
        defer { offset = bytes.count }
        return Array(bytes[offset...])
    }

    mutating func text() -> String? {
        guard let length: UInt16 = number(), offset + Int(length) <= bytes.count else { return nil }
        defer { offset += Int(length) }
        return String(decoding: bytes[offset..<offset + Int(length)], as: UTF8.self)
    }

    private mutating func number<Number: FixedWidthInteger & BitwiseCopyable>() -> Number? {
        let size = MemoryLayout<Number>.size
        guard offset + size <= bytes.count else { return nil }
        defer { offset += size }
        return Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Number.self))
    }
}

/// Writes a sequence of little-endian numbers and texts.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func append(_ record: TraceEvent) {
        for word in [record.time, record.a, record.b, record.meta] { append(word) }
    }

    /// Appends raw bytes.
    mutating func append(bytes: [UInt8]) { self.bytes += bytes }

    /// Appends a text, cut between characters to at most `limit` bytes.
    mutating func append(_ text: String, limit: Int) {
        var kept = Substring(text)
        while kept.utf8.count > limit { kept.removeLast() }
        append(UInt16(kept.utf8.count))
        bytes.append(contentsOf: kept.utf8)
    }
}
