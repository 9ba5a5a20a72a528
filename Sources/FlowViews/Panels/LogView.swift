import FlowModel
import FlowScreen
import FlowText
import FlowTrace

/// Draws the newest events, indented below their causes; the last one bold.
struct LogView {
    let pane: PaneState
    let signs: Signs
    /// The last event, `nil` for the newest.
    var last: Int?
    /// The columns of a lane's name: as many as in the lanes' labels, so that a name is cut the same in both.
    var laneRoom = LogView.laneRoom(label: 13)

    /// The columns of a lane's name, if the lanes' labels have some width.
    static func laneRoom(label: Int) -> Int { max(8, min(11, label - 2)) }

    /// Draws a title with a hint at its right end, and the lines below it.
    func draw(into surface: inout Surface, area: Rect, hint: String) {
        guard area.height > 1, area.width > 20 else { return }
        PanelTitle(title: "log", hint: hint, signs: signs, style: Style(.strong).bold())
            .draw(into: &surface, x: area.x, y: area.y, width: area.width)
        drawLines(into: &surface, area: Rect(x: area.x, y: area.y + 1, width: area.width, height: area.height - 1))
    }

    /// Draws as many of the newest lines as fit.
    func drawLines(into surface: inout Surface, area: Rect) {
        let lines = lines(count: area.height)
        for (row, line) in lines.enumerated() {
            let isLast = last == nil && row == lines.count - 1
            draw(line, isLast: isLast, isFirst: row == 0, into: &surface, x: area.x, y: area.y + row, width: area.width)
        }
    }

    /// The lines to draw in the given number of rows.
    func lines(count: Int) -> [LogLine] {
        LogWriter.lines(of: pane.stream, upTo: end, count: count)
    }

    /// The moment of the last event.
    var end: Moment { last.map { min(pane.shown, pane.model.moment(ofEvent: $0)) } ?? pane.shown }

    /// The event at a position in an area with lines; `nil` beside them.
    func event(at position: Point, in area: Rect) -> Int? {
        let lines = area.height > 0 ? lines(count: area.height) : []
        guard lines.indices.contains(position.y - area.y) else { return nil }
        return lines[position.y - area.y].sequences.lowerBound
    }

    private func draw(_ line: LogLine, isLast: Bool, isFirst: Bool, into surface: inout Surface, x: Int, y: Int, width: Int) {
        let end = x + width
        if line.showsTime || isFirst {
            let time = Seconds.text(line.time)
            let dot = time.firstIndex(of: ".").map { time.distance(from: time.startIndex, to: $0) } ?? time.count
            surface.put(time, x: x + max(0, 4 - dot), y: y, style: Style(.muted))
        }
        let name = isLast ? Style(.strong).bold() : Style()
        let lane = NameCut.name(line.lane, to: laneRoom, mark: signs.cut)
        surface.put(lane, x: x + 9, y: y, style: name, limit: laneRoom)
        var column = x + 10 + laneRoom + max(0, line.depth - 1) * 2
        if line.depth > 0 { column += surface.put("\(signs.causedBy) ", x: column, y: y, style: Style(.ghost)) }
        // A subscription's sign is a branch too.
        if line.depth == 0 || line.sign != .subscribed {
            let sign = signs.glyph(of: line.sign)
            column += surface.put("\(sign) ", x: column, y: y, style: Style(Role(line.tone)).bold(), limit: end - column)
        }
        surface.put(
            PhraseCut.text(TextWidth.sanitised(signs.prose(line.text)), to: end - column, mark: signs.cut), x: column, y: y,
            style: isLast ? Style(.strong).bold() : Style())
    }
}
