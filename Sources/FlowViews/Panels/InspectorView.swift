import FlowScreen
import FlowText
import FlowTrace

/// Draws the facts of the selected lane.
struct InspectorView {
    let state: ScreenState
    let pane: PaneState
    let signs: Signs
    /// The text at the right end of the title.
    let hint: String
    /// Whether the stacks of calls stand below the facts.
    var showsStacks = false

    private static let indent = 13
    /// With fewer lines than this the facts are packed instead of listed.
    private static let listed = 4

    /// An upper limit for the number of rows.
    static let mostRows = 200

    /// - Returns: The next free row.
    @discardableResult
    func draw(into surface: inout Surface, area: Rect, hasTitle: Bool) -> Int {
        guard area.height > 0, area.width > 20 else { return area.y }
        let lanes = ScreenLane.lanes(of: pane.model)
        guard lanes.indices.contains(state.selection) else { return area.y }
        let lane = lanes[state.selection]
        var y = area.y
        let rows = pane.inspectorRows(ofLane: lane.index)
        if hasTitle {
            let hasMore = !hint.isEmpty && (!pane.stacks.isEmpty || hasMore(rows, lane, than: area))
            drawTitle(lane, hint: hasMore ? hint : "", into: &surface, area: area)
            y += 1
        }
        guard area.maxY - y >= InspectorView.listed else {
            drawDigest(of: rows, name: hasTitle ? nil : lane.name, into: &surface, area: area, y: y)
            return area.maxY
        }
        for row in rows where y < area.maxY {
            y = draw(InspectorText(row, signs: signs), lane: lane, into: &surface, area: area, y: y, hasTitle: hasTitle)
        }
        return showsStacks ? drawStacks(into: &surface, area: area, y: y) : y
    }

    /// Draws the calls of each stack, the innermost first; those of the program's authors have a mark.
    private func drawStacks(into surface: inout Surface, area: Rect, y: Int) -> Int {
        var y = y
        for stack in pane.stacks {
            surface.put(stack.title, x: area.x + 2, y: y, style: Style(.muted))
            for frame in stack.frames where y < area.maxY {
                let x = area.x + InspectorView.indent
                let text = TextWidth.cut(StackText.line(frame, signs: signs), to: area.maxX - x, mark: signs.cut)
                surface.put(text, x: x, y: y, style: frame.isUsers ? Style(.strong) : Style(.muted))
                y += 1
            }
        }
        return y
    }

    /// Whether an area omits a row, or cuts one that a larger area would not cut.
    private func hasMore(_ rows: [InspectorRow], _ lane: ScreenLane, than area: Rect) -> Bool {
        func draw(width: Int) -> (height: Int, cuts: Int) {
            var surface = Surface(width: width, height: area.height + 1)
            var y = 0
            for row in rows where y < surface.height {
                y = self.draw(
                    InspectorText(row, signs: signs), lane: lane, into: &surface, area: surface.bounds, y: y, hasTitle: true)
            }
            let cut = Cell(signs.cut).base
            let cuts = (0..<surface.height).reduce(0) { count, y in count + (0..<width).count { surface[$0, y].base == cut } }
            return (y, cuts)
        }
        guard area.height - 1 >= InspectorView.listed else { return true }
        let panel = draw(width: area.width)
        return panel.height >= area.height || panel.cuts > 0 && panel.cuts > draw(width: 3 * area.width).cuts
    }

    private func drawTitle(_ lane: ScreenLane, hint: String, into surface: inout Surface, area: Rect) {
        let isPast = pane.playhead != nil
        let title = isPast ? "\(lane.title) at \(Seconds.text(pane.shown.time))" : lane.title
        let style = isPast ? Style(.past).bold() : Style(.strong).bold()
        PanelTitle(title: title, hint: isPast ? "" : hint, signs: signs, style: style)
            .draw(into: &surface, x: area.x, y: area.y, width: area.width)
    }

