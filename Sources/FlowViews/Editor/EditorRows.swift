import FlowScreen

/// The rows that a typed text takes: broken at the edge and behind the sign of a line's end.
struct EditorRows {
    /// A character with its column.
    struct Glyph {
        let text: String
        let x: Int
        let width: Int
    }

    /// A row: the places of its characters, and how each looks.
    struct Row {
        var start: Int
        var glyphs: [Glyph] = []

        var end: Int { start + glyphs.count }
        var width: Int { glyphs.last.map { $0.x + $0.width } ?? 0 }

        /// Ends the row before a place and returns the rest.
        mutating func split(at place: Int) -> Row {
            let rest = glyphs[(place - start)...]
            let x = rest.first?.x ?? 0
            glyphs.removeLast(rest.count)
            return Row(start: place, glyphs: rest.map { Glyph(text: $0.text, x: $0.x - x, width: $0.width) })
        }
    }

    private(set) var rows: [Row] = []

    /// - Parameter width: The columns of a row; the last is kept for a cursor behind the text.
    init(_ text: [Character], width: Int, signs: Signs) {
        var row = Row(start: 0)
        for (place, character) in text.enumerated() {
            let shown = EditorRows.shown(character, signs)
            let columns = TextWidth.width(of: shown)
            if row.width + columns > max(1, width - 1), !row.glyphs.isEmpty {
                let rest = row.split(at: EditorRows.breaks(text, row, before: place))
                rows.append(row)
                row = rest
            }
            row.glyphs.append(Glyph(text: shown, x: row.width, width: columns))
            if character == "\n" {
                rows.append(row)
                row = Row(start: place + 1)
            }
        }
        rows.append(row)
    }

    /// Where a row that is full is broken: before the `.` of a value, behind a blank or a comma in its second half, else where it
    /// is full.
    private static func breaks(_ text: [Character], _ row: Row, before place: Int) -> Int {
        let half = row.start + (place - row.start) / 2
        return (half..<place).last { $0 > row.start && isBreak(text[$0 - 1], text[$0]) } ?? place
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

    /// The row in which a place stands.
    func row(of place: Int) -> Int {
        rows.lastIndex { $0.start <= place } ?? 0
    }

    /// The column of a place in its row.
    func column(of place: Int) -> Int {
        let row = rows[row(of: place)]
        return place < row.end ? row.glyphs[place - row.start].x : row.width
    }
}
