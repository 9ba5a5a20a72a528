import FlowScreen

/// The output of a tried program, opened at its last lines.
struct OutputOverlay: OverlayView {
    let state: ScreenState
    let signs: Signs

    private var view: TriedView? { state.tried.map { TriedView(panel: $0, table: state.table, signs: signs) } }

    func draw(into surface: inout Surface) {
        guard let view else { return }
        let box = OverlayBox(title: view.panel.title, hint: "\(.close) closes", table: state.table, signs: signs)
        let area = box.draw(into: &surface, width: surface.width - 4, height: surface.height - 3)
        view.drawLines(into: &surface, area: area, on: .caption, scroll: state.scroll)
    }

    func scrollRange(on size: Size) -> ClosedRange<Int> { view?.scrollRange(in: OverlayBox.tall(on: size)) ?? 0...0 }

    // The panel below the lanes is read out anyway.
    var lines: [String] { [] }

    func answer(after old: ScreenState.Overlay?) -> [String] { PlainRenderer(state).tried }
}
