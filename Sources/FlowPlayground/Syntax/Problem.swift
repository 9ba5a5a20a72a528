import FlowTrace

/// Why a snippet is refused, or why its run stopped: where, what, and what to do.
public struct Problem: Error, Hashable, Sendable {
    /// Where it is.
    public let span: Span
    /// What is wrong, in a line.
    public let message: String
    /// What helps: the signature of an operator, the choices there are. May be empty.
    public let notes: [String]

    public init(_ span: Span, _ message: String, notes: [String] = []) {
        self.span = span
        self.message = message
        self.notes = notes
    }

    /// A character stands there that is not seen, or makes the text look like another.
    init(invisible scalar: Unicode.Scalar, _ span: Span) {
        let number = String(scalar.value, radix: 16, uppercase: true)
        let name = "U+" + String(repeating: "0", count: max(0, 4 - number.count)) + number
        self.init(span, "the control character \(name) has no place here; leave it out, or write \\u{\(number)} in a string")
    }

    /// The problem as a compiler prints it: place and message, the line with a caret, and the notes.
    public func lines(in source: SourceText) -> [String] {
        let (line, column) = source.position(of: span.start)
        let whole = source.line(around: span.start)
        let text = VisibleText.line(source[whole].map { $0 == "\t" ? " " : String($0) }.joined())
        let width = max(1, source.characters(span.start, max(span.start, min(span.end, whole.end))))
        let caret = String(repeating: " ", count: column - 1) + "^" + String(repeating: "~", count: width - 1)
        return ["\(line):\(column): error: \(message)", "  \(text)", "  \(caret)"] + notes.map { "note: \($0)" }
    }
}
