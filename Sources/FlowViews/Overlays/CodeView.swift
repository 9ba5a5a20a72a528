import FlowScreen

/// Draws the Swift text of the chain.
struct CodeView {
    let code: String
    let title: String
    let signs: Signs

    func draw(into surface: inout Surface) {
        let widest = code.split(separator: "\n").map { TextWidth.width(of: signs.shown(String($0))) }.max() ?? 0
        let width = min(max(40, widest + 6), surface.width - 2)
        let rows = CodeRows(code, width: width - 6, signs: signs).rows
        let box = OverlayBox(title: title, hint: "\(.close) closes", signs: signs)
        let area = box.draw(into: &surface, width: width, height: min(surface.height - 3, rows.count + 4))
        let room = max(0, area.height - 2)
        for (place, row) in rows.prefix(room).enumerated() {
            surface.put(row.text, x: area.x + 1, y: area.y + 1 + place, style: style(of: row), limit: area.width - 1)
        }
        guard rows.count > room, room > 0 else { return }
        let more = "\(signs.cut) \(rows.count - room) more"
        surface.put(more, x: area.x + 1, y: area.y + 1 + room, style: Style(.muted, on: .caption))
    }

    private func style(of row: CodeRows.Row) -> Style {
        Style(row.isComment ? .muted : .text, on: .caption)
    }
}
