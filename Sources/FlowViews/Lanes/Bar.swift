import FlowScreen

/// Draws one column of a bar chart in eighths of a row.
enum Bar {
    /// - Parameters:
    ///   - eighths: How high, from the foot, in eighths of a row.
    ///   - foot: The lowest row.
    ///   - rows: How many rows there are.
    static func draw(
        _ eighths: Int, x: Int, foot: Int, rows: Int, signs: Signs, style: Style, into surface: inout Surface
    ) {
        for row in 0..<rows {
            let part = min(8, eighths - row * 8)
            guard part > 0 else { return }
            surface.put(signs.bars[part - 1], x: x, y: foot - row, style: style)
        }
    }
}
