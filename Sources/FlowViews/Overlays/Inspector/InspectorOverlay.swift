import FlowScreen

/// The inspector, as tall as the screen allows.
struct InspectorOverlay: OverlayView {
    let state: ScreenState
    let signs: Signs

    func draw(into surface: inout Surface) {
        let box = OverlayBox(title: "inspector", hint: "\(.close) closes", table: state.table, signs: signs)
        box.draw(into: &surface) { page in
            let (rows, count) = rows(on: page.size)
            page.put(rows, x: 0, y: -min(state.scroll, max(0, count - page.height)))
        }
    }

    func scrollRange(on size: Size) -> ClosedRange<Int> {
        let area = OverlayBox.tall(on: size)
        return 0...max(0, rows(on: area.size).count - area.height)
    }

    /// A surface with all rows, and the number of rows.
    private func rows(on size: Size) -> (rows: Surface, count: Int) {
        let view = InspectorView(state: state, pane: state.panes[0], signs: signs, hint: "", showsStacks: true)
        var rows = Surface(width: size.width, height: max(size.height, InspectorView.mostRows))
        let count = view.draw(into: &rows, area: rows.bounds, hasTitle: true)
        return (rows, count)
    }

    // The facts of the lane are read out anyway.
    var lines: [String] { ScreenReaderText.lines(state.panes[0].stacks.flatMap(StackText.lines)) }

    func answer(after old: ScreenState.Overlay?) -> [String] { PlainRenderer(state).selected + lines }
}
