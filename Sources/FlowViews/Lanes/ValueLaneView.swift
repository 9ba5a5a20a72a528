import FlowModel
import FlowScreen
import FlowTrace

/// Draws a lane of values: marbles on a track, their values above.
struct ValueLaneView {
    let lane: ScreenLane
    let context: LaneContext
    /// Whether the annotation row shows requests, because no demand lane does.
    let showsRequests: Bool
    /// Whether there is an annotation row at all.
    var showsLabels = true

    private var history: LaneHistory { context.pane.model.lanes[lane.index] }
    private var axis: TimeAxis { context.axis }
    private var signs: Signs { context.signs }
    private var valueKind: SignalKind { lane.kind == .source ? .offered : .value }
    private var role: Role { lane.kind == .source ? .sent : .got }

    /// Draws the annotation row at `y`, if there is one, and the track below it.
    func draw(into surface: inout Surface, y: Int) {
        let track = showsLabels ? y + 1 : y
        drawTrack(into: &surface, y: track)
        var labels = LabelRow()
        if showsRequests { addRequests(to: &labels) }
        for column in axis.columns { drawCell(column, labels: &labels, into: &surface, y: track) }
        drawEnd(into: &surface, y: track)
        drawViolationes(labels: &labels, into: &surface, y: track)
        if showsLabels { labels.draw(into: &surface, x: axis.x, y: y, width: axis.width) }
    }

    private func marks(in column: Int) -> ArraySlice<Mark> {
        history.marks(from: axis.start(of: column), before: axis.start(of: column + 1), upTo: context.sequence)
    }

    // MARK: Track

    private var start: TraceTime? {
        if lane.kind == .source { return .zero }
        return history.marks[..<history.countOfMarks(upTo: context.sequence)].first?.time
    }

    private var ending: Mark? { history.ending(upTo: context.sequence) }

    private func drawTrack(into surface: inout Surface, y: Int) {
        guard let start else { return }
        let first = max(0, axis.column(of: start))
        let last = min(axis.columns.upperBound, ending.map { axis.column(of: $0.time) } ?? axis.columns.upperBound)
        guard first < last || ending == nil else { return }
        for column in first..<max(first, last) {
            surface.put(signs.track, x: axis.x + column, y: y, style: Style(.track))
        }
        if lane.kind == .output, axis.column(of: start) >= 0, first < axis.columns.upperBound {
            surface.put(signs.subscribed, x: axis.x + first, y: y, style: Style(.track))
        }
        drawPauses(into: &surface, y: y)
    }

    private func drawPauses(into surface: inout Surface, y: Int) {
        for pause in context.pane.model.pauses(ofLane: lane.index, upTo: context.sequence) {
            let first = max(0, axis.column(of: pause.start) + 1)
            let last = min(axis.columns.upperBound, pause.end.map { axis.column(of: $0) } ?? axis.columns.upperBound)
            guard first < last else { continue }
            for column in first..<last {
                surface.put(signs.pausedTrack, x: axis.x + column, y: y, style: Style(.asked))
            }
            let resume = pause.end == nil ? "  \(KeyTable.name(of: .press(.togglePause))) resumes " : ""
            let text = " \(signs.paused) PAUSED \(resume)"
            let width = TextWidth.width(of: text)
            guard last - first >= width + 2 else { continue }
            surface.put(text, x: axis.x + first + (last - first - width) / 2, y: y, style: Style(.ink, on: .paused).bold())
        }
    }

    private func drawEnd(into surface: inout Surface, y: Int) {
        guard let ending else { return }
        let column = axis.column(of: ending.time)
        guard column >= 0, column < axis.width else { return }
        let shares = !marks(in: column).allSatisfy { $0.kind != valueKind }
        let x = axis.x + column + (shares ? 1 : 0)
        guard x <= axis.x + axis.width else { return }
        let isGood = ending.kind == .finished
        let sign = isGood ? signs.finished : ending.kind == .failure ? signs.failed : signs.cancelled
        surface.put(sign, x: x, y: y, style: Style(isGood ? .strong : .error).bold())
    }

