import FlowScreen
import FlowText
import FlowTrace

/// Draws the lanes: labels at the left, tracks and charts on a shared time axis, current figures at the right.
struct LanesView {
    let state: ScreenState
    let pane: PaneState
    /// The pane to draw; in it, simultaneous events may be laid out one after the other.
    let drawn: PaneState
    let layout: Layout
    let columns: Columns
    let axis: TimeAxis
    let caption: Caption?
    /// The caption's moment on the axis.
    let captionTime: TraceTime?
    let signs: Signs
    /// Whether to draw the faint grid lines of a colour screen.
    let hasGrid: Bool

    private var lanes: [ScreenLane] { ScreenLane.lanes(of: pane.model) }

    private var context: LaneContext {
        LaneContext(
            pane: drawn, beside: state.panes.filter { $0.variant != pane.variant }, axis: axis, signs: signs,
            followed: caption?.followed, captionEvent: caption?.sequence, table: state.table)
    }

    private var executors: [(ExecutorLaneView, y: Int)] {
        zip(pane.shownExecutors, layout.executors).map { executor, y in
            (ExecutorLaneView(executor: executor, pane: pane, axis: axis, columns: columns, signs: signs), y)
        }
    }

    func draw(into surface: inout Surface) {
        guard let first = layout.lanes.first, let end = layout.lanesEnd else { return }
        let rows = first.y..<end
        drawNow(rows, into: &surface)
        for lane in layout.lanes { draw(lane, into: &surface) }
        for (executor, y) in executors { executor.draw(into: &surface, y: y) }
        clearUnknown(rows, into: &surface)
        if hasGrid { drawGrid(rows, into: &surface) }
        if let captionTime { markMoment(captionTime, rows, into: &surface) }
        drawPast(rows, into: &surface)
        for lane in layout.lanes { drawLabel(lane, into: &surface) }
        for (executor, y) in executors { executor.drawLabel(into: &surface, y: y) }
        if let row = layout.hiddenRow { surface.put(hiddenText, x: 1, y: row, style: Style(.muted)) }
    }

    /// `▾ 3 more lanes`, with the number of hidden lanes above the visible ones.
    private var hiddenText: String {
        let hidden = layout.lanesAbove + layout.lanesBelow
        let text = "\(hidden) more \(hidden == 1 ? "lane" : "lanes")"
        guard layout.lanesBelow > 0 else { return "\(text) above" }
        return "\(signs.captionMark) \(text)" + (layout.lanesAbove > 0 ? "  \(layout.lanesAbove) above" : "")
    }

    private func draw(_ row: Layout.Lane, into surface: inout Surface) {
        let lane = lanes[row.index]
        switch lane.kind {
        case .source, .output:
            let showsRequests = lane.kind == .output && lanes.allSatisfy { $0.kind != .demand }
            ValueLaneView(lane: lane, context: context, showsRequests: showsRequests).draw(into: &surface, y: row.y)
        case .demand: DemandLaneView(lane: lane, context: context, chartRows: row.chartRows).draw(into: &surface, y: row.y)
        case .buffer:
            BufferLaneView(lane: lane, context: context, chartRows: row.chartRows, hasSpillRow: row.hasSpillRow)
                .draw(into: &surface, y: row.y)
        }
        if row.hasWorkRow { WorkRowView(lane: lane, context: context).draw(into: &surface, y: row.y + 2) }
    }

    // MARK: Labels

    private func drawLabel(_ row: Layout.Lane, into surface: inout Surface) {
        let lane = lanes[row.index]
        let isSelected = row.index == state.selection
        let gutter = LaneLabel(lane, in: pane).gutter
        if isSelected {
            for y in row.y..<(row.y + row.height) {
                surface.put(y == row.y ? signs.selectionTop : signs.selectionRest, x: 0, y: y, style: Style(.selection))
            }
        }
        let room = columns.label - 2
        let name = LaneName.fitted(lane, width: room, signs: signs)
        surface.put(name, x: 1, y: row.y, style: (culpritRole(row.index) ?? (isSelected ? Style(.strong) : Style())).bold())
        drawSubtitle(lane, gutter, into: &surface, y: row.y + 1, room: room)
        if row.hasWorkRow { surface.put("work", x: 1, y: row.y + 2, style: Style(.muted)) }
        drawGutter(gutter, row: row, into: &surface)
        if let foretold = pane.foretold(lane) { label(foretold, y: row.y + row.ownHeight, room: room, into: &surface) }
    }

    /// Names a foretold lane, and its counts.
    private func label(_ foretold: ForetoldLane, y: Int, room: Int, into surface: inout Surface) {
        let view = ForetoldLaneView(lane: foretold, pane: pane, axis: axis, signs: signs, top: 1)
        for (offset, text) in ["foretold", "size \(foretold.size)"].enumerated() {
            surface.put(NameCut.name(text, to: room, mark: signs.cut), x: 1, y: y + offset, style: Style(.muted))
        }
        guard columns.gutter > 2 else { return }
        for (offset, text) in view.gutter.enumerated() {
            let fitted = Wording.fitting([text], width: columns.gutter - 1, cut: signs.cut)
            surface.put(fitted, x: columns.label + columns.lanes + 2, y: y + offset, style: Style(.muted))
        }
    }