    private func drawDigest(of rows: [InspectorRow], name: String?, into surface: inout Surface, area: Rect, y: Int) {
        let digest = InspectorDigest(rows, lane: name, signs: signs)
        for (offset, line) in digest.lines(width: area.width - 2, count: area.maxY - y).enumerated() {
            let text = TextWidth.sanitised(line)
            surface.put(PhraseCut.text(text, to: area.width - 2, mark: signs.cut), x: area.x + 1, y: y + offset)
        }
    }

    /// Draws a row and returns the next free one.
    private func draw(
        _ text: InspectorText, lane: ScreenLane, into surface: inout Surface, area: Rect, y: Int, hasTitle: Bool
    ) -> Int {
        switch text.layout {
        case .line(let wordings):
            let name = hasTitle || y > area.y ? text.name : "\(lane.name) \(text.name)"
            return draw(wordings, of: text, name: name, into: &surface, area: area, y: y)
        case .journey(let words): return drawJourney(words, name: text.name, into: &surface, area: area, y: y)
        case .contents(let values, let fact):
            return drawContents(values, fact: fact, name: text.name, into: &surface, area: area, y: y)
        case .lost(let values, let count):
            let heading = "\(ValueCount.words(count)): "
            return drawList(text.name, values, after: heading, keeping: .newest, role: .lost, into: &surface, area: area, y: y).y
        case .violation(let fact, let meaning):
            return drawViolation(fact, meaning: meaning, name: text.name, into: &surface, area: area, y: y)
        case .waits(let waits): return draw(waits, name: text.name, into: &surface, area: area, y: y)
        }
    }

    private func draw(
        _ wordings: [String], of text: InspectorText, name: String, into surface: inout Surface, area: Rect, y: Int
    ) -> Int {
        let indent = max(InspectorView.indent, TextWidth.width(of: name) + 3)
        surface.put(name, x: area.x + 2, y: y, style: Style(.muted), limit: indent - 2)
        let words = Wording.fitting(wordings, width: area.width - indent, cut: signs.cut)
        surface.put(words, x: area.x + indent, y: y, style: Style(text.role))
        if let progress = text.progress { drawProgress(progress, after: words, into: &surface, area: area, y: y) }
        return y + 1
    }

    /// Draws a broken rule, and below it as much of its meaning as fits.
    private func drawViolation(
        _ fact: String, meaning: String, name: String, into surface: inout Surface, area: Rect, y: Int
    ) -> Int {
        let start = area.x + InspectorView.indent
        let lines = Paragraph.lines(of: signs.prose(meaning), width: area.maxX - start)
        surface.put(name, x: area.x + 2, y: y, style: Style(.muted))
        surface.put(fact, x: start, y: y, style: Style(.error).bold(), limit: area.maxX - start)
        let shown = lines.prefix(max(0, area.maxY - y - 1))
        for (offset, line) in shown.enumerated() { surface.put(line, x: start, y: y + 1 + offset, style: Style(.muted)) }
        return y + 1 + shown.count
    }

    /// Draws a journey in at most two lines.
    private func drawJourney(_ words: String, name: String, into surface: inout Surface, area: Rect, y: Int) -> Int {
        let start = area.x + InspectorView.indent
        let width = area.maxX - start
        let lines = Paragraph.lines(of: TextWidth.sanitised(signs.prose(words)), width: width)
        let limit = min(2, area.maxY - y)
        surface.put(name, x: area.x + 2, y: y, style: Style(.muted))
        for (offset, line) in lines.prefix(limit).enumerated() {
            let rest = offset + 1 == limit ? lines[offset...].joined(separator: " ") : line
            surface.put(PhraseCut.text(rest, to: width, mark: signs.cut), x: start, y: y + offset)
        }
        return y + max(1, min(limit, lines.count))
    }

    // MARK: Values

