import FlowModel
import FlowScreen
import FlowText
import FlowTrace

/// Draws a lane of values: marbles on a track with their values above, or bars if there are too many.
struct ValueLaneView: LanePart {
    let lane: ScreenLane
    let context: LaneContext
    /// Whether the annotation row shows requests, because no demand lane does.
    let showsRequests: Bool
    /// Whether there is an annotation row.
    var showsLabels = true

    /// Draws the annotation row at `y`, if there is one, and the track below it.
    func draw(into surface: inout Surface, y: Int) {
        let track = showsLabels ? y + 1 : y
        var rate = rate
        rate.share(context.beside(lane).map { ValueLaneView(lane: lane, context: $0, showsRequests: false).rate })
        drawTrack(rate, into: &surface, y: track)
        var labels = LabelRow()
        if let wait = model.endWait(above: lane.index, upTo: context.sequence), wait.store == nil {
            context.add(wait, from: 0, to: &labels)
        }
        if showsRequests { addRequests(to: &labels) }
        if rate.isDense {
            let bars = RateBars(lane: lane, context: context, rate: rate)
            bars.draw(into: &surface, y: track)
            bars.addLabels(to: &labels)
            drawEnd(rightOf: { $0 }, rate, into: &surface, y: track)
        } else {
            let marbles = Marbles(lane: lane, context: context, rate: rate)
            marbles.draw(into: &surface, y: track)
            marbles.addLabels(to: &labels)
            drawEnd(rightOf: marbles.lastColumn(of:), rate, into: &surface, y: track)
        }
        drawViolations(labels: &labels, into: &surface, y: track)
        guard showsLabels else { return }
        labels.draw(into: &surface, x: axis.x, y: y, width: axis.width)
        if rate.isDense { DropSigns(drops: rate.dropped, context: context).draw(into: &surface, y: y) }
    }

    private var rate: LaneRate {
        var rate = LaneRate(of: lane.valueCount, in: history, on: axis, upTo: context.sequence)
        // The scale includes the number beside the bars.
        if lane.kind == .source, let shown = LaneFacts.rate(ofSource: lane.index, in: model, at: context.pane.shown) {
            rate.include(shown)
        }
        return rate
    }

    // MARK: Track

    private var start: TraceTime? {
        if lane.kind == .source { return .zero }
        return history.marks[..<history.countOfMarks(upTo: context.sequence)].first?.time
    }

    private var ending: Mark? { history.ending(upTo: context.sequence) }

    private func drawTrack(_ rate: LaneRate, into surface: inout Surface, y: Int) {
        guard let start else { return }
        let first = max(0, axis.column(of: start))
        let last = min(axis.columns.upperBound, ending.map { axis.column(of: $0.time) } ?? axis.columns.upperBound)
        guard first < last || ending == nil else { return }
        let (sign, role) = rate.isDense ? (signs.zeroFloor, Role.ghost) : (signs.track, .track)
        for column in first..<max(first, last) { surface.put(sign, x: axis.x + column, y: y, style: Style(role)) }
        if lane.kind == .output, axis.column(of: start) >= 0, first < axis.columns.upperBound {
            surface.put(signs.subscribed, x: axis.x + first, y: y, style: Style(.track))
        }
        drawPauses(rate, into: &surface, y: y)
    }

    private func drawPauses(_ rate: LaneRate, into surface: inout Surface, y: Int) {
        for pause in model.pauses(ofLane: lane.index, upTo: context.sequence) {
            let begin = axis.column(of: pause.start)
            let first = max(0, begin + 1)
            let last = min(axis.columns.upperBound, pause.end.map { axis.column(of: $0) } ?? axis.columns.upperBound)
            for column in first..<max(first, last) {
                surface.put(signs.pausedTrack, x: axis.x + column, y: y, style: Style(.asked))
            }
            drawPauseSign(begin, rate, into: &surface, y: y)
            let resume = pause.end == nil ? "  \(signs.keys(context.table.name(of: .press(.togglePause)))) resumes " : ""
            let text = " \(signs.paused) PAUSED \(resume)"
            let width = TextWidth.width(of: text)
            guard last - first >= width + 2 else { continue }
            surface.put(text, x: axis.x + first + (last - first - width) / 2, y: y, style: Style(.ink, on: .paused).bold())
        }
    }

    /// Draws the sign of a pause in its cell, or right of a value that shares the cell.
    private func drawPauseSign(_ column: Int, _ rate: LaneRate, into surface: inout Surface, y: Int) {
        guard axis.columns.contains(column) else { return }
        let sign = rate.values[column] > 0 ? column + 1 : column
        guard axis.columns.contains(sign) else { return }
        surface.put(signs.paused, x: axis.x + sign, y: y, style: Style(.asked).bold())
    }

    /// - Parameter last: Returns the last column occupied by the values of a column.
    private func drawEnd(rightOf last: (Int) -> Int, _ rate: LaneRate, into surface: inout Surface, y: Int) {
        guard let ending else { return }
        let column = axis.column(of: ending.time)
        guard column >= 0, column < axis.width else { return }
        let shares = axis.columns.contains(column) && rate.values[column] > 0
        let x = axis.x + (shares ? last(column) + 1 : column)
        guard x <= axis.x + axis.width else { return }
        let hasFailed = ending.kind == .failure
        let sign = hasFailed ? signs.failed : ending.kind == .finished ? signs.finished : signs.cancelled
        surface.put(sign, x: x, y: y, style: Style(hasFailed ? .error : .strong).bold())
    }

    // MARK: Violations

    /// Draws the number of a broken rule above its event; only the sign on the track if there is no row for the number.
    private func drawViolations(labels: inout LabelRow, into surface: inout Surface, y: Int) {
        for (column, text) in context.violations(ofLane: lane.index) {
            if showsLabels {
                labels.add(text, at: column, style: Style(.error).bold())
            } else {
                surface.put(signs.violation, x: axis.x + column, y: y, style: Style(.error).bold())
            }
        }
    }

    // MARK: Requests

    private func addRequests(to labels: inout LabelRow) {
        for column in axis.columns {
            guard let demand = context.requested(on: lane, in: column) else { continue }
            labels.add("\(signs.request)\(signs.text(of: demand))", at: column, style: Style(.asked))
        }
    }
}

/// Draws a span for each stretch of a subscriber's work.
struct WorkRowView: LanePart {
    let lane: ScreenLane
    let context: LaneContext

    func draw(into surface: inout Surface, y: Int) {
        for span in model.busySpans(ofLane: lane.index, upTo: context.sequence) {
            drawSpan(from: span.start.time, to: span.end?.time, into: &surface, y: y)
        }
    }

    private func drawSpan(from start: TraceTime, to end: TraceTime?, into surface: inout Surface, y: Int) {
        let first = axis.column(of: start)
        let last = end.map { axis.column(of: $0) } ?? axis.columns.upperBound - 1
        guard last >= 0, first < axis.width, first <= last else { return }
        let style = Style(.past)
        for column in max(0, first)...max(0, min(last, axis.width - 1)) {
            surface.put(signs.track, x: axis.x + column, y: y, style: style)
        }
        if last - first >= 7 { surface.put(" busy ", x: axis.x + max(0, first) + 1, y: y, style: style) }
        if first >= 0 { surface.put(signs.subscribed, x: axis.x + first, y: y, style: style) }
        if end != nil, last < axis.width { surface.put(signs.spanEnd, x: axis.x + last, y: y, style: style) }
    }
}
