import FlowModel
import FlowScreen
import FlowTrace

/// Draws a small picture of a stream's first seconds: names and lanes, with the signs of the screen.
struct StripView {
    let pane: PaneState
    let table: KeyTable
    let signs: Signs

    /// The maximum number of columns.
    static let width = 36
    /// The duration of one cell, in nanoseconds.
    private static let cell: UInt64 = 300_000_000
    private static let labelWidth = 9
    /// With at most this many lanes, the labels of values have a separate row.
    private static let labelledLanes = 3

    /// The picture, as high as its lanes need.
    var surface: Surface {
        let lanes = ScreenLane.lanes(of: pane.model).filter { $0.kind != .demand }
        let showsLabels = lanes.count <= StripView.labelledLanes
        let heights = lanes.map { showsLabels || $0.kind == .buffer ? 2 : 1 }
        var surface = Surface(width: StripView.width, height: heights.reduce(0, +), style: Style(.text, on: .caption))
        var y = 0
        for (lane, height) in zip(lanes, heights) {
            draw(lane, showsLabels: showsLabels, into: &surface, y: y)
            let name = LaneName.fitted(lane, width: StripView.labelWidth - 1, signs: signs)
            surface.put(name, x: 0, y: y + height - 1, style: Style(.muted))
            y += height
        }
        surface.restyle(surface.bounds) { $0.background = .caption }
        return surface
    }

    private var context: LaneContext {
        let axis = TimeAxis(
            now: TraceTime(nanoseconds: StripView.cell * UInt64(StripView.width - StripView.labelWidth - 1)), playhead: nil,
            cell: StripView.cell, x: StripView.labelWidth, width: StripView.width - StripView.labelWidth)
        return LaneContext(pane: pane, axis: axis, signs: signs, followed: nil, table: table)
    }

    private func draw(_ lane: ScreenLane, showsLabels: Bool, into surface: inout Surface, y: Int) {
        guard lane.kind == .buffer else {
            ValueLaneView(lane: lane, context: context, showsRequests: false, showsLabels: showsLabels).draw(into: &surface, y: y)
            return
        }
        BufferLaneView(lane: lane, context: context, chartRows: 1, hasSpillRow: false).draw(into: &surface, y: y)
    }
}
