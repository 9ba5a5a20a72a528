/// What was typed, with its lines.
public struct SourceText: Hashable, Sendable {
    /// The most bytes that are read.
    public static let limit = 10_000

    /// The text itself.
    public let text: String
    let bytes: [UInt8]

    /// Takes a text.
    public init(_ text: String) {
        self.text = text
        bytes = Array(text.utf8)
    }

    /// Where the text ends.
    var end: Span {
        Span(bytes.count, bytes.count)
    }

    /// The line and column of an offset, both from 1; columns count characters.
    ///
    /// - Complexity: O(*n*) for an offset of *n*.
    public func position(of offset: Int) -> (line: Int, column: Int) {
        let offset = min(offset, bytes.count)
        let start = bytes[..<offset].lastIndex(of: 10).map { $0 + 1 } ?? 0
        let line = bytes[..<offset].count { $0 == 10 } + 1
        return (line, characters(start, offset) + 1)
    }

    /// The text of a span.
    public subscript(_ span: Span) -> String {
        String(decoding: bytes[span.start..<span.end], as: UTF8.self)
    }

    /// The text of a span in a line, with one blank in the place of several and of ends of lines.
    func words(of span: Span) -> String {
        var words: [UInt8] = []
        words.reserveCapacity(span.end - span.start)
        for byte in bytes[span.start..<span.end] {
            let isBlank = byte == 9 || byte == 10 || byte == 13 || byte == 32
            if !isBlank { words.append(byte) } else if words.last != 32 { words.append(32) }
        }
        return String(decoding: words, as: UTF8.self)
    }

    /// The line that an offset stands in, without its end.
    func line(around offset: Int) -> Span {
        let offset = min(offset, bytes.count)
        let start = bytes[..<offset].lastIndex(of: 10).map { $0 + 1 } ?? 0
        let end = bytes[offset...].firstIndex(of: 10) ?? bytes.count
        return Span(start, end)
    }

    /// Where a word stands that is the last of its kind before an offset; the offset where there is none.
    func lastOffset(of word: String, before offset: Int) -> Int {
        let word = Array(word.utf8)
        return bytes[..<offset].indices.last { bytes[$0..<offset].starts(with: word) } ?? offset
    }

    /// How many characters stand between two offsets.
    func characters(_ start: Int, _ end: Int) -> Int {
        String(decoding: bytes[start..<end], as: UTF8.self).count
    }
}
