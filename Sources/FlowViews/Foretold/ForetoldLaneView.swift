import FlowScreen
import FlowText
import FlowTrace

/// Draws a foretold lane: what it foretells, then the values held over time, on the axis and the scale of the recorded lane.
struct ForetoldLaneView {
    let lane: ForetoldLane
    let pane: PaneState
    let axis: TimeAxis
    let signs: Signs
    /// The top of the chart's scale.
    let top: Int

    /// The top of the scale that its own values need.
    static func top(of lane: ForetoldLane, on axis: TimeAxis) -> Int {
        Scale.top(peak: axis.columns.compactMap { mostHeld(by: lane, in: $0, on: axis) }.max() ?? 0, capacity: lane.size)
    }

    private static func mostHeld(by lane: ForetoldLane, in column: Int, on axis: TimeAxis) -> Int? {
        lane.mostHeld(from: axis.start(of: column), before: axis.start(of: column + 1))
    }

    /// Draws the row of words at `y`, then the row of drops, which may share that of the words, and the chart.
    func draw(into surface: inout Surface, y: Int, chartRows: Int, hasSpillRow: Bool) {
        let drops = hasSpillRow ? y + 1 : y
        for column in axis.columns where dropped(in: column) > 0 {
            surface.put(signs.dropped, x: axis.x + column, y: drops, style: Style(.lost))
        }
        let words = Wording.fitting(lane.wordings(at: pane.shown.time), width: axis.width - 1, cut: signs.cut)
        surface.put(words + " ", x: axis.x, y: y, style: Style(.strong))
        let foot = drops + chartRows
        for column in axis.columns {
            guard let held = ForetoldLaneView.mostHeld(by: lane, in: column, on: axis) else { continue }
            let x = axis.x + column
            guard held > 0 else {
                surface.put(signs.zeroFloor, x: x, y: foot, style: Style(.ghost))
                continue
            }
            let eighths = Scale.eighths(Double(held), top: Double(top), rows: chartRows)
            Bar.draw(eighths, x: x, foot: foot, rows: chartRows, signs: signs, style: Style(.muted), into: &surface)
        }
    }

    private func dropped(in column: Int) -> Int {
        guard axis.start(of: column) <= lane.end else { return 0 }
        return lane.dropped(before: axis.start(of: column + 1)) - lane.dropped(before: axis.start(of: column))
    }

    /// The counts at the moment shown, for the gutter.
    var gutter: [String] {
        guard let step = lane.step(at: pane.shown.time) else { return [] }
        return ["\(step.held) held", "\(step.dropped) dropped"]
    }
}
