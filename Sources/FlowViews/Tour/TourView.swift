import FlowScreen

/// Draws the panel of the tour above the footer.
struct TourView {
    let panel: TourPanel
    let signs: Signs

    /// The rows reserved for the rest of the screen: header, footer, a lane and a caption. The panel gets all others, since a cut
    /// text is useless.
    private static let rest = 10
    /// The maximum width of a line: longer lines are hard to read.
    private static let widest = 104

    /// The number of rows of the panel on a screen.
    static func height(of panel: TourPanel, on size: Size) -> Int {
        min(size.height - rest, rows(of: panel, width: size.width - 2).count + 1)
    }

    /// The lines, wrapped at blanks; continuation rows are indented to the first word.
    private static func rows(of panel: TourPanel, width: Int) -> [PanelLine] {
        panel.lines.flatMap { line in
            let text = TextWidth.sanitised(line.text)
            let indent = String(text.prefix { $0 == " " })
            guard TextWidth.width(of: text) > min(width, widest), line.tone != .code else { return [line] }
            return Paragraph.lines(of: text, width: min(width, widest) - indent.count).map {
                PanelLine(indent + $0, line.tone)
            }
        }
    }

    func draw(into surface: inout Surface, area: Rect) {
        guard area.height > 0 else { return }
        surface.fill(area, style: Style())
        PanelTitle(
            title: panel.title, hint: hint(width: area.width), signs: signs, style: Style(.key).bold(), hintStyle: Style(.key)
        )
        .draw(into: &surface, x: area.x, y: area.y, width: area.width)
        let rows = TourView.rows(of: panel, width: area.width - 2).prefix(area.height - 1)
        for (offset, line) in rows.enumerated() {
            let text = TextWidth.cut(signs.keys(line.text), to: area.width - 2, mark: signs.cut)
            surface.put(text, x: area.x + 1, y: area.y + 1 + offset, style: style(of: line.tone), limit: area.width - 2)
        }
    }

    /// As many of the first keys as fit beside the title.
    private func hint(width: Int) -> String {
        let room = width - TextWidth.width(of: panel.title) - 9
        let wordings = panel.keys.indices.reversed().map { signs.keys(panel.keys[...$0].joined(separator: "  ")) }
        return wordings.first { TextWidth.width(of: $0) <= room } ?? ""
    }

    private func style(of tone: PanelLine.Tone) -> Style { [.good, .trouble].contains(tone) ? tone.style.bold() : tone.style }
}
