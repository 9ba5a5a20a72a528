import FlowModel
import FlowScreen
import FlowTrace

/// Draws a lane of values: marbles on a track, their values above.
struct ValueLaneView {
    let lane: ScreenLane
    let context: LaneContext
    /// Whether requests stand in the annotation row, where no demand lane shows them.
    let showsRequests: Bool
    /// Whether there is an annotation row at all.
    var showsLabels = true

    private var history: LaneHistory { context.pane.model.lanes[lane.index] }
    private var axis: TimeAxis { context.axis }
    private var signs: Signs { context.signs }
    private var valueKind: SignalKind { lane.kind == .source ? .offered : .value }
    private var role: Role { lane.kind == .source ? .sent : .got }

    /// Draws the annotation row at `y`, where there is one, and the track below it.
    func draw(into surface: inout Surface, y: Int) {
        let track = showsLabels ? y + 1 : y
        drawTrack(into: &surface, y: track)
        var labels = LabelRow()
        if showsRequests { addRequests(to: &labels) }
        for place in axis.places { drawCell(place, labels: &labels, into: &surface, y: track) }
        drawEnd(into: &surface, y: track)
        drawBreaches(labels: &labels, into: &surface, y: track)
        if showsLabels { labels.draw(into: &surface, x: axis.x, y: y, width: axis.width) }
    }

    private func marks(in place: Int) -> ArraySlice<Mark> {
        history.marks(from: axis.start(of: place), before: axis.start(of: place + 1), upTo: context.sequence)
    }

    // MARK: Track

    private var start: TraceTime? {
        if lane.kind == .source { return .zero }
        return history.marks[..<history.countOfMarks(upTo: context.sequence)].first?.time
    }

    private var ending: Mark? {
        history.ending(upTo: context.sequence)
    }

    private func drawTrack(into surface: inout Surface, y: Int) {
        guard let start else { return }
        let first = max(0, axis.place(of: start))
        let last = min(axis.places.upperBound, ending.map { axis.place(of: $0.time) } ?? axis.places.upperBound)
        guard first < last || ending == nil else { return }
        for place in first..<max(first, last) {
            surface.put(signs.track, x: axis.x + place, y: y, style: Style(.track))
        }
        if lane.kind == .output, axis.place(of: start) >= 0, first < axis.places.upperBound {
            surface.put(signs.subscribed, x: axis.x + first, y: y, style: Style(.track))
        }
        drawPauses(into: &surface, y: y)
    }

    private func drawPauses(into surface: inout Surface, y: Int) {
        for pause in context.pane.model.pauses(ofLane: lane.index, upTo: context.sequence) {
            let first = max(0, axis.place(of: pause.start) + 1)
            let last = min(axis.places.upperBound, pause.end.map { axis.place(of: $0) } ?? axis.places.upperBound)
            guard first < last else { continue }
            for place in first..<last {
                surface.put(signs.pausedTrack, x: axis.x + place, y: y, style: Style(.asked))
            }
            let text = pause.end == nil ? " \(signs.paused) PAUSED   Space resumes " : " \(signs.paused) PAUSED "
            let width = TextWidth.width(of: text)
            guard last - first >= width + 2 else { continue }
            surface.put(text, x: axis.x + first + (last - first - width) / 2, y: y, style: Style(.ink, on: .paused).bold())
        }
    }

    private func drawEnd(into surface: inout Surface, y: Int) {
        guard let ending else { return }
        let place = axis.place(of: ending.time)
        guard place >= 0, place < axis.width else { return }
        let shares = !marks(in: place).allSatisfy { $0.kind != valueKind }
        let column = axis.x + place + (shares ? 1 : 0)
        guard column <= axis.x + axis.width else { return }
        switch ending.kind {
        case .failure: surface.put(signs.failed, x: column, y: y, style: Style(.error).bold())
        case .cancel: surface.put(signs.cancelled, x: column, y: y, style: Style(.error).bold())
        default: surface.put(signs.finished, x: column, y: y, style: Style(.strong).bold())
        }
    }

    // MARK: Marbles

    private func drawCell(_ place: Int, labels: inout LabelRow, into surface: inout Surface, y: Int) {
        if let stretch = history.stretch(from: axis.start(of: place), before: axis.start(of: place + 1)) {
            drawStretch(stretch, at: place, into: &surface, y: y)
            return
        }
        let marks = marks(in: place)
        let values = marks.filter { $0.kind == valueKind }
        let dropped = marks.filter { $0.kind == .dropped }
        drawPause(marks, at: place, hasValues: !values.isEmpty, into: &surface, y: y)
        guard let last = values.last else { return }
        let role = dropped.isEmpty ? role : Role.lost
        if values.count == 1 {
            let sign = dropped.isEmpty ? signs.value : signs.dropped
            let isFollowed = context.isFollowed(context.pane.model.text(of: last.sequence), [last.sequence])
            surface.put(sign, x: axis.x + place, y: y, style: isFollowed ? Style(role).bold().underlined() : Style(role).bold())
        } else {
            let sign = values.count < 10 ? Character(String(values.count)) : signs.many
            let isFollowed = context.pane.followed != nil && context.isFollowed("", values.map(\.sequence))
            let style = Style(role).bold().reversed()
            surface.put(sign, x: axis.x + place, y: y, style: isFollowed ? style.underlined() : style)
        }
        let texts = values.map { context.pane.model.text(of: $0.sequence) }
        // The marble itself says as much as the sign of a value that was not written down.
        guard texts.contains(where: { $0 != StreamModel.undescribed }) else { return }
        let text = LabelRow.list(texts, signs: signs)
        labels.add(text, at: place, style: context.style(of: text, values.map(\.sequence), role))
    }

    /// Where it is only known that there were values.
    private func drawStretch(
        _ stretch: (before: LaneTotals, after: LaneTotals), at place: Int, into surface: inout Surface, y: Int
    ) {
        let count: KeyPath<LaneTotals, Int> = lane.kind == .source ? \.offered : \.values
        guard stretch.after[keyPath: count] > stretch.before[keyPath: count] else { return }
        let role = stretch.after.dropped > stretch.before.dropped ? Role.lost : role
        surface.put(signs.many, x: axis.x + place, y: y, style: Style(role).bold().reversed())
    }

    /// The sign of a pause stands in its cell, or right of a value that shares it.
    private func drawPause(_ marks: ArraySlice<Mark>, at place: Int, hasValues: Bool, into surface: inout Surface, y: Int) {
        guard marks.contains(where: { context.pane.model.reportedState(of: $0.sequence) == .paused }) else { return }
        let sign = hasValues ? place + 1 : place
        guard axis.places.contains(sign) else { return }
        surface.put(signs.paused, x: axis.x + sign, y: y, style: Style(.asked).bold())
    }

    // MARK: Breaches

    /// The number of the rule above the event that broke it; the sign alone on the track where there is no row for it.
    private func drawBreaches(labels: inout LabelRow, into surface: inout Surface, y: Int) {
        for (place, text) in context.breaches(ofLane: lane.index) {
            if showsLabels {
                labels.add(text, at: place, style: Style(.error).bold())
            } else {
                surface.put(signs.breach, x: axis.x + place, y: y, style: Style(.error).bold())
            }
        }
    }

    // MARK: Requests

    private func addRequests(to labels: inout LabelRow) {
        for place in axis.places {
            guard let demand = context.requested(on: lane, in: place) else { continue }
            labels.add("\(signs.request)\(context.text(of: demand))", at: place, style: Style(.asked))
        }
    }
}
