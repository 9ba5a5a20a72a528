import FlowScreen
import FlowTrace
import FlowVerdict

/// Draws the waits of jobs for an executor in one row: a bar for the longest in each column, and the longest so far beside them.
struct ExecutorLaneView {
    let executor: TracedExecutor
    let pane: PaneState
    let axis: TimeAxis
    let columns: Columns
    let signs: Signs

    /// The wait from which a bar stands out, in nanoseconds; the scale's lowest top, so that the waits of a healthy program are low.
    private static let longWait: UInt64 = 100_000_000

    private var delay: ExecutorDelay? { pane.delay(of: executor) }

    func draw(into surface: inout Surface, y: Int) {
        let top = max(ExecutorLaneView.longWait, delay?.longestSoFar ?? 0)
        let starts = (axis.columns.lowerBound...axis.columns.upperBound).map { axis.start(of: $0).nanoseconds }
        let waits = pane.executors.waits(for: executor, in: starts, upTo: pane.now.time.nanoseconds)
        for (column, wait) in waits.enumerated() {
            guard let wait, wait > 0 else { continue }
            let eighths = Scale.eighths(Double(wait), top: Double(top), rows: 1)
            let style = Style(wait >= ExecutorLaneView.longWait ? .past : .track)
            surface.put(signs.bars[eighths - 1], x: axis.x + column, y: y, style: style)
        }
    }

    /// Draws its name, and the longest wait, which is the scale's top.
    func drawLabel(into surface: inout Surface, y: Int) {
        let isBlamed = pane.report?.verdict.executor == executor
        let style = isBlamed ? Style(pane.report.map { VerdictView.role(of: $0.verdict.kind) } ?? .text).bold() : Style(.muted)
        let name = Wording.fitting(executor.titles, width: columns.label - 2, cut: signs.cut)
        surface.put(name, x: 1, y: y, style: style)
        guard let delay else { return }
        let text = Wording.fitting([delay.longestText], width: columns.gutter - 1, cut: signs.cut)
        surface.put(text, x: columns.label + columns.lanes + 2, y: y, style: Style(.muted))
    }
}
