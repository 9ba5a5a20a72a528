import FlowModel
import FlowScreen

/// Texts that begin in their event's cell, in one row: newest first, a blank between two, what does not fit left out.
struct LabelRow {
    /// A text and where it begins.
    struct Label {
        let place: Int
        let text: String
        let style: Style
    }

    private var labels: [Label] = []

    /// The longest a value may be before it is cut, in columns.
    static let longest = 8

    mutating func add(_ text: String, at place: Int, style: Style) {
        labels.append(Label(place: place, text: text, style: style))
    }

    /// A value's text, cut to ``longest``.
    static func cut(_ text: String, signs: Signs) -> String {
        let text = text == StreamModel.undescribed && signs.isASCII ? ASCII.text(text) : text
        return TextWidth.cut(TextWidth.sanitised(text), to: longest, mark: signs.cut)
    }

    /// Draws the labels; the ones added last have the right of way.
    ///
    /// - Returns: The places of the labels there was room for.
    @discardableResult
    func draw(into surface: inout Surface, x: Int, y: Int, width: Int) -> Set<Int> {
        var taken: [Range<Int>] = []
        var drawn: Set<Int> = []
        for label in labels.reversed() {
            let length = TextWidth.width(of: label.text)
            guard length > 0, length <= width, label.place >= 0, label.place < width else { continue }
            let start = min(label.place, width - length)
            let room = (start - 1)..<(start + length + 1)
            guard !taken.contains(where: { $0.overlaps(room) }) else { continue }
            taken.append(start..<(start + length))
            drawn.insert(label.place)
            surface.put(label.text, x: x + start, y: y, style: label.style)
        }
        return drawn
    }

    /// The values of one cell: `4 5`, from four on `1…4`.
    static func list(_ texts: [String], signs: Signs) -> String {
        let cut = texts.map { LabelRow.cut($0, signs: signs) }
        guard cut.count >= 4 else { return cut.joined(separator: " ") }
        return "\(cut[0])\(signs.cut)\(cut[cut.count - 1])"
    }
}
