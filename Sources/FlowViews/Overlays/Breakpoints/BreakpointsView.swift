import FlowScreen

/// Draws the conditions that stop time, and the input line for a new one.
struct BreakpointsView: OverlayView {
    let rows: [BreakpointRow]
    let row: Int
    /// The typed text, with a sign at the cursor; `nil` while nothing is typed.
    let typed: String?
    /// The error in the typed text.
    let error: String?
    let table: KeyTable
    let signs: Signs

    static let examples =
        "buffer >= 80% · buffer >= 8 · demand = 0 for 2s · value = D · value contains ab · drop · failure"

    func draw(into surface: inout Surface) {
        let width = min(surface.width - 4, 76)
        let below = Paragraph.lines(of: signs.shown(error ?? BreakpointsView.examples), width: max(1, width - 6))
        let hint: KeyText =
            typed == nil
            ? "\(.breakpoints) adds  \(.press(.cancel)) removes  \(.close) closes" : "\(Key.enter) sets it  \(Key.escape) leaves"
        let count = max(rows.count, 1) + (typed == nil ? 0 : 2 + below.count)
        let area = OverlayBox(title: "breakpoints", hint: hint, table: table, signs: signs)
            .draw(into: &surface, width: width, height: min(surface.height - 3, count + 4))
        guard area.height > 2 else { return }
        let room = area.height - 1 - (typed == nil ? 0 : 2 + below.count)
        let first = max(0, min(row - room / 2, rows.count - room))
        var y = area.y + 1
        for index in first..<max(first, min(rows.count, first + room)) {
            draw(rows[index], isSelected: index == row && typed == nil, into: &surface, area, y: y)
            y += 1
        }
        if rows.isEmpty {
            surface.put("time stops nowhere yet", x: area.x + 2, y: y, style: Style(.muted, on: .caption))
            y += 1
        }
        guard let typed else { return }
        surface.put(
            "stop when: \(signs.shown(typed))", x: area.x + 2, y: y + 1, style: Style(.key, on: .caption).bold(),
            limit: area.width - 2)
        for (number, line) in below.enumerated() where y + 2 + number < area.maxY {
            let style = Style(error == nil ? .muted : .error, on: .caption)
            surface.put(line, x: area.x + 2, y: y + 2 + number, style: style, limit: area.width - 2)
        }
    }

    private func draw(_ row: BreakpointRow, isSelected: Bool, into surface: inout Surface, _ area: Rect, y: Int) {
        if isSelected { surface.put(signs.selectionTop, x: area.x, y: y, style: Style(.selection, on: .caption)) }
        let style = isSelected ? Style(.strong, on: .caption).bold() : Style(.text, on: .caption)
        let used = surface.put(signs.shown(row.text), x: area.x + 2, y: y, style: style, limit: area.width - 2)
        guard let problem = row.problem else { return }
        let text = TextWidth.cut(signs.shown(problem), to: area.width - used - 5, mark: signs.cut)
        surface.put(text, x: area.x + used + 5, y: y, style: Style(.muted, on: .caption))
    }
}

extension BreakpointsView {
    func footer(on size: Size) -> [FooterKey] {
        guard typed == nil else {
            return [FooterKey("\(Key.enter)", "sets it", isHighlighted: true), FooterKey("\(Key.escape)", "leaves")]
        }
        return [.close, .choose, FooterKey("\(.breakpoints)", "add"), FooterKey("\(.press(.cancel))", "remove")]
    }

    var lines: [String] {
        let below = typed == nil ? [] : [error ?? BreakpointsView.examples]
        return ScreenReaderText.lines(
            ["breakpoints"] + (rows.isEmpty ? ["time stops nowhere yet"] : rows.indices.map(words)) + below)
    }

    func answer(after old: ScreenState.Overlay?) -> [String] {
        guard case .breakpoints = old else { return lines }
        return rows.indices.contains(row) ? [words(ofRow: row)] : []
    }

    private func words(ofRow index: Int) -> String {
        let problem = rows[index].problem.map { ": \($0)" } ?? ""
        return ScreenReaderText.line(ScreenReaderText.marked("stop when \(rows[index].text)\(problem)", isChosen: index == row))
    }
}

/// A breakpoint in the list.
public struct BreakpointRow: Hashable, Sendable {
    public let text: String
    /// The reason why the condition can never be met here, `nil` if it can.
    public let problem: String?

    public init(text: String, problem: String?) {
        self.text = text
        self.problem = problem
    }
}
