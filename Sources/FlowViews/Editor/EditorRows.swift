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
    }

    private(set) var rows: [Row] = []

    /// - Parameter width: The columns of a row; the last is kept for a cursor behind the text.
    init(_ text: [Character], width: Int, signs: Signs) {
        var row = Row(start: 0)
        for (place, character) in text.enumerated() {
            let shown = EditorRows.shown(character, signs)
            let columns = TextWidth.width(of: shown)
            if row.width + columns > max(1, width - 1), !row.glyphs.isEmpty {
                rows.append(row)
                row = Row(start: place)
            }
            row.glyphs.append(Glyph(text: shown, x: row.width, width: columns))
            if character == "\n" {
                rows.append(row)
                row = Row(start: place + 1)
            }
        }
        rows.append(row)
    }

    private static func shown(_ character: Character, _ signs: Signs) -> String {
        if character == "\n" { return String(signs.lineEnd) }
        return TextWidth.sanitised(signs.isASCII ? ASCII.only(String(character)) : String(character))
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
