import FlowScreen

/// Draws all keys, and the signs where there is room; keys that do not apply are faint, in parentheses without colour.
struct HelpView {
    let keys: KeyContext
    let signs: Signs
    let hasColour: Bool

    func draw(into surface: inout Surface) {
        let showsSigns = HelpPages.count(on: surface.size) == 1
        let box = OverlayBox(
            title: showsSigns ? "Keys and signs" : "Keys",
            hint: showsSigns ? "\(.close) closes" : "\(.help) signs  \(.close) closes", signs: signs)
        let area = box.draw(into: &surface, width: HelpPages.width, height: min(surface.height - 3, HelpPages.height))
        guard area.height > 3 else { return }
        let layout = HelpColumns(keys: keys, size: area.size, names: names)
        var end = area.y
        for column in layout.columns {
            end = max(end, draw(column, into: &surface, area))
        }
        guard showsSigns else { return }
        drawTitle(into: &surface, Rect(x: area.x, y: end + 1, width: area.width, height: 1))
        let rows = SignRows(signs: signs)
        rows.draw(into: &surface, Rect(x: area.x, y: end + 3, width: area.width, height: rows.height(width: area.width)))
    }

    private func draw(_ column: HelpColumns.Column, into surface: inout Surface, _ area: Rect) -> Int {
        var y = area.y
        let x = area.x + column.x
        for row in column.rows {
            if case .heading = row, y > area.y, area.height > 22 { y += 1 }
            guard y < area.maxY else { return y }
            switch row {
            case .heading(let group):
                surface.put(group.rawValue, x: x, y: y, style: Style(.strong, on: .caption).bold(), limit: column.width)
            case .key(let binding): draw(binding, into: &surface, x: x, y: y, column)
            }
            y += 1
        }
        return y
    }

    private func draw(_ binding: KeyBinding, into surface: inout Surface, x: Int, y: Int, _ column: HelpColumns.Column) {
        let applies = binding.applies(in: keys)
        let key = applies ? Style(.key, on: .caption).bold() : Style(.ghost, on: .caption)
        let words = applies ? Style(.text, on: .caption) : Style(.ghost, on: .caption)
        surface.put(names(of: binding), x: x, y: y, style: key, limit: column.keyRoom)
        let help = TextWidth.cut(binding.helpText(in: keys), to: column.width - column.keyRoom, mark: signs.cut)
        surface.put(help, x: x + column.keyRoom, y: y, style: words)
    }

    /// The keys as this screen writes them.
    private func names(of binding: KeyBinding) -> String {
        let shown = signs.isASCII ? ASCII.text(binding.keys) : binding.keys
        return binding.applies(in: keys) || hasColour ? shown : "(\(shown))"
    }

    private func drawTitle(into surface: inout Surface, _ area: Rect) {
        let hint =
            "keys \(hasColour ? "in grey" : "in parentheses") do not apply \(keys.subject == .scenario ? "to this scenario" : "here")"
        var row = Surface(width: area.width, height: 1)
        PanelTitle(title: "Signs", hint: hint, signs: signs, style: Style(.strong).bold())
            .draw(into: &row, x: 0, y: 0, width: area.width)
        row.restyle(row.bounds) { $0.background = .caption }
        surface.put(row, x: area.x, y: area.y)
    }
}
