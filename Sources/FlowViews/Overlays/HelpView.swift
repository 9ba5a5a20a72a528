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
        ("⊘", .error, "cancelled"), ("▾", .key, "the caption tells"),
    ]

    private var columns: [[KeyBinding.Group]] {
        switch keys.place {
        case .scenario, .recording: [[.time, .scenario], [.source, .sink, .stepping], [.look, .other]]
        case .program, .watched: [[.time], [.pipelines, .look], [.other]]
        }
    }

    func draw(into surface: inout Surface) {
        let frame = Frame(title: "Keys and signs", hint: "Esc closes", signs: signs)
        let area = frame.draw(into: &surface, width: 106, height: min(surface.height - 3, 30))
        guard area.height > 3 else { return }
        let width = area.width / 3
        var end = area.y
        for (number, groups) in columns.enumerated() {
            let column = Rect(x: area.x + 1 + number * width, y: area.y, width: width - 1, height: area.height)
            end = max(end, drawColumn(groups, into: &surface, column))
        }
        let title = Rect(x: area.x, y: end + 1, width: area.width, height: 1)
        let below = Rect(x: area.x, y: end + 1, width: area.width, height: area.maxY - end - 1)
        // On a low screen the title makes room for the signs.
        guard below.height > 5 else { return drawSigns(into: &surface, below) }
        drawTitle(into: &surface, title)
        drawSigns(into: &surface, Rect(x: area.x, y: end + 3, width: area.width, height: area.maxY - end - 3))
    }

    private func drawColumn(_ groups: [KeyBinding.Group], into surface: inout Surface, _ area: Rect) -> Int {
        var y = area.y
        for group in groups {
            if y > area.y, area.height > 22 { y += 1 }
            guard y < area.maxY else { return y }
            surface.put(group.rawValue, x: area.x, y: y, style: Style(.strong, on: .caption).bold(), limit: area.width)
            y += 1
            for binding in KeyTable.bindings where binding.group == group {
                guard y < area.maxY else { return y }
                draw(binding, into: &surface, x: area.x, y: y, width: area.width)
                y += 1
            }
        }
        return y
    }

    private func draw(_ binding: KeyBinding, into surface: inout Surface, x: Int, y: Int, width: Int) {
        let applies = binding.applies(in: keys)
        let shown = signs.isASCII ? ASCII.text(binding.keys) : binding.keys
        let names = applies || hasColour ? shown : "(\(shown))"
        let key = applies ? Style(.key, on: .caption).bold() : Style(.ghost, on: .caption)
        let words = applies ? Style(.text, on: .caption) : Style(.ghost, on: .caption)
        let room = signs.isASCII ? 13 : 10
        surface.put(names, x: x, y: y, style: key, limit: room)
        let help = TextWidth.cut(binding.helpText(in: keys), to: width - room, mark: signs.cut)
        surface.put(help, x: x + room, y: y, style: words)
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
