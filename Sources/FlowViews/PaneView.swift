import FlowScreen
import FlowText
import FlowTrace

/// Draws one stream: chain, ruler, lanes, caption, inspector and log.
struct PaneView {
    let state: ScreenState
    let pane: PaneState
    let columns: Columns
    /// Whether another pane is beside it.
    let sharesScreen: Bool
    let signs: Signs
    let hasGrid: Bool
    /// Whether this pane's caption shows answers to keys.
    var showsNotice = true

    func draw(into surface: inout Surface, width: Int, height: Int) {
        let lanes = ScreenLane.lanes(of: pane.model)
        let layout = layout(width: width, height: height)
        let caption = caption
        drawTop(layout, lanes: lanes, into: &surface)
        drawLanes(in: layout, into: &surface)
        view(of: caption).draw(into: &surface, area: layout.caption)
        if let report = pane.report {
            VerdictView(
                verdict: report.verdict, place: report.culpritPlace, line: report.culpritLine, links: report.linkText,
                isAtEnd: pane.isAtEnd, signs: signs
            ).draw(into: &surface, y: layout.verdict)
        }
        drawLesson(layout, into: &surface)
        if let area = layout.inspector {
            InspectorView(state: state, pane: pane, signs: signs, hint: hint(.inspect, "more"))
                .draw(into: &surface, area: area, hasTitle: layout.inspectorHasTitle)
        }
        if let area = layout.log {
            let room = LogView.laneRoom(label: columns.label)
            LogView(pane: pane, signs: signs, laneRoom: room).draw(into: &surface, area: area, hint: hint(.log, "bigger"))
        }
    }

    /// Draws the ruler and the lanes.
    func drawLanes(in layout: Layout, into surface: inout Surface) {
        let (drawn, axis, caption) = (drawn, axis, caption)
        let captionTime = caption.map { pane.isByEvent ? drawn.model.moment(ofEvent: $0.sequence).time : $0.time }
        RulerView(
            axis: axis, signs: signs, captionTime: captionTime, playhead: drawn.playhead, now: state.now, gutter: columns.gutter,
            known: pane.known, countsEvents: pane.isByEvent
        ).draw(into: &surface, y: layout.ruler)
        LanesView(
            state: state, pane: pane, drawn: drawn, layout: layout, columns: columns, axis: axis, caption: caption,
            captionTime: captionTime,
            signs: signs, hasGrid: hasGrid
        ).draw(into: &surface)
    }

    /// Draws the suggestion to try, in the blank row before the caption.
    private func drawLesson(_ layout: Layout, into surface: inout Surface) {
        guard !sharesScreen, let y = layout.blank, !state.lesson.isEmpty else { return }
        let wordings = state.lesson.map { TextWidth.sanitised(signs.prose($0)) }
        surface.put(Wording.fitting(wordings, width: surface.width - 2, cut: signs.cut), x: 1, y: y, style: Style(.key))
    }

    /// The hint beside a panel's title: a key and its effect. It is empty if another pane is beside this one, since there is no
    /// room for it.
    private func hint(_ command: Command, _ words: String) -> String {
        sharesScreen ? "" : "\(signs.keys(state.table.name(of: command))) \(words)"
    }

    private var caption: Caption? {
        CaptionWriter.caption(of: pane.model, at: pane.shown, remarks: pane.remarks, nextRequest: pane.nextRequest)
    }

    private func view(of caption: Caption?) -> CaptionView {
        CaptionView(
            caption: caption, notice: showsNotice ? state.notice : nil, hint: sharesScreen ? nil : state.waitsFor,
            table: state.table,
            signs: signs)
    }

    /// The key in the caption at a position, `nil` if there is none.
    func captionKey(at position: Point, in layout: Layout) -> Key? { view(of: caption).key(at: position, in: layout.caption) }

    /// The pane with the lanes to draw.
    var drawn: PaneState { pane.drawn(cell: state.cell, columns: columns.lanes) }

    var axis: TimeAxis {
        let drawn = drawn
        let now = pane.isByEvent ? drawn.now.time : state.now
        return TimeAxis(
            now: now, playhead: drawn.playhead?.time, start: drawn.axisStart, cell: state.cell, x: columns.label,
            width: columns.lanes)
    }

    /// The layout for a screen of some size.
    func layout(width: Int, height: Int) -> Layout {
        let lanes = ScreenLane.lanes(of: pane.model)
        let smallBuffers = Set(lanes.indices.filter { lanes[$0].kind == .buffer && hasSmallBuffer(lanes[$0]) })
        return Layout(
            Layout.Request(
                size: .init(width: width, height: height), lanes: lanes, selection: state.selection,
                captionLane: captionLane(in: lanes),
                smallBuffers: smallBuffers, foretoldLane: lanes.firstIndex { pane.foretold($0) != nil },
                sharesScreen: sharesScreen, executors: pane.shownExecutors.count))
    }

    /// The lane of the caption.
    private func captionLane(in lanes: [ScreenLane]) -> Int? {
        let entry = caption.flatMap { pane.model.log[sequence: $0.sequence] }
        let lane = entry.flatMap { pane.model.laneIndex(of: $0) }
        return lane.flatMap { lane in lanes.firstIndex { $0.index == lane && $0.kind != .demand } }
    }

    /// Whether a lane's buffer is small in any pane, since compared lanes need equal rows.
    private func hasSmallBuffer(_ lane: ScreenLane) -> Bool {
        state.panes.contains { pane in
            pane.model.lanes.indices.contains(lane.index) && (pane.model.node(ofLane: lane.index)?.capacity ?? .max) <= 50
        }
    }

    private func drawTop(_ layout: Layout, lanes: [ScreenLane], into surface: inout Surface) {
        guard let y = layout.chain else { return }
        if sharesScreen {
            surface.put(pane.variant, x: 1, y: y, style: Style(.strong).bold())
            let start = surface.width - TextWidth.width(of: pane.point) - 1
            if start > pane.variant.count + 3 { surface.put(pane.point, x: start, y: y, style: Style(.muted)) }
        } else {
            let selected = lanes.indices.contains(state.selection) ? lanes[state.selection].name : ""
            ChainView(pane: pane, cell: state.cell, signs: signs, selected: selected).draw(into: &surface, y: y)
        }
    }
}
