import FlowScreen

/// Draws all keys and signs; keys that do not apply are faint, in parentheses without colour.
struct HelpView {
    let keys: KeyContext
    let signs: Signs
    let hasColour: Bool

    private static let meanings: [(sign: String, meaning: String)] = [
        ("●", "value"), ("3", "3 in one cell"), ("✗", "dropped"), ("▲2", "asked for 2"), ("∞", "asked: no limit"),
        ("0..", "nobody asks"), ("1▄", "1 asked, not used"), ("▅", "held in a buffer"), ("├", "subscribed"), ("│", "finished"),
        ("✕", "failed"), ("⊘", "cancelled"), ("‖", "paused"), ("▾", "the caption tells"), ("E,F", "what it holds"),
    ]

    private let columns: [[KeyBinding.Group]] = [[.time, .scenario], [.source, .sink, .stepping], [.look, .other]]

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
        drawSigns(into: &surface, Rect(x: area.x, y: end + 1, width: area.width, height: area.maxY - end - 1))
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

    private func drawSigns(into surface: inout Surface, _ area: Rect) {
        guard area.height > 1 else { return }
        let perRow = max(1, area.width / 24)
        for (number, sign) in HelpView.meanings.enumerated() {
            let y = area.y + number / perRow
            guard y < area.maxY else { return }
            let x = area.x + 1 + number % perRow * 24
            let glyph = signs.isASCII ? ASCII.text(sign.sign) : sign.sign
            surface.put(glyph, x: x, y: y, style: Style(.strong, on: .caption).bold(), limit: 5)
            surface.put(sign.meaning, x: x + 5, y: y, style: Style(.muted, on: .caption), limit: 18)
        }
        let y = area.y + (HelpView.meanings.count + perRow - 1) / perRow + 1
        guard y < area.maxY else { return }
        let words = "Values flow down the lanes, demand flows back up. Nothing moves unless it was asked for."
        surface.put(words, x: area.x + 1, y: y, style: Style(.text, on: .caption), limit: area.width - 1)
    }
}
