/// Puts numbers and texts one after the other, little endian.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// Bytes as they are.
    mutating func append(bytes: [UInt8]) {
        self.bytes += bytes
    }

    /// A text of at most `limit` bytes, cut at a character's edge.
    mutating func append(_ text: String, limit: Int) {
        var kept = Substring(text)
        while kept.utf8.count > limit { kept.removeLast() }
        append(UInt16(kept.utf8.count))
        bytes.append(contentsOf: kept.utf8)
    }
}
