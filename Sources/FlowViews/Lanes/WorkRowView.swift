import FlowModel
import FlowScreen
import FlowTrace

/// Draws when a subscriber is busy: a span for each stretch of work.
struct WorkRowView {
    let lane: ScreenLane
    let context: LaneContext

    func draw(into surface: inout Surface, y: Int) {
        for span in context.pane.model.busySpans(ofLane: lane.index, upTo: context.sequence) {
            drawSpan(from: span.start.time, to: span.end?.time, into: &surface, y: y)
        }
    }

    private func drawSpan(from start: TraceTime, to end: TraceTime?, into surface: inout Surface, y: Int) {
        let axis = context.axis
        let first = axis.place(of: start)
        let last = end.map { axis.place(of: $0) } ?? axis.places.upperBound - 1
        guard last >= 0, first < axis.width, first <= last else { return }
        let style = Style(.past)
        for place in max(0, first)...max(0, min(last, axis.width - 1)) {
            surface.put(context.signs.track, x: axis.x + place, y: y, style: style)
        }
        if last - first >= 7 { surface.put(" busy ", x: axis.x + max(0, first) + 1, y: y, style: style) }
        if first >= 0 { surface.put(context.signs.subscribed, x: axis.x + first, y: y, style: style) }
        if end != nil, last < axis.width { surface.put(context.signs.spanEnd, x: axis.x + last, y: y, style: style) }
    }
}
