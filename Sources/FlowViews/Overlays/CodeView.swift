import FlowScreen

/// Draws the Swift text of the chain.
struct CodeView {
    let code: String
    let title: String
    let table: KeyTable
    let signs: Signs

    func draw(into surface: inout Surface) {
        let widest = code.split(separator: "\n").map { TextWidth.width(of: signs.shown(String($0))) }.max() ?? 0
        let width = min(max(40, widest + 6), surface.width - 2)
        let rows = CodeRows(code, width: width - 6, signs: signs).rows
        let box = OverlayBox(title: title, hint: "\(.close) closes", table: table, signs: signs)
        let area = box.draw(into: &surface, width: width, height: min(surface.height - 3, rows.count + 4))
        let room = max(0, area.height - 2)
        for (offset, row) in rows.prefix(room).enumerated() {
            surface.put(row.text, x: area.x + 1, y: area.y + 1 + offset, style: style(of: row), limit: area.width - 1)
        }
        guard rows.count > room, room > 0 else { return }
        let more = "\(signs.cut) \(rows.count - room) more"
        surface.put(more, x: area.x + 1, y: area.y + 1 + room, style: Style(.muted, on: .caption))
    }

    private func style(of row: CodeRows.Row) -> Style { Style(row.isComment ? .muted : .text, on: .caption) }
}

/// The rows that Swift text takes: a line that is too long goes on below, further in.
struct CodeRows {
    /// A row, and whether it is of a comment.
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
                // A row of an editor keeps a column for its cursor.
                let row = EditorRows(rest, width: width + 1 - indent.count, signs: signs).rows[0]
                rows.append(Row(text: indent + row.glyphs.map(\.text).joined(), isComment: isComment))
                rest.removeFirst(row.glyphs.count)
                indent = String(repeating: " ", count: min(blanks + 4, width / 2))
            } while !rest.isEmpty
        }
    }
}
