import FlowScreen

/// Draws the Swift text of the chain.
struct CodeView: OverlayView {
    let code: String
    let title: String
    let table: KeyTable
    let signs: Signs

    /// The rows by which it is scrolled.
    var scroll = 0

    func draw(into surface: inout Surface) {
        let (rows, width, room) = measure(surface.size)
        let box = OverlayBox(title: title, hint: "\(.close) closes", table: table, signs: signs)
        let area = box.draw(into: &surface, width: width, height: min(surface.height - 3, rows.count + 4))
        let first = min(max(0, scroll), max(0, rows.count - room))
        for (offset, row) in rows.dropFirst(first).prefix(room).enumerated() {
            surface.put(row.text, x: area.x + 1, y: area.y + 1 + offset, style: style(of: row), limit: area.width - 1)
        }
        guard rows.count > first + room, room > 0 else { return }
        let more = "\(signs.cut) \(rows.count - first - room) more"
        surface.put(more, x: area.x + 1, y: area.y + 1 + room, style: Style(.muted, on: .caption))
    }

    func scrollRange(on size: Size) -> ClosedRange<Int> {
        let (rows, _, room) = measure(size)
        return 0...max(0, rows.count - room)
    }

    var lines: [String] { [title] + code.split(separator: "\n").map { TextWidth.sanitised(String($0)) } }

    /// The rows, the width of the box, and the number of rows that fit into it.
    private func measure(_ size: Size) -> (rows: [CodeRows.Row], width: Int, room: Int) {
        let widest = code.split(separator: "\n").map { TextWidth.width(of: signs.shown(String($0))) }.max() ?? 0
        let width = min(max(40, widest + 6), size.width - 2)
        let rows = CodeRows(code, width: width - 6, signs: signs).rows
        let inside = OverlayBox.inside(of: size, width: width, height: min(size.height - 3, rows.count + 4))
        return (rows, width, max(0, inside.height - 2))
    }

    private func style(of row: CodeRows.Row) -> Style { Style(row.isComment ? .muted : .text, on: .caption) }
}

/// Breaks Swift text into rows. A long line continues below with a larger indent.
struct CodeRows {
    /// A row, and whether it belongs to a comment.
    struct Row: Equatable {
        let text: String
        let isComment: Bool
    }

    private(set) var rows: [Row] = []

    /// - Parameter width: The columns of a row.
    init(_ code: String, width: Int, signs: Signs) {
        for line in code.split(separator: "\n", omittingEmptySubsequences: false) {
            let blanks = line.prefix { $0 == " " }.count
            let isComment = line.dropFirst(blanks).hasPrefix("//")
            var rest = Array(line)
            var indent = ""
            repeat {
                // A row of an editor reserves a column for its cursor.
                let row = EditorRows(rest, width: width + 1 - indent.count, signs: signs).rows[0]
                rows.append(Row(text: indent + row.glyphs.map(\.text).joined(), isComment: isComment))
                rest.removeFirst(row.glyphs.count)
                indent = String(repeating: " ", count: min(blanks + 4, width / 2))
            } while !rest.isEmpty
        }
    }
}
