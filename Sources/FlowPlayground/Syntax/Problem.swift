/// Why a snippet is refused, or why its run stopped: where, what, and what to do.
public struct Problem: Error, Hashable, Sendable {
    /// Where it is.
    public let span: Span
    /// What is wrong, in a line.
    public let message: String
    /// What helps: the signature of an operator, the choices there are. May be empty.
    public let notes: [String]

    /// Creates a problem.
    public init(_ span: Span, _ message: String, notes: [String] = []) {
        self.span = span
        self.message = message
        self.notes = notes
    }

    /// The problem as a compiler prints it: place and message, the line with a caret, and the notes.
    public func lines(in source: SourceText) -> [String] {
        let (line, column) = source.position(of: span.start)
        let whole = source.line(around: span.start)
        let text = source[whole].map { $0 == "\t" ? " " : String($0) }.joined()
        let width = max(1, source.characters(span.start, max(span.start, min(span.end, whole.end))))
        let caret = String(repeating: " ", count: column - 1) + "^" + String(repeating: "~", count: width - 1)
        return ["\(line):\(column): error: \(message)", "  \(text)", "  \(caret)"] + notes.map { "note: \($0)" }
    }
}
