import FlowScreen

/// Draws the lanes of a pipeline below a title, without caption, inspector and log.
struct PreviewView {
    let state: ScreenState
    let preview: PipelinePreview
    let title: String
    let hint: String
    let signs: Signs

    func draw(into surface: inout Surface, area: Rect) {
        guard area.height >= 5 else { return }
        PanelTitle(title: title, hint: hint, signs: signs, style: Style(.strong).bold())
            .draw(into: &surface, x: 0, y: area.y, width: area.width)
        var own = state
        (own.list, own.panes, own.selection, own.notice) = (nil, [preview.pane], -1, nil)
        own.cell = preview.cell
        let names = preview.pane.model.lanes.map { TextWidth.width(of: TextWidth.sanitised($0.spec.name)) }
        let view = PaneView(
            state: own, pane: preview.pane, columns: Columns(width: area.width, longestName: names.max() ?? 0),
            sharesScreen: false, signs: signs, hasGrid: false)
        // The frame has rows for the header and the caption, which are not copied.
        let layout = view.layout(width: area.width, height: max(Layout.minimum.height, area.height + 4))
        var lanes = Surface(width: area.width, height: layout.ruler + area.height)
        lanes.fill(lanes.bounds, style: Style())
        view.drawLanes(in: layout, into: &lanes)
        let rows = min(area.height - 1, (layout.lanesEnd ?? layout.ruler) + 1 - layout.ruler)
        guard rows > 0 else { return }
        var shown = Surface(width: area.width, height: rows)
        shown.put(lanes, x: 0, y: -layout.ruler)
        surface.put(shown, x: area.x, y: area.y + 1)
    }
}
