import FlowScreen

/// Draws the Swift text of the chain.
struct CodeView {
    let code: String
    let title: String
    let signs: Signs

    func draw(into surface: inout Surface) {
        let lines = code.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let width = (lines.map { TextWidth.width(of: $0) }.max() ?? 0) + 6
        let box = OverlayBox(title: title, hint: "Esc closes", signs: signs)
        let area = box.draw(into: &surface, width: max(40, width), height: min(surface.height - 3, lines.count + 4))
        for (row, line) in lines.prefix(max(0, area.height - 2)).enumerated() {
            let text = TextWidth.cut(line, to: area.width - 1, mark: signs.cut)
            surface.put(text, x: area.x + 1, y: area.y + 1 + row, style: style(of: line))
        }
    }

    private func style(of line: String) -> Style {
        line.drop { $0 == " " }.hasPrefix("//") ? Style(.muted, on: .caption) : Style(.text, on: .caption)
    }
}
