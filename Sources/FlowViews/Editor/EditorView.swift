import FlowScreen

/// Draws a chain that is being typed over the last rows: the text, under it what is wrong or which call this is, then what fits.
struct EditorView {
    let editor: EditorState
    let signs: Signs

    private let ground = Style(.text, on: .caption)
    private let muted = Style(.muted, on: .caption)
    private let strong = Style(.strong, on: .caption).bold()

    init(_ editor: EditorState, signs: Signs) {
        self.editor = editor
        self.signs = signs
    }

    /// The rows that it takes of a screen.
    static func height(of screen: Int) -> Int {
        screen >= 30 ? 14 : screen >= 22 ? 12 : 9
    }

    func draw(into surface: inout Surface) {
        let height = EditorView.height(of: surface.height)
        let area = Rect(x: 0, y: surface.height - 1 - height, width: surface.width, height: height)
        surface.fill(area, style: ground)
        surface.fill(Rect(x: 0, y: area.y, width: area.width, height: 1), with: signs.rule, style: Style(.rule, on: .caption))
        surface.put(" a chain of your own ", x: 2, y: area.y, style: strong)
        let inside = Rect(x: 2, y: area.y + 1, width: area.width - 4, height: height - 1)
        let y = drawText(into: &surface, inside)
        let below = drawInfo(into: &surface, inside, y: y)
        drawOffers(into: &surface, Rect(x: 2, y: below, width: inside.width, height: inside.maxY - below))
    }

    // MARK: Text

    /// Draws the rows around the cursor, with a row of carets below the one that is wrong; returns the row below.
    private func drawText(into surface: inout Surface, _ area: Rect) -> Int {
        let isEmpty = editor.text.isEmpty
        let shown = isEmpty ? Array(editor.example) : editor.text
        let rows = EditorRows(shown, width: area.width - 2, signs: signs)
        let cursorRow = rows.row(of: editor.cursor)
        let most = area.height > 10 ? 4 : area.height > 8 ? 3 : 2
        let first = max(0, min(cursorRow - most / 2, rows.rows.count - most))
        let carets = isEmpty || editor.isInWord ? nil : editor.problem.map { caretLine($0.place, rows) }
        var y = area.y
        var hasCarets = false
        let shownRows = first..<min(first + most, rows.rows.count)
        for index in shownRows {
            let mark = mark(ofRow: index, in: shownRows, of: rows.rows.count)
            surface.put(mark, x: area.x, y: y, style: Style(.key, on: .caption).bold())
            for glyph in rows.rows[index].glyphs {
                surface.put(glyph.text, x: area.x + 2 + glyph.x, y: y, style: isEmpty ? Style(.ghost, on: .caption) : ground)
            }
            if index == cursorRow { drawCursor(into: &surface, rows, x: area.x + 2, y: y) }
            y += 1
            guard let carets, carets.row == index else { continue }
            surface.put(carets.text, x: area.x + 2 + carets.x, y: y, style: wrong.bold(), limit: area.width - 2 - carets.x)
            hasCarets = true
            y += 1
        }
        // Without carets their row stays, so that nothing jumps when they come.
        return hasCarets ? y : y + 1
    }

    /// What stands before a row: where the text begins, and where there is more of it than is shown.
    private func mark(ofRow index: Int, in shown: Range<Int>, of count: Int) -> Character {
        if index == 0 { return signs.crumb }
        let isCut = index == shown.lowerBound || index == shown.upperBound - 1 && shown.upperBound < count
        return isCut ? signs.cut : " "
    }

    private func drawCursor(into surface: inout Surface, _ rows: EditorRows, x: Int, y: Int) {
        let row = rows.rows[rows.row(of: editor.cursor)]
        let glyph = editor.cursor < row.end ? row.glyphs[editor.cursor - row.start].text : " "
        let style = Style(editor.text.isEmpty ? .ghost : .text, on: .caption).reversed()
        surface.put(glyph.isEmpty ? " " : glyph, x: x + rows.column(of: editor.cursor), y: y, style: style)
    }

    private func caretLine(_ place: Range<Int>, _ rows: EditorRows) -> (text: String, row: Int, x: Int) {
        let row = rows.row(of: place.lowerBound)
        let x = rows.column(of: place.lowerBound)
        let last = min(place.upperBound, rows.rows[row].end)
        let end = last > place.lowerBound ? rows.rows[row].glyphs[last - 1 - rows.rows[row].start] : nil
        let width = max(1, (end.map { $0.x + $0.width } ?? 0) - x)
        return ("^" + String(repeating: "~", count: width - 1), row, x)
    }

    private var wrong: Style {
        editor.isUnfinished ? muted : Style(.error, on: .caption)
    }

    // MARK: What is wrong

    /// Draws what is wrong, or what is being called; returns the row below what is kept for it.
    private func drawInfo(into surface: inout Surface, _ area: Rect, y: Int) -> Int {
        let room = area.height > 8 ? 4 : 3
        let lines = EditorInfo(editor, signs: signs).lines(width: area.width - 2, room: room)
        for (row, line) in lines.enumerated() where y + row < area.maxY {
            surface.put(line.text, x: area.x + 2, y: y + row, style: line.style, limit: area.width - 2)
        }
        return y + room
    }

    // MARK: Offers

    private func drawOffers(into surface: inout Surface, _ area: Rect) {
        guard area.height > 0, !editor.offers.isEmpty else { return }
        let count = editor.offers.count
        let room = count > area.height ? area.height - 1 : area.height
        let first = max(0, min((editor.chosen ?? 0) - room / 2, count - room))
        let shown = first..<min(count, first + max(0, room))
        let widest = shown.map { TextWidth.width(of: signs.shown(editor.offers[$0].signature)) }.max() ?? 0
        let left = min(widest, area.width * 2 / 5)
        for (row, index) in shown.enumerated() {
            let isChosen = index == editor.chosen
            let offer = editor.offers[index]
            if isChosen { surface.put(signs.selectionTop, x: area.x, y: area.y + row, style: Style(.selection, on: .caption)) }
            surface.put(
                TextWidth.cut(signs.shown(offer.signature), to: left, mark: signs.cut), x: area.x + 2, y: area.y + row,
                style: isChosen ? strong : ground)
            let summary = TextWidth.cut(signs.shown(offer.summary), to: area.width - left - 4, mark: signs.cut)
            surface.put(summary, x: area.x + left + 4, y: area.y + row, style: muted)
        }
        guard count > area.height else { return }
        surface.put("\(signs.cut) \(count - room) more", x: area.x + 2, y: area.maxY - 1, style: muted)
    }
}
