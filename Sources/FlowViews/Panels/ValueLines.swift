import FlowScreen

/// Lays values out in a few lines: all of them, or as many as fit from one end.
enum ValueLines {
    /// Which values stay where not all fit.
    enum Kept {
        /// The first ones; the cut is at the end.
        case oldest
        /// The last ones; the cut is at the start.
        case newest
    }

    /// - Parameter limit: Lines at most.
    static func lines(of values: [String], width: Int, limit: Int, keeping kept: Kept, cut: Character) -> [String] {
        guard width > 0, limit > 0 else { return [] }
        var rest = values.map(TextWidth.sanitised)
        var lines = Paragraph.lines(of: rest.joined(separator: " "), width: width)
        while lines.count > limit, !rest.isEmpty {
            if kept == .oldest { rest.removeLast() } else { rest.removeFirst() }
            let words = kept == .oldest ? rest + [String(cut)] : [String(cut)] + rest
            lines = Paragraph.lines(of: words.joined(separator: " "), width: width)
        }
        return lines
    }
}
