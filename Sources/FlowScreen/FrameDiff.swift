/// Finds the spans to redraw between two surfaces.
public enum FrameDiff {
    /// A run of cells in one row.
    public struct Span: Hashable, Sendable {
        public let y: Int
        public let x: Int
        public let length: Int

        public init(y: Int, x: Int, length: Int) {
            self.y = y
            self.x = x
            self.length = length
        }
    }

    /// For each changed row, the span from its first to its last changed cell; it never splits a wide glyph.
    ///
    /// - Parameter old: The current surface; with `nil` or a surface of another size, every row differs.
    public static func spans(from old: Surface?, to new: Surface) -> [Span] {
        guard new.width > 0 else { return [] }
        guard let old, old.size == new.size else {
            return (0..<new.height).map { Span(y: $0, x: 0, length: new.width) }
        }
        let width = new.width
        var spans: [Span] = []
        old.cells.withUnsafeBufferPointer { before in
            new.cells.withUnsafeBufferPointer { after in
                for y in 0..<new.height {
                    guard let range = changed(from: before, to: after, row: y * width..<(y + 1) * width) else { continue }
                    spans.append(Span(y: y, x: range.lowerBound - y * width, length: range.count))
                }
            }
        }
        return spans
    }

    private static func changed(
        from old: UnsafeBufferPointer<Cell>, to new: UnsafeBufferPointer<Cell>, row: Range<Int>
    ) -> Range<Int>? {
        var first = row.lowerBound
        while first < row.upperBound, old[first] == new[first] { first += 1 }
        guard first < row.upperBound else { return nil }
        var last = row.upperBound - 1
        while old[last] == new[last] { last -= 1 }
        if new[first].kind == .wideTail { first -= 1 }
        if new[last].kind == .wideHead { last += 1 }
        return first..<last + 1
    }
}
