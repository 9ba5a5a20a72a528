import FlowScreen

/// The second page of the help, for a screen whose first page has no room for the signs.
struct SignsView: OverlayView {
    let table: KeyTable
    let signs: Signs

    func draw(into surface: inout Surface) {
        let rows = SignRows(signs: signs)
        let box = OverlayBox(title: "Signs", hint: "\(.close) closes", table: table, signs: signs)
        let width = min(HelpPages.width, surface.width - 2)
        let height = rows.height(width: width - 4) + 2
        rows.draw(into: &surface, box.draw(into: &surface, width: width, height: min(surface.height - 3, height)))
    }

    var lines: [String] { SignRows.sentences }
}

/// Draws the meanings of the signs on the lanes.
struct SignRows {
    let signs: Signs

    struct Meaning {
        let sign: String
        let role: Role
        let text: String
    }

    var meanings: [Meaning] {
        [
            Meaning(sign: "\(signs.value)", role: .sent, text: "value sent"),
            Meaning(sign: "\(signs.value)", role: .got, text: "value delivered"),
            Meaning(sign: "\(signs.count)3 \(signs.several)", role: .sent, text: "several in a cell"),
            Meaning(sign: "\(signs.bars[0])\(signs.bars[3])\(signs.bars[7])", role: .sent, text: "how many a second"),
            Meaning(sign: "\(signs.dropped)", role: .lost, text: "dropped, gone"),
            Meaning(sign: "\(signs.request)2", role: .asked, text: "asked for 2"),
            Meaning(sign: "\(signs.unlimited)", role: .asked, text: "asked: no limit"),
            Meaning(sign: "0\(signs.zeroFloor)\(signs.zeroFloor)", role: .asked, text: "nobody asks"),
            Meaning(sign: "1\(signs.level)", role: .asked, text: "1 asked, not used"),
            Meaning(sign: "\(signs.bars[4])", role: .heldBar, text: "held in a buffer"),
            Meaning(sign: "E,F", role: .held, text: "what it holds"),
            Meaning(sign: "\(signs.subscribed)", role: .track, text: "subscribed"),
            Meaning(sign: "\(signs.paused)", role: .asked, text: "paused"),
            Meaning(sign: "\(signs.finished)", role: .strong, text: "finished"),
            Meaning(sign: "\(signs.failed)", role: .error, text: "failed"),
            Meaning(sign: "\(signs.cancelled)", role: .strong, text: "cancelled"),
            Meaning(sign: "\(signs.captionMark)", role: .key, text: "the caption's time"),
            Meaning(sign: "\(signs.violation)1.1", role: .error, text: "a rule broken"),
        ]
    }

    static let sentences = [
        "Values are sent, held, then delivered or dropped.", "Demand is what was asked for and has not come.",
    ]
    private static let column = 24

    /// Its height if there is room.
    func height(width: Int) -> Int { rows(width) + 1 + lines(width).count }

    func draw(into surface: inout Surface, _ area: Rect) {
        let perRow = perRow(area.width)
        for (number, meaning) in meanings.enumerated() {
            let y = area.y + number / perRow
            guard y < area.maxY else { return }
            let x = area.x + 1 + number % perRow * SignRows.column
            let style = Style(meaning.role, on: .caption).bold()
            surface.put(meaning.sign, x: x, y: y, style: style, limit: 5)
            surface.put(meaning.text, x: x + 5, y: y, style: Style(.muted, on: .caption), limit: 18)
        }
        let lines = lines(area.width)
        let first = area.maxY - lines.count
        for (y, line) in zip(first..<area.maxY, lines) {
            surface.put(line, x: area.x + 1, y: y, style: Style(.text, on: .caption))
        }
    }

    private func perRow(_ width: Int) -> Int { max(1, width / SignRows.column) }

    private func rows(_ width: Int) -> Int { (meanings.count + perRow(width) - 1) / perRow(width) }

    /// The text below the signs, in one line if it fits.
    private func lines(_ width: Int) -> [String] {
        let whole = SignRows.sentences.joined(separator: " ")
        return TextWidth.width(of: whole) < width ? [whole] : SignRows.sentences
    }
}
