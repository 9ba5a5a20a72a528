import FlowScreen

/// Draws the input line for a chain over the last rows of the screen: the text, below it the error or the call around the cursor,
/// then completions.
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

    /// The keys for typing a chain. The line opens with the running chain, so one of them empties it.
    var footer: [FooterKey] {
        let keys = [
            FooterKey("\(Key.enter)", editor.isRefused ? "try as Swift" : "run", isHighlighted: true),
            FooterKey("\(Key.tab)", "complete"), FooterKey("\(Key.up) \(Key.down)", "earlier"),
            FooterKey("\(Key.escape)", "close"),
        ]
        return editor.text.isEmpty ? keys : keys + [FooterKey("\(Key.control("u"))", "clear")]
    }

    /// The number of rows that it occupies, on a screen of `screen` rows.
    static func height(of screen: Int) -> Int { screen >= 30 ? 14 : screen >= 22 ? 12 : 9 }

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

    /// Draws the rows around the cursor, with carets below the error; returns the next free row.
    private func drawText(into surface: inout Surface, _ area: Rect) -> Int {
        let isEmpty = editor.text.isEmpty
        let shown = isEmpty ? Array(editor.example) : editor.text
        let rows = EditorRows(shown, width: area.width - 2, signs: signs)
        let cursorRow = rows.row(of: editor.cursor)
        let most = area.height > 10 ? 4 : area.height > 8 ? 3 : 2
        let first = max(0, min(cursorRow - most / 2, rows.rows.count - most))
        let carets = isEmpty || editor.isInWord ? nil : editor.problem.map { caretLine($0.range, rows) }
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
        // The row of the carets stays empty without an error, so that nothing moves when they appear.
        return hasCarets ? y : y + 1
    }

    /// The mark before a row: at the start of the text, and where more of it is hidden.
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

    private func caretLine(_ range: Range<Int>, _ rows: EditorRows) -> (text: String, row: Int, x: Int) {
        let row = rows.row(of: range.lowerBound)
        let x = rows.column(of: range.lowerBound)
        let last = min(range.upperBound, rows.rows[row].end)
        let end = last > range.lowerBound ? rows.rows[row].glyphs[last - 1 - rows.rows[row].start] : nil
        let width = max(1, (end.map { $0.x + $0.width } ?? 0) - x)
        return ("^" + String(repeating: "~", count: width - 1), row, x)
    }

    private var wrong: Style { editor.isUnfinished ? muted : Style(.error, on: .caption) }

    // MARK: Errors

    /// Draws the problem, or the call; returns the row below the room for it.
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
        let summaries = shown.map { TextWidth.width(of: signs.shown(editor.offers[$0].summary)) }.max() ?? 0
        let left = min(widest, max(area.width * 2 / 5, area.width - 4 - summaries))
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

/// Breaks a typed text into rows: at the right edge and after the sign of a line's end.
struct EditorRows {
    /// A character with its column.
    struct Glyph {
        let text: String
        let x: Int
        let width: Int
    }

    /// A row: the index of its first character, and its glyphs.
    struct Row {
        var start: Int
        var glyphs: [Glyph] = []

        var end: Int { start + glyphs.count }
        var width: Int { glyphs.last.map { $0.x + $0.width } ?? 0 }

        /// Ends the row before an index and returns the rest.
        mutating func split(at index: Int) -> Row {
            let rest = glyphs[(index - start)...]
            let x = rest.first?.x ?? 0
            glyphs.removeLast(rest.count)
            return Row(start: index, glyphs: rest.map { Glyph(text: $0.text, x: $0.x - x, width: $0.width) })
        }
    }

    private(set) var rows: [Row] = []

    /// - Parameter width: The columns of a row; the last is reserved for a cursor after the text.
    init(_ text: [Character], width: Int, signs: Signs) {
        var row = Row(start: 0)
        for (index, character) in text.enumerated() {
            let shown = EditorRows.shown(character, signs)
            let columns = TextWidth.width(of: shown)
            if row.width + columns > max(1, width - 1), !row.glyphs.isEmpty {
                let rest = row.split(at: EditorRows.breaks(text, row, before: index))
                rows.append(row)
                row = rest
            }
            row.glyphs.append(Glyph(text: shown, x: row.width, width: columns))
            if character == "\n" {
                rows.append(row)
                row = Row(start: index + 1)
            }
        }
        rows.append(row)
    }

    /// The break of a full row: in its second half before the `.` after a value, or after a blank or a comma; otherwise at its
    /// end.
    private static func breaks(_ text: [Character], _ row: Row, before index: Int) -> Int {
        let half = row.start + (index - row.start) / 2
        return (half..<index).last { $0 > row.start && isBreak(text[$0 - 1], text[$0]) } ?? index
    }

    private static func isBreak(_ last: Character, _ next: Character) -> Bool {
        last == " " || last == "," && next != " " || next == "." && endsValue(last)
    }

    private static func endsValue(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || ")}]\"".contains(character)
    }

    private static func shown(_ character: Character, _ signs: Signs) -> String {
        if character == "\n" { return String(signs.lineEnd) }
        return signs.shown(String(character))
    }

    func row(of index: Int) -> Int { rows.lastIndex { $0.start <= index } ?? 0 }

    func column(of index: Int) -> Int {
        let row = rows[row(of: index)]
        return index < row.end ? row.glyphs[index - row.start].x : row.width
    }
}