    /// Draws the held values with the next one to leave underlined, then their number if two lines have room for it.
    private func drawContents(
        _ values: [String], fact: String, name: String, into surface: inout Surface, area: Rect, y: Int
    ) -> Int {
        let shown = values.isEmpty ? ["nothing"] : values
        let end = drawList(name, shown, keeping: .oldest, role: .text, into: &surface, area: area, y: y)
        let start = area.x + InspectorView.indent
        if let next = values.first, y < area.maxY {
            let text = TextWidth.cut(TextWidth.sanitised(next), to: area.maxX - start)
            surface.put(text, x: start, y: y, style: Style(.held).bold().underlined())
        }
        if end.x + 3 + fact.count <= area.maxX {
            surface.put(fact, x: end.x + 3, y: end.y - 1, style: Style(.muted))
            return end.y
        }
        guard end.y == y + 1, end.y < area.maxY, start + fact.count <= area.maxX else { return end.y }
        surface.put(fact, x: start, y: end.y, style: Style(.muted))
        return end.y + 1
    }

    /// Draws values in at most two lines, and returns the column after the last one and the next free row.
    private func drawList(
        _ name: String, _ values: [String], after heading: String = "", keeping kept: ValueLines.Kept, role: Role,
        into surface: inout Surface, area: Rect, y: Int
    ) -> (x: Int, y: Int) {
        let start = area.x + InspectorView.indent
        let lines = ValueLines.lines(
            of: values, after: heading, width: area.maxX - start, limit: min(2, area.maxY - y), keeping: kept, cut: signs.cut)
        surface.put(name, x: area.x + 2, y: y, style: Style(.muted))
        var x = start
        for (offset, line) in lines.enumerated() {
            x = start + surface.put(line, x: start, y: y + offset, style: Style(role), limit: area.maxX - start)
        }
        return (x, y + max(1, lines.count))
    }

    private func drawProgress(_ fraction: Double, after text: String, into surface: inout Surface, area: Rect, y: Int) {
        let start = max(area.x + InspectorView.indent + TextWidth.width(of: text) + 2, area.x + 43)
        let width = 10
        guard start + width <= area.maxX else { return }
        let filled = Int((fraction * Double(width)).rounded())
        for offset in 0..<width {
            let isDone = offset < filled
            surface.put(isDone ? signs.progress : signs.rule, x: start + offset, y: y, style: Style(isDone ? .asked : .rule))
        }
    }

    // MARK: Waits

    private func draw(_ waits: [Wait], name: String, into surface: inout Surface, area: Rect, y: Int) -> Int {
        let longest = waits.map(\.nanoseconds).max() ?? 0
        surface.put(name, x: area.x + 2, y: y, style: Style(.muted))
        let values = waits.map { LabelRow.cut($0.value, signs: signs) }
        let notes = waits.map { [$0.text, $0.note].compactMap(\.self).joined(separator: " ") }
        let start = area.x + InspectorView.indent + 1 + (values.map { TextWidth.width(of: $0) }.max() ?? 0)
        let bar = min(22, max(0, area.maxX - start - 1 - (notes.map(\.count).max() ?? 0)))
        var y = y
        for (offset, wait) in waits.enumerated() {
            guard y < area.maxY else { return area.maxY }
            if wait.isAfterGap {
                surface.put(signs.cut, x: area.x + InspectorView.indent, y: y, style: Style(.muted))
                y += 1
            }
            guard y < area.maxY else { return area.maxY }
            surface.put(values[offset], x: area.x + InspectorView.indent, y: y, style: Style(wait.isDropped ? .lost : .held))
            let length = longest > 0 ? Int((Double(wait.nanoseconds) / Double(longest) * Double(bar)).rounded()) : 0
            for column in 0..<length { surface.put(signs.progress, x: start + column, y: y, style: Style(.heldBar)) }
            let end = start + length + (length > 0 ? 1 : 0)
            surface.put(notes[offset], x: end, y: y, style: Style(), limit: area.maxX - end)
            y += 1
        }
        return y
    }
}

extension Wait {
    /// `longest`, `so far`, `dropped`; `nil` if there is nothing to say.
    fileprivate var note: String? { longest?.words ?? (isSoFar ? "so far" : isDropped ? "dropped" : nil) }
}

extension PaneState {
    /// The inspector's rows for a lane.
    func inspectorRows(ofLane lane: Int) -> [InspectorRow] {
        Inspector.rows(of: stream, lane: lane, at: shown, next: nextRequest, interval: interval)
            + Inspector.links(in: report, of: model.edge(ofLane: lane)?.id)
    }
}