    /// The verdict's colour if the lane belongs to the stage in the verdict; otherwise `nil`.
    private func culpritRole(_ index: Int) -> Style? {
        guard let verdict = pane.report?.verdict, let culprit = verdict.culprit else { return nil }
        return ScreenLane.index(of: culprit, in: pane.model) == index ? Style(VerdictView.role(of: verdict.kind)) : nil
    }

    private func drawSubtitle(_ lane: ScreenLane, _ gutter: LaneGutter, into surface: inout Surface, y: Int, room: Int) {
        let trouble = [gutter.trouble, gutter.troubleShort].compactMap(\.self)
        let wordings =
            trouble.isEmpty ? columns.label >= 13 ? LaneLabel(lane, in: pane).roles : texts([gutter.short]) : texts(trouble)
        let text = Wording.fitting(wordings, width: room, cut: signs.cut)
        let style: Style =
            gutter.trouble == nil
            ? Style(.muted) : isPaused(lane) ? Style(.ink, on: .paused).bold() : Style(Role(gutter.tone)).bold()
        surface.put(text, x: 1, y: y, style: style)
    }

    private func texts(_ wordings: [SignedText]) -> [String] { wordings.map { $0.text(signs.text(of:)) } }

    private func isPaused(_ lane: ScreenLane) -> Bool {
        lane.kind == .output && pane.model.pause(ofLane: lane.index, at: pane.shown.sequence) != nil
    }

    private func drawGutter(_ gutter: LaneGutter, row: Layout.Lane, into surface: inout Surface) {
        guard columns.gutter > 2 else { return }
        let lines = [[gutter.first, gutter.firstShort], [gutter.second, gutter.secondShort]] + gutter.more.map { [$0] }
        for (offset, wordings) in lines.prefix(row.ownHeight).enumerated() {
            let style = wordings[0].leadingSign == .dropped ? Style(.lost).bold() : offset == 0 ? Style().bold() : Style(.muted)
            let text = Wording.fitting(texts(wordings), width: columns.gutter - 1, cut: signs.cut)
            surface.put(text, x: columns.label + columns.lanes + 2, y: row.y + offset, style: style)
        }
    }

    // MARK: Time

    private func drawGrid(_ rows: Range<Int>, into surface: inout Surface) {
        for tick in Grid(axis: axis, countsEvents: pane.isByEvent).ticks where axis.x + tick.column + 1 < axis.nowLine {
            for y in rows where surface[axis.x + tick.column, y] == Cell() {
                surface.put(signs.gridline, x: axis.x + tick.column, y: y, style: Style(.grid))
            }
        }
    }

    private func markMoment(_ time: TraceTime, _ rows: Range<Int>, into surface: inout Surface) {
        let column = axis.column(of: time)
        guard axis.columns.contains(column) else { return }
        surface.restyle(Rect(x: axis.x + column, y: rows.lowerBound, width: 1, height: rows.count)) { $0.background = .mark }
    }

    /// Clears the columns whose events were not recorded or not read.
    private func clearUnknown(_ rows: Range<Int>, into surface: inout Surface) {
        let before = pane.known.hasSums ? 0..<0 : axis.columns(before: pane.known.start)
        let after = pane.known.end.map { axis.columns(from: $0) } ?? 0..<0
        for column in [before, after].joined() {
            for y in rows { surface.put(" ", x: axis.x + column, y: y, style: Style()) }
        }
    }

    /// Draws the line of now. It is drawn first, so that a label or an end mark that reaches this far covers it.
    private func drawNow(_ rows: Range<Int>, into surface: inout Surface) {
        for y in rows {
            surface.put(nowSign, x: axis.nowLine, y: y, style: Style(state.isFrozen ? .frozen : .rule))
        }
    }

    private var nowSign: Character { state.isFrozen ? signs.playhead : signs.now }

    /// Dims everything right of the playhead, and draws the playhead as a line.
    private func drawPast(_ rows: Range<Int>, into surface: inout Surface) {
        guard let playhead = drawn.playhead else { return }
        let column = axis.column(of: playhead.time)
        let right = axis.x + column + 1
        surface.restyle(Rect(x: right, y: rows.lowerBound, width: max(0, axis.nowLine - right), height: rows.count)) {
            $0 = Style(.ghost)
        }
        // A label that reaches over the line of now is dimmed too; the line itself is not.
        let end = axis.x + axis.width
        for y in rows {
            for x in max(right, axis.nowLine)..<max(right, axis.nowLine, end)
            where x > axis.nowLine || surface[x, y].character != nowSign {
                surface.restyle(Rect(x: x, y: y, width: 1, height: 1)) { $0 = Style(.ghost) }
            }
        }
        guard column >= 0, column < axis.width else { return }
        for y in rows {
            let character = surface[axis.x + column, y].character
            guard character == " " || character == signs.gridline else { continue }
            surface.put(signs.playhead, x: axis.x + column, y: y, style: Style(.past))
        }
    }
}
