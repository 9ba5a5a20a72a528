import FlowModel
import FlowScreen
import FlowTrace

/// Draws what is asked for and not delivered yet: a step chart with its numbers in it, requests above.
struct DemandLaneView {
    let lane: ScreenLane
    let context: LaneContext
    /// Rows of the chart: 1 or 3.
    let chartRows: Int

    private var history: LaneHistory { context.pane.model.lanes[lane.index] }
    private var axis: TimeAxis { context.axis }
    private var signs: Signs { context.signs }

    /// Draws the annotation row at `y` and the chart below it.
    func draw(into surface: inout Surface, y: Int) {
        drawRequests(into: &surface, y: y)
        let runs = Stretch.runs(of: levels())
        let peak = runs.compactMap(\.value.count).max() ?? 0
        for run in runs where run.value != .none { draw(run, top: Scale.top(peak: peak), into: &surface, y: y + 1) }
        drawZeros(runs.filter { $0.value == .none }.map(\.places), into: &surface, y: y + chartRows)
        drawEnd(into: &surface, y: y + chartRows)
    }

    /// A 0 that comes back sooner than this is not written again: its dots say it.
    private static let zeroDistance = 8

    // MARK: Levels

    /// The level of each place: the highest after a rise in it, where there is none the one at its end.
    ///
    /// So a request that is spent at once stays visible, and so does a dip that is over within a cell. `nil` before the
    /// subscription and after the end.
    private func levels() -> [Demand?] {
        let marks = history.marks
        let count = history.countOfMarks(upTo: context.sequence)
        guard count > 0, axis.places.upperBound > 0 else { return [] }
        var index = history.marks(from: .zero, before: axis.start(of: 0), upTo: context.sequence).endIndex
        var level: Demand? = index > 0 ? marks[index - 1].totals.outstanding : nil
        var isOver = index > 0 && marks[index - 1].totals.endings > 0
        return axis.places.map { place in
            guard !isOver else { return nil }
            var risen: UInt64 = 0
            let end = axis.start(of: place + 1)
            while index < count, marks[index].time < end {
                let outstanding = marks[index].totals.outstanding.rawValue
                if outstanding > level?.rawValue ?? 0 { risen = max(risen, outstanding) }
                level = Demand(rawValue: outstanding)
                if marks[index].kind.isTerminal { isOver = true }
                index += 1
            }
            // The sign of a cancel stands in its cell, and no bar beside or above it.
            if isOver, history.ending(upTo: marks[index - 1].sequence)?.kind == .cancel { return nil }
            return level.map { Demand(rawValue: max(risen, $0.rawValue)) }
        }
    }

    private func draw(_ run: Stretch<Demand>, top: Int, into surface: inout Surface, y: Int) {
        let foot = y + chartRows - 1
        let number = context.text(of: run.value)
        let eighths = run.value.count.map { Scale.eighths($0, top: top, rows: chartRows) } ?? chartRows * 8
        for place in run.places {
            drawBar(eighths, x: axis.x + place, foot: foot, isFull: run.value == .unlimited, into: &surface)
        }
        guard run.places.count > number.count else { return }
        let style = chartRows > 1 ? Style(.askedBar).reversed().bold() : Style(.asked).bold()
        surface.put(number, x: axis.x + run.places.lowerBound, y: foot, style: style)
    }

    private func drawBar(_ eighths: Int, x: Int, foot: Int, isFull: Bool, into surface: inout Surface) {
        guard chartRows > 1, !signs.isASCII else {
            surface.put(isFull ? signs.bars[7] : signs.bars[3], x: x, y: foot, style: Style(.askedBar))
            return
        }
        Bar.draw(eighths, x: x, foot: foot, rows: chartRows, signs: signs, style: Style(.askedBar), into: &surface)
    }

    /// Draws the stretches without demand: dots, and a 0 where it is news.
    private func drawZeros(_ stretches: [Range<Int>], into surface: inout Surface, y: Int) {
        var last: Int?
        for places in stretches {
            for place in places { surface.put(signs.zeroFloor, x: axis.x + place, y: y, style: Style(.ghost)) }
            guard places.count > 3 else { continue }
            let isNews = last.map { places.lowerBound - $0 >= DemandLaneView.zeroDistance } ?? true
            last = places.lowerBound
            guard isNews || places.count >= DemandLaneView.zeroDistance else { continue }
            surface.put("0", x: axis.x + places.lowerBound, y: y, style: Style(.asked))
        }
        if let last = stretches.last { drawPause(last, into: &surface, y: y) }
    }

    private func drawPause(_ places: Range<Int>, into surface: inout Surface, y: Int) {
        let words = "0: the sink asks for nothing "
        guard context.pane.model.pause(ofLane: lane.index, at: context.sequence) != nil,
            places.upperBound == axis.places.upperBound,
            places.count > words.count
        else { return }
        surface.put(words, x: axis.x + places.lowerBound, y: y, style: Style(.asked))
    }

    private func drawEnd(into surface: inout Surface, y: Int) {
        guard let cancel = history.ending(upTo: context.sequence), cancel.kind == .cancel else { return }
        let place = axis.place(of: cancel.time)
        guard place >= 0, place < axis.width else { return }
        surface.put(signs.cancelled, x: axis.x + place, y: y, style: Style(.error).bold())
    }

    // MARK: Requests

    private func drawRequests(into surface: inout Surface, y: Int) {
        let requests = axis.places.compactMap { place in context.requested(on: lane, in: place).map { (place, $0) } }
        let isDense = zip(requests, requests.dropFirst()).contains { $1.0 - $0.0 <= 2 }
        var labels = LabelRow()
        for (place, demand) in requests {
            let number = context.text(of: demand)
            labels.add(
                isDense && number == "1" ? "\(signs.request)" : "\(signs.request)\(number)", at: place, style: Style(.asked))
        }
        labels.draw(into: &surface, x: axis.x, y: y, width: axis.width)
    }
}
