import FlowModel
import FlowScreen
import FlowText
import FlowTrace

/// Draws the time axis: a line from time 0 with numbers in it, the caption's moment, the playhead.
struct RulerView {
    let axis: TimeAxis
    let signs: Signs
    /// The moment of the caption.
    let captionTime: TraceTime?
    let playhead: Moment?
    let now: TraceTime
    /// The columns right of the lanes; if there are any, `now` is their heading.
    let gutter: Int
    var known = KnownSpan()
    /// Whether each event has a column, regardless of its time.
    var countsEvents = false

    func draw(into surface: inout Surface, y: Int) {
        for column in axis.columns { surface.put(signs.rule, x: axis.x + column, y: y, style: Style(.rule)) }
        let mark = captionTime.map { axis.column(of: $0) }
        let playheadColumns = playhead.map { columns(ofPlayhead: $0) }
        let taken = [mark.map { $0..<$0 + 1 }, playheadColumns].compactMap(\.self) + drawUnknown(into: &surface, y: y)
        for tick in Grid(axis: axis, countsEvents: countsEvents).ticks { draw(tick, beside: taken, into: &surface, y: y) }
        if let mark, axis.columns.contains(mark) {
            surface.put(signs.captionMark, x: axis.x + mark, y: y, style: Style(.key).bold())
        }
        if let playhead { drawPlayhead(playhead, into: &surface, y: y) }
        guard gutter > 0 else { return }
        let text = playhead == nil ? "now" : "now \(Seconds.text(now))"
        surface.put(text, x: axis.x + axis.width + 2, y: y, style: Style(.muted), limit: gutter - 1)
    }

    /// Labels the columns without known single events; returns the columns of the labels.
    private func drawUnknown(into surface: inout Surface, y: Int) -> [Range<Int>] {
        let unread = known.end.map { axis.columns(from: $0) } ?? 0..<0
        let before = (axis.columns(before: known.start), known.hasSums ? " sums only " : " not recorded ")
        return [before, (unread, " not read ")].compactMap { columns, text in
            for column in columns { surface.put(signs.coarseRule, x: axis.x + column, y: y, style: Style(.rule)) }
            guard columns.count >= text.count + 2 else { return nil }
            let start = columns.lowerBound + (columns.count - text.count) / 2
            surface.put(text, x: axis.x + start, y: y, style: Style(.muted))
            return start..<start + text.count
        }
    }

    /// Draws a number from its cell on, or beside the caption's sign there. A number that another text would cut is omitted.
    private func draw(_ tick: Grid.Tick, beside taken: [Range<Int>], into surface: inout Surface, y: Int) {
        let start = taken.contains(tick.column..<tick.column + 1) ? tick.column + 1 : tick.column
        let columns = start..<(start + tick.text.count)
        guard columns.upperBound <= axis.width, !taken.contains(where: columns.overlaps) else { return }
        surface.put(tick.text, x: axis.x + start, y: y, style: Style(.muted))
    }

    private func drawPlayhead(_ moment: Moment, into surface: inout Surface, y: Int) {
        let start = columns(ofPlayhead: moment).lowerBound
        surface.put(playheadText(moment), x: axis.x + start, y: y, style: Style(.past).bold().reversed())
    }

    private func playheadText(_ moment: Moment) -> String {
        countsEvents ? " event \(moment.sequence) " : " \(Seconds.text(moment.time, cell: axis.cell)) "
    }

    /// The columns of the label at the playhead.
    private func columns(ofPlayhead moment: Moment) -> Range<Int> {
        let length = playheadText(moment).count
        let start = min(max(0, axis.column(of: moment.time) - length / 2), max(0, axis.width - length))
        return start..<start + length
    }
}
