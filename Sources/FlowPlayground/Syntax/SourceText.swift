import FlowTrace

/// What was typed, with its lines.
///
/// As in Swift a carriage return ends a line, alone or before a newline: here each end of a line is one newline, so that nobody who
/// reads on has to know.
public struct SourceText: Hashable, Sendable {
    /// The most bytes that are read.
    public static let limit = 10_000

    /// The text itself, with newlines only.
    public let text: String
    let bytes: [UInt8]

    /// Takes a text.
    public init(_ text: String) {
        self.text = SourceText.withNewlines(text)
        bytes = Array(self.text.utf8)
    }

    private static func withNewlines(_ text: String) -> String {
        guard text.utf8.contains(13) else { return text }
        var lines: [UInt8] = []
        var last: UInt8 = 0
        for byte in text.utf8 {
            if byte != 10 || last != 13 { lines.append(byte == 13 ? 10 : byte) }
            last = byte
        }
        return String(decoding: lines, as: UTF8.self)
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

    /// Where the first character stands that nobody can see, `nil` where there is none; tabs and newlines may be there.
    var invisible: (span: Span, scalar: Unicode.Scalar)? {
        guard !bytes.allSatisfy({ $0 >= 32 && $0 < 127 || $0 == 9 || $0 == 10 }) else { return nil }
        var offset = 0
        for scalar in text.unicodeScalars {
            let width = UTF8.width(scalar)
            if VisibleText.isUnsafe(scalar), scalar != "\t", scalar != "\n" { return (Span(offset, offset + width), scalar) }
            offset += width
        }
        return nil
    }

    /// The text of a span in a line, with one blank in the place of several and of ends of lines.
    func words(of span: Span) -> String {
        var words: [UInt8] = []
        words.reserveCapacity(span.end - span.start)
        for byte in bytes[span.start..<span.end] {
            let isBlank = byte == 9 || byte == 10 || byte == 32
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
