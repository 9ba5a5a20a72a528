import FlowModel
import FlowScreen
import FlowTrace

/// Draws the chain from source to sink, and at the right how much time a cell is.
struct ChainView {
    let pane: PaneState
    let cell: UInt64
    let signs: Signs
    /// The selected lane; its stage is strong.
    let selected: String

    func draw(into surface: inout Surface, y: Int) {
        let scale = pane.isByEvent ? "event by event" : "\(TraceTime(nanoseconds: cell)) s/cell"
        let arrows = "values \(signs.chainArrow)   \(signs.demandArrow) demand"
        let width = surface.width
        surface.put(scale, x: width - scale.count - 1, y: y, style: Style(.muted))
        let end = drawStages(into: &surface, y: y, limit: width - scale.count - 3)
        let arrowsStart = width - scale.count - 11 - TextWidth.width(of: arrows)
        if arrowsStart > end + 2 { surface.put(arrows, x: arrowsStart, y: y, style: Style(.muted)) }
    }

    private func drawStages(into surface: inout Surface, y: Int, limit: Int) -> Int {
        var x = 1
        for (index, stage) in pane.chain.enumerated() {
            if index > 0 { x += surface.put(" \(signs.chainArrow) ", x: x, y: y, style: Style(.asked), limit: limit - x) }
            let isSelected = stage.split(separator: " ").first.map(String.init) == selected
            x += surface.put(
                signs.prose(stage), x: x, y: y, style: isSelected ? Style(.strong).bold() : Style(), limit: limit - x)
        }
        if case .paused = pane.model.state(at: pane.shown.sequence) {
            x += surface.put(
                " \(signs.paused) asks for nothing ", x: x + 1, y: y, style: Style(.ink, on: .paused).bold(), limit: limit - x)
        }
        return x
    }
}
