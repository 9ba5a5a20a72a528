import FlowScreen

/// Draws all keys and signs; keys that do not apply are faint, in parentheses without colour.
struct HelpView {
    let keys: KeyContext
    let signs: Signs
    let hasColour: Bool

    private static let meanings: [(sign: String, role: Role, meaning: String)] = [
        ("●", .sent, "value sent"), ("●", .got, "value received"), ("3", .sent, "3 in one cell"), ("✗", .lost, "dropped"),
        ("▲2", .asked, "asked for 2"), ("∞", .asked, "asked: no limit"), ("0..", .asked, "nobody asks"),
        ("1▄", .asked, "1 asked, not used"), ("▅", .heldBar, "held in a buffer"), ("E,F", .held, "what it holds"),
        ("├", .track, "subscribed"), ("‖", .asked, "paused"), ("│", .strong, "finished"), ("✕", .error, "failed"),
        ("⊘", .error, "cancelled"), ("▾", .key, "the caption tells"), ("§1.1", .error, "a rule broken"),
    ]

    func draw(into surface: inout Surface) {
        let box = OverlayBox(title: "Keys and signs", hint: "Esc closes", signs: signs)
        let area = box.draw(into: &surface, width: 106, height: min(surface.height - 3, 30))
        guard area.height > 3 else { return }
        let layout = HelpColumns(keys: keys, size: area.size, names: names)
        var end = area.y
        for column in layout.columns {
            end = max(end, draw(column, into: &surface, area))
        }
        let title = Rect(x: area.x, y: end + 1, width: area.width, height: 1)
        let below = Rect(x: area.x, y: end + 1, width: area.width, height: area.maxY - end - 1)
        // On a low screen the title makes room for the signs.
        guard below.height > 5 else { return drawSigns(into: &surface, below) }
        drawTitle(into: &surface, title)
        drawSigns(into: &surface, Rect(x: area.x, y: end + 3, width: area.width, height: area.maxY - end - 3))
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

    private func style(of sign: (sign: String, role: Role, meaning: String)) -> Style {
        let style = Style(sign.role, on: .caption).bold()
        return sign.sign == "3" ? style.reversed() : style
    }

    private func drawTitle(into surface: inout Surface, _ area: Rect) {
        let hint =
            "keys \(hasColour ? "in grey" : "in parentheses") do not apply \(keys.place == .scenario ? "to this scenario" : "here")"
        var row = Surface(width: area.width, height: 1)
        PanelTitle(title: "Signs", hint: hint, signs: signs, style: Style(.strong).bold())
            .draw(into: &row, x: 0, y: 0, width: area.width)
        row.restyle(row.bounds) { $0.background = .caption }
        surface.place(row, x: area.x, y: area.y)
    }

    private func drawSigns(into surface: inout Surface, _ area: Rect) {
        guard area.height > 1 else { return }
        let perRow = max(1, area.width / 24)
        for (number, sign) in HelpView.meanings.enumerated() {
            let y = area.y + number / perRow
            guard y < area.maxY else { return }
            let x = area.x + 1 + number % perRow * 24
            let glyph = signs.isASCII ? ASCII.text(sign.sign) : sign.sign
            surface.put(glyph, x: x, y: y, style: style(of: sign), limit: 5)
            surface.put(sign.meaning, x: x + 5, y: y, style: Style(.muted, on: .caption), limit: 18)
        }
        let y = area.y + (HelpView.meanings.count + perRow - 1) / perRow + 1
        guard y < area.maxY else { return }
        let words = "Values flow down the lanes, demand flows back up. Nothing moves unless it was asked for."
        surface.put(words, x: area.x + 1, y: y, style: Style(.text, on: .caption), limit: area.width - 1)
    }
}
