import FlowModel
import FlowScreen
import FlowTrace

/// Draws what is known of the selected lane.
struct InspectorView {
    let state: ScreenState
    let pane: PaneState
    let signs: Signs

    private static let indent = 13

    func draw(into surface: inout Surface, area: Rect, hasTitle: Bool) {
        guard area.height > 0, area.width > 20 else { return }
        let lanes = ScreenLane.lanes(of: pane.model)
        guard lanes.indices.contains(state.selection) else { return }
        let lane = lanes[state.selection]
        var y = area.y
        if hasTitle {
            drawTitle(lane, into: &surface, area: area)
            y += 1
        }
        let rows = Inspector.rows(of: pane.model, lane: lane.index, at: pane.shown, next: pane.nextRequest)
        for row in rows {
            guard y < area.maxY else { return }
            y = draw(row, lane: lane, into: &surface, area: area, y: y, hasTitle: hasTitle)
        }
    }

    private func drawTitle(_ lane: ScreenLane, into surface: inout Surface, area: Rect) {
        let isPast = pane.playhead != nil
        let title = isPast ? "\(lane.name) at \(Seconds.text(pane.shown.time))" : lane.name
        let style = isPast ? Style(.past).bold() : Style(.strong).bold()
        PanelTitle(title: title, hint: isPast ? "" : "Enter more", signs: signs, style: style)
            .draw(into: &surface, x: area.x, y: area.y, width: area.width)
    }

    /// Draws a row and returns the next free one.
    private func draw(_ row: InspectorRow, lane: ScreenLane, into surface: inout Surface, area: Rect, y: Int, hasTitle: Bool)
        -> Int
    {
        if case .waited(let waits) = row { return draw(waits, into: &surface, area: area, y: y) }
        guard let words = InspectorText(row) else { return y }
        let name = hasTitle ? words.name : y == area.y ? "\(lane.name) \(words.name)" : words.name
        let start = area.x + (hasTitle ? 2 : 1)
        let indent = hasTitle ? InspectorView.indent : max(InspectorView.indent - 1, TextWidth.width(of: name) + 2)
        surface.put(name, x: start, y: y, style: Style(.muted), limit: indent - 1)
        let text = TextWidth.sanitised(signs.isASCII ? ASCII.text(words.text) : words.text)
        let room = area.maxX - area.x - indent
        let isList = if case .holds = row { true } else if case .dropped = row { true } else { false }
        let lines = isList && hasTitle && area.height > 8 ? Array(Paragraph.lines(of: text, width: room).prefix(3)) : [text]
        for (offset, line) in lines.enumerated() where y + offset < area.maxY {
            let cut = TextWidth.cut(line, to: room, mark: signs.cut)
            surface.put(cut, x: area.x + indent, y: y + offset, style: Style(role(of: row)))
        }
        drawProgress(row, after: text, into: &surface, area: area, y: y)
        return y + lines.count
    }

    private func role(of row: InspectorRow) -> Role {
        switch row {
        case .lost, .dropped: .lost
        case .ledger(_, _, _, _, let missing) where missing != 0: .error
        default: .text
        }
    }

    private func drawProgress(_ row: InspectorRow, after text: String, into surface: inout Surface, area: Rect, y: Int) {
        guard case .pace(_, _, let fraction?, _) = row else { return }
        let start = max(area.x + InspectorView.indent + TextWidth.width(of: text) + 2, area.x + 43)
        let width = 10
        guard start + width <= area.maxX else { return }
        let filled = Int((fraction * Double(width)).rounded())
        for place in 0..<width {
            let isDone = place < filled
            surface.put(isDone ? signs.progress : signs.rule, x: start + place, y: y, style: Style(isDone ? .asked : .rule))
        }
    }

    // MARK: Waits

    private func draw(_ waits: [Wait], into surface: inout Surface, area: Rect, y: Int) -> Int {
        let longest = waits.map(\.nanoseconds).max() ?? 0
        surface.put("waited", x: area.x + 2, y: y, style: Style(.muted))
        for (offset, wait) in waits.enumerated() {
            guard y + offset < area.maxY else { return area.maxY }
            var x = area.x + InspectorView.indent
            let value = LabelRow.cut(wait.value, signs: signs)
            x += surface.put(value, x: x, y: y + offset, style: Style(.held)) + 1
            let length = longest > 0 ? Int((Double(wait.nanoseconds) / Double(longest) * 22).rounded()) : 0
            for place in 0..<min(length, max(0, area.maxX - x - 16)) {
                surface.put(signs.progress, x: x + place, y: y + offset, style: Style(.heldBar))
            }
            x += length + (length > 0 ? 1 : 0)
            let note = wait.isLongest ? " longest" : wait.isSoFar ? " so far" : ""
            let time = wait.nanoseconds == 0 ? "0" : Seconds.duration(nanoseconds: wait.nanoseconds)
            surface.put(time + note, x: x, y: y + offset, style: Style(), limit: area.maxX - x)
        }
        return y + max(1, waits.count)
    }
}
