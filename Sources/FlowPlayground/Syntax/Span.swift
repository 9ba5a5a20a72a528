/// A stretch of source text, in UTF-8 offsets.
public struct Span: Hashable, Sendable {
    /// Where it begins.
    public let start: Int
    /// Where it ends; what stands there is no part of it.
    public let end: Int

    /// Creates a span.
    ///
    /// - Precondition: `start` is not after `end`.
    public init(_ start: Int, _ end: Int) {
        precondition(start <= end, "a span cannot end before it begins, got \(start)..<\(end)")
        self.start = start
        self.end = end
    }

    /// From the beginning of this span to the end of another.
    public func to(_ other: Span) -> Span {
        Span(start, max(end, other.end))
    }
}