    // MARK: Marbles

    private func drawCell(_ column: Int, labels: inout LabelRow, into surface: inout Surface, y: Int) {
        if let stretch = history.stretch(from: axis.start(of: column), before: axis.start(of: column + 1)) {
            drawStretch(stretch, at: column, into: &surface, y: y)
            return
        }
        let marks = marks(in: column)
        let values = marks.lazy.filter { $0.kind == valueKind }.map(\.sequence)
        let isLosing = marks.contains { $0.kind == .dropped }
        let text = { context.pane.model.text(of: $0) }
        drawPause(marks, at: column, hasValues: !values.isEmpty, into: &surface, y: y)
        guard let last = values.last else { return }
        let role = isLosing ? Role.lost : role
        if values.count == 1 {
            let sign = isLosing ? signs.dropped : signs.value
            let isFollowed = context.isFollowed(text(last), [last])
            surface.put(sign, x: axis.x + column, y: y, style: isFollowed ? Style(role).bold().underlined() : Style(role).bold())
        } else {
            let sign = values.count < 10 ? Character(String(values.count)) : signs.many
            let isFollowed = context.pane.followed != nil && context.isFollowed("", values)
            let style = Style(role).bold().reversed()
            surface.put(sign, x: axis.x + column, y: y, style: isFollowed ? style.underlined() : style)
        }
        // The marble itself says as much as the sign of a value that was not written down.
        guard values.contains(where: { text($0) != StreamModel.undescribed }) else { return }
        let label = LabelRow.list(values, signs: signs, text: text)
        labels.add(label, at: column, style: context.style(of: label, values, role))
    }

    /// Where it is only known that there were values.
    private func drawStretch(
        _ stretch: (before: EdgeAccount, after: EdgeAccount), at column: Int, into surface: inout Surface, y: Int
    ) {
        let count: KeyPath<EdgeAccount, Int> = lane.kind == .source ? \.offered : \.values
        guard stretch.after[keyPath: count] > stretch.before[keyPath: count] else { return }
        let role = stretch.after.dropped > stretch.before.dropped ? Role.lost : role
        surface.put(signs.many, x: axis.x + column, y: y, style: Style(role).bold().reversed())
    }

    /// Draws the sign of a pause in its cell, or right of a value that shares it.
    private func drawPause(_ marks: ArraySlice<Mark>, at column: Int, hasValues: Bool, into surface: inout Surface, y: Int) {
        guard marks.contains(where: { $0.kind == .state && context.pane.model.reportedState(of: $0.sequence) == .paused })
        else { return }
        let sign = hasValues ? column + 1 : column
        guard axis.columns.contains(sign) else { return }
        surface.put(signs.paused, x: axis.x + sign, y: y, style: Style(.asked).bold())
    }

    // MARK: Violations

    /// The number of the rule above the event that broke it; the sign alone on the track if there is no row for it.
    private func drawViolationes(labels: inout LabelRow, into surface: inout Surface, y: Int) {
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
        let first = axis.column(of: start)
        let last = end.map { axis.column(of: $0) } ?? axis.columns.upperBound - 1
        guard last >= 0, first < axis.width, first <= last else { return }
        let style = Style(.past)
        for column in max(0, first)...max(0, min(last, axis.width - 1)) {
            surface.put(context.signs.track, x: axis.x + column, y: y, style: style)
        }
        if last - first >= 7 { surface.put(" busy ", x: axis.x + max(0, first) + 1, y: y, style: style) }
        if first >= 0 { surface.put(context.signs.subscribed, x: axis.x + first, y: y, style: style) }
        if end != nil, last < axis.width { surface.put(context.signs.spanEnd, x: axis.x + last, y: y, style: style) }
    }
}
