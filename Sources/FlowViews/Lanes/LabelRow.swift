import FlowScreen
import FlowText
import FlowTrace

/// Lays out texts in one row, each beginning in its event's cell, or further left at the end of the row. The newest have
/// priority, a blank separates two, and a text that does not fit is omitted.
struct LabelRow {
    /// A text and its first column.
    struct Label {
        let column: Int
        let text: String
        let style: Style
    }

    private var labels: [Label] = []

    /// The maximum width of a value, in columns; a longer one is cut.
    static let longest = 8

    mutating func add(_ text: String, at column: Int, style: Style) {
        labels.append(Label(column: column, text: text, style: style))
    }

    /// A value's text, cut to ``longest``.
    static func cut(_ text: String, signs: Signs) -> String {
        TextWidth.cut(TextWidth.sanitised(signs.text(ofValue: text)), to: longest, mark: signs.cut)
    }

    /// Draws the labels; the last added have priority.
    ///
    /// - Returns: The columns of the labels that fitted.
    @discardableResult
    func draw(into surface: inout Surface, x: Int, y: Int, width: Int) -> Set<Int> {
        var taken: [Range<Int>] = []
        var drawn: Set<Int> = []
        for label in labels.reversed() {
            let length = TextWidth.width(of: label.text)
            guard length > 0, length <= width, label.column >= 0, label.column < width else { continue }
            let start = min(label.column, width - length)
            let room = (start - 1)..<(start + length + 1)
            guard !taken.contains(where: { $0.overlaps(room) }) else { continue }
            taken.append(start..<(start + length))
            drawn.insert(label.column)
            surface.put(label.text, x: x + start, y: y, style: label.style)
        }
        return drawn
    }

    /// The maximum number of values of a cell to list in full.
    static let listed = 3

    /// The values of one cell: `4,5`, or for four and more the first and last, `1…4`.
    ///
    /// - Parameters:
    ///   - values: All of them, or at least the first and the last.
    ///   - count: The number of values.
    static func list<Value>(_ values: [Value], count: Int, signs: Signs, text: (Value) -> String) -> String {
        func cut(_ value: Value) -> String { LabelRow.cut(text(value), signs: signs) }
        guard count > listed, let first = values.first, let last = values.last else {
            return values.map(cut).joined(separator: ",")
        }
        return "\(cut(first))\(signs.cut)\(cut(last))"
    }
}

/// Shortens a lane's name. Its end stays, since it distinguishes lanes of one kind.
enum LaneName {
    /// The name of a lane in at most `width` columns; the sign of doubt stays.
    static func fitted(_ lane: ScreenLane, width: Int, signs: Signs) -> String {
        guard lane.isDoubted, width > 1 else { return NameCut.name(lane.name, to: width, mark: signs.cut) }
        return NameCut.name(lane.name, to: width - 1, mark: signs.cut) + String(EdgeUncertainty.sign)
    }
}
