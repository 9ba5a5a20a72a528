import FlowScreen

/// Draws the panel of a tried file, above the footer: its progress, its errors, or its output.
struct TriedView {
    let panel: TriedPanel
    let table: KeyTable
    let signs: Signs

    /// The rows reserved for the rest of the screen, including header and footer.
    private static let rest = 14

    /// The number of rows of the panel on a screen.
    static func height(of panel: TriedPanel, on size: Size) -> Int {
        let room = max(1, size.height - rest)
        guard !panel.showsStart else { return min(room, rows(of: panel, width: size.width - 2).count + 1) }
        return min(room, size.height / 4, max(3, panel.lines.count + 1))
    }

    /// The lines; messages about code are wrapped if too long, code is cut.
    private static func rows(of panel: TriedPanel, width: Int) -> [PanelLine] {
        panel.lines.flatMap { line in
            guard panel.showsStart, line.tone == .trouble || line.tone == .muted else { return [line] }
            return Paragraph.lines(of: TextWidth.sanitised(line.text), width: width).map { PanelLine($0, line.tone) }
        }
    }

    func draw(into surface: inout Surface, area: Rect) {
        guard area.height > 0 else { return }
        surface.fill(area, style: Style())
        for x in 0..<area.width { surface.put(signs.box.horizontal, x: x, y: area.y, style: Style(.rule)) }
        var x = 1
        x += surface.put(" ", x: x, y: area.y, style: Style(.rule))
        let title = TextWidth.cut(signs.prose(TextWidth.sanitised(panel.title)), to: area.width - 20, mark: signs.cut)
        x += surface.put(title, x: x, y: area.y, style: panel.tone.style.bold())
        surface.put(" ", x: x, y: area.y, style: Style(.rule))
        if !panel.lines.isEmpty, panel.lines.count > area.height - 1 {
            let hint = " \(signs.keys(table.name(of: .output))) all of it "
            surface.put(hint, x: area.width - TextWidth.width(of: hint) - 1, y: area.y, style: Style(.muted))
        }
        let inside = Rect(x: 1, y: area.y + 1, width: area.width - 2, height: area.height - 1)
        drawLines(into: &surface, area: inside, on: .page)
    }

    /// Draws as many lines as fit into an area: the first or the last, scrolled by some rows.
    func drawLines(into surface: inout Surface, area: Rect, on ground: Role, scroll: Int = 0) {
        let room = max(0, area.height)
        let range = scrollRange(in: area)
        let moved = min(max(scroll, range.lowerBound), range.upperBound)
        let rows = TriedView.rows(of: panel, width: area.width)
        let shown = panel.showsStart ? rows.dropFirst(moved).prefix(room) : rows.dropLast(-moved).suffix(room)
        for (offset, line) in shown.enumerated() {
            let style = line.tone.style.on(ground)
            let text = TextWidth.cut(TextWidth.sanitised(line.text), to: area.width, mark: signs.cut)
            surface.put(text, x: area.x, y: area.y + offset, style: style, limit: area.width)
        }
    }

    /// The range by which the lines can be scrolled in an area: forward from the first, or back from the last.
    func scrollRange(in area: Rect) -> ClosedRange<Int> {
        let hidden = max(0, TriedView.rows(of: panel, width: area.width).count - max(0, area.height))
        return panel.showsStart ? 0...hidden : -hidden...0
    }
}
