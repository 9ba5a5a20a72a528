import FlowModel
import FlowScreen
import FlowTrace

/// Draws the time axis: a line from time 0 with numbers in it, the caption's moment, the playhead.
struct RulerView {
    let axis: TimeAxis
    let signs: Signs
    /// The moment the caption tells of.
    let told: TraceTime?
    let playhead: TraceTime?
    let now: TraceTime
    /// Columns right of the lanes; with some, `now` heads them.
    let gutter: Int

    func draw(into surface: inout Surface, y: Int) {
        for place in axis.places { surface.put(signs.rule, x: axis.x + place, y: y, style: Style(.rule)) }
        for tick in Grid(axis: axis).ticks where tick.place + tick.text.count <= axis.width {
            surface.put(tick.text, x: axis.x + tick.place, y: y, style: Style(.muted))
        }
        if let told, axis.places.contains(axis.place(of: told)) {
            surface.put(signs.captionMark, x: axis.x + axis.place(of: told), y: y, style: Style(.key).bold())
        }
        if let playhead { drawPlayhead(playhead, into: &surface, y: y) }
        guard gutter > 0 else { return }
        let text = playhead == nil ? "now" : "now \(Seconds.text(now))"
        surface.put(text, x: axis.x + axis.width + 2, y: y, style: Style(.muted), limit: gutter - 1)
    }

    private func drawPlayhead(_ time: TraceTime, into surface: inout Surface, y: Int) {
        let text = " \(Seconds.text(time)) "
        let place = axis.place(of: time)
        let start = min(max(0, place - text.count / 2), max(0, axis.width - text.count))
        surface.put(text, x: axis.x + start, y: y, style: Style(.past).bold().reversed())
    }
}
