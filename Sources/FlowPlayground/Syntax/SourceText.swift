import FlowTrace

/// The typed text, with its lines.
///
/// As in Swift, a carriage return ends a line, alone or before a newline. Here each line end becomes one newline.
public struct SourceText: Hashable, Sendable {
    /// The largest accepted size in bytes.
    public static let limit = 10_000

    /// The text, with newlines only.
    public let text: String
    let bytes: [UInt8]

    public init(_ text: String) {
        let written = Array(text.utf8)
        let hasReturns = written.contains(13)
        bytes = hasReturns ? SourceText.withNewlines(written) : written
        self.text = hasReturns ? String(decoding: bytes, as: UTF8.self) : text
    }

    private static func withNewlines(_ written: [UInt8]) -> [UInt8] {
        var lines: [UInt8] = []
        var last: UInt8 = 0
        for byte in written {
            if byte != 10 || last != 13 { lines.append(byte == 13 ? 10 : byte) }
            last = byte
        }
        return lines
    }

    var end: Span { Span(bytes.count, bytes.count) }

    /// The line and column of an offset, both from 1; columns count characters.
    ///
    /// - Complexity: O(*n*) for an offset of *n*.
    public func position(of offset: Int) -> (line: Int, column: Int) {
        let offset = min(offset, bytes.count)
        let start = bytes[..<offset].lastIndex(of: 10).map { $0 + 1 } ?? 0
        let line = bytes[..<offset].count { $0 == 10 } + 1
        return (line, characters(start, offset) + 1)
    }

    public subscript(_ span: Span) -> String { String(decoding: bytes[span.start..<span.end], as: UTF8.self) }

    /// The first invisible character other than a tab or newline; `nil` if there is none.
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

    /// The text of a span in one line, with runs of blanks and newlines as one blank.
    func singleLine(_ span: Span) -> String {
        var line: [UInt8] = []
        line.reserveCapacity(span.end - span.start)
        for byte in bytes[span.start..<span.end] {
            let isBlank = byte == 9 || byte == 10 || byte == 32
            if !isBlank { line.append(byte) } else if line.last != 32 { line.append(32) }
        }
        return String(decoding: line, as: UTF8.self)
    }

    /// The line of an offset, without its end.
    func line(around offset: Int) -> Span {
        let offset = min(offset, bytes.count)
        let start = bytes[..<offset].lastIndex(of: 10).map { $0 + 1 } ?? 0
        let end = bytes[offset...].firstIndex(of: 10) ?? bytes.count
        return Span(start, end)
    }

    /// The offset of a word's last occurrence before an offset; the offset itself if there is none.
    func lastOffset(of word: String, before offset: Int) -> Int {
        let word = Array(word.utf8)
        return bytes[..<offset].indices.last { bytes[$0..<offset].starts(with: word) } ?? offset
    }

    /// The number of characters between two offsets.
    func characters(_ start: Int, _ end: Int) -> Int { String(decoding: bytes[start..<end], as: UTF8.self).count }
}

extension SourceText {
    /// The first line that is not blank; of a comment, only its text.
    public var title: String {
        let lines = text.split(whereSeparator: \.isNewline).map { $0.drop { $0 == " " || $0 == "\t" } }
        guard let first = lines.first(where: { !$0.isEmpty }) else { return "" }
        return String(first.hasPrefix("//") ? first.drop { $0 == "/" || $0 == " " } : first)
    }
}

/// A range of source text, in UTF-8 offsets.
public struct Span: Hashable, Sendable {
    public let start: Int
    /// Exclusive.
    public let end: Int

    /// - Precondition: `start` is not after `end`.
    public init(_ start: Int, _ end: Int) {
        precondition(start <= end, "a span cannot end before it begins, got \(start)..<\(end)")
        self.start = start
        self.end = end
    }

    /// From the beginning of this span to the end of another.
    public func to(_ other: Span) -> Span { Span(start, max(end, other.end)) }
}

/// The reason why a snippet is refused or its run stopped: location, message and remedy.
public struct Problem: Error, Hashable, Sendable {
    public let span: Span
    /// The error, in a line.
    public let message: String
    /// Help: the signature of an operator, or the choices. May be empty.
    public let notes: [String]

    public init(_ span: Span, _ message: String, notes: [String] = []) {
        self.span = span
        self.message = message
        self.notes = notes
    }

    /// Reports an invisible or misleading character.
    init(invisible scalar: Unicode.Scalar, _ span: Span) {
        let number = String(scalar.value, radix: 16, uppercase: true)
        let name = "U+" + String(repeating: "0", count: max(0, 4 - number.count)) + number
        self.init(span, "the control character \(name) is not allowed here; leave it out, or write \\u{\(number)} in a string")
    }

    /// The problem in a compiler's format: location and message, the line with a caret, and the notes.
    public func lines(in source: SourceText) -> [String] {
        let (line, column) = source.position(of: span.start)
        let whole = source.line(around: span.start)
        let text = VisibleText.line(source[whole].map { $0 == "\t" ? " " : String($0) }.joined())
        let width = max(1, source.characters(span.start, max(span.start, min(span.end, whole.end))))
        let caret = String(repeating: " ", count: column - 1) + "^" + String(repeating: "~", count: width - 1)
        return ["\(line):\(column): error: \(message)", "  \(text)", "  \(caret)"] + notes.map { "note: \($0)" }
    }
}
