import FlowScreen

/// Draws a titled rule: `─ buffer ──────── Enter more ─`.
struct PanelTitle {
    let title: String
    let hint: String
    let signs: Signs
    let style: Style

    func draw(into surface: inout Surface, x: Int, y: Int, width: Int) {
        guard width > 4 else { return }
        for column in x..<(x + width) { surface.put(signs.rule, x: column, y: y, style: Style(.rule)) }
        surface.put(" \(TextWidth.cut(title, to: width - 4)) ", x: x + 1, y: y, style: style)
        let length = TextWidth.width(of: hint) + 2
        guard !hint.isEmpty, TextWidth.width(of: title) + length + 6 < width else { return }
        surface.put(" \(hint) ", x: x + width - length - 1, y: y, style: Style(.muted))
    }
}
