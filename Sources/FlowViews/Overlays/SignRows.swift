import FlowScreen

/// Draws what the signs on the lanes mean.
struct SignRows {
    let signs: Signs

    static let meanings: [(sign: String, role: Role, meaning: String)] = [
        ("●", .sent, "value sent"), ("●", .got, "value received"), ("3", .sent, "3 in one cell"), ("✗", .lost, "dropped"),
        ("▲2", .asked, "asked for 2"), ("∞", .asked, "asked: no limit"), ("0..", .asked, "nobody asks"),
        ("1▄", .asked, "1 asked, not used"), ("▅", .heldBar, "held in a buffer"), ("E,F", .held, "what it holds"),
        ("├", .track, "subscribed"), ("‖", .asked, "paused"), ("│", .strong, "finished"), ("✕", .error, "failed"),
        ("⊘", .error, "cancelled"), ("▾", .key, "the caption tells"), ("§1.1", .error, "a rule broken"),
    ]

    static let sentences = ["Values flow down the lanes, demand flows back up.", "Nothing moves unless it was asked for."]
    private static let column = 24

    /// How high it is where there is room.
    func height(width: Int) -> Int {
        rows(width) + 1 + lines(width).count
    }

    func draw(into surface: inout Surface, _ area: Rect) {
        let perRow = perRow(area.width)
        for (number, sign) in SignRows.meanings.enumerated() {
            let y = area.y + number / perRow
            guard y < area.maxY else { return }
            let x = area.x + 1 + number % perRow * SignRows.column
            let glyph = signs.isASCII ? ASCII.text(sign.sign) : sign.sign
            surface.put(glyph, x: x, y: y, style: style(of: sign), limit: 5)
            surface.put(sign.meaning, x: x + 5, y: y, style: Style(.muted, on: .caption), limit: 18)
        }
        let lines = lines(area.width)
        let first = area.maxY - lines.count
        for (y, line) in zip(first..<area.maxY, lines) {
            surface.put(line, x: area.x + 1, y: y, style: Style(.text, on: .caption))
        }
    }

    private func perRow(_ width: Int) -> Int { max(1, width / SignRows.column) }

    private func rows(_ width: Int) -> Int { (SignRows.meanings.count + perRow(width) - 1) / perRow(width) }

    /// What is said below the signs, in one line where that has room.
    private func lines(_ width: Int) -> [String] {
        let whole = SignRows.sentences.joined(separator: " ")
        return TextWidth.width(of: whole) < width ? [whole] : SignRows.sentences
    }

    private func style(of sign: (sign: String, role: Role, meaning: String)) -> Style {
        let style = Style(sign.role, on: .caption).bold()
        return sign.sign == "3" ? style.reversed() : style
    }
}
