import FlowModel
import FlowScreen
import FlowText
import FlowTrace

/// Draws outstanding demand: a step chart with its numbers in it, requests above.
struct DemandLaneView: LanePart {
    let lane: ScreenLane
    let context: LaneContext
    /// Rows of the chart: 1 or 3.
    let chartRows: Int

    /// Draws the annotation row at `y` and the chart below it.
    func draw(into surface: inout Surface, y: Int) {
        drawRequests(into: &surface, y: y)
        if !context.pane.isByEvent, LaneFacts.isOfIterator(lane: lane.index, in: model, at: context.sequence) {
            drawWaiting(into: &surface, foot: y + chartRows)
            return drawEnd(into: &surface, y: y + chartRows)
        }
        let runs = Stretch.runs(of: levels())
        let beside = context.beside(lane).map { DemandLaneView(lane: lane, context: $0, chartRows: chartRows) }
        let peak = beside.reduce(peak(of: runs)) { max($0, $1.peak(of: Stretch.runs(of: $1.levels()))) }
        for run in runs where run.value != .none { draw(run, top: Scale.top(peak: peak), into: &surface, y: y + 1) }
        drawZeros(runs.filter { $0.value == .none }.map(\.columns), into: &surface, y: y + chartRows)
        drawEnd(into: &surface, y: y + chartRows)
    }

    private func peak(of runs: [Stretch<Demand>]) -> Int { runs.compactMap(\.value.count).max() ?? 0 }

    /// A 0 is not written again within this many columns; its dots are enough.
    private static let zeroDistance = 8

    // MARK: Waiting

    /// Draws the share of each cell in which the consumer waited. The demand of an iterator is 1 or 0, so the highest level would
    /// be 1 even in a cell in which it worked nearly all the time.
    private func drawWaiting(into surface: inout Surface, foot: Int) {
        for column in axis.columns {
            guard let share = share(ofWaitingIn: column) else { continue }
            guard share > 0 else {
                surface.put(signs.zeroFloor, x: axis.x + column, y: foot, style: Style(.ghost))
                continue
            }
            let (eighths, style) = (Scale.eighths(share, top: 1, rows: chartRows), Style(.askedBar))
            Bar.draw(eighths, x: axis.x + column, foot: foot, rows: chartRows, signs: signs, style: style, into: &surface)
        }
    }

    /// The maximum number of events to read in a cell: the last ones.
    private static let eventLimit = 256

    /// The share of a cell with outstanding demand; `nil` before the subscription, after the end, and if unknown.
    private func share(ofWaitingIn column: Int) -> Double? {
        let (start, limit) = (axis.start(of: column), min(axis.start(of: column + 1), context.pane.now.time))
        let all = history.marks(from: start, before: axis.start(of: column + 1), upTo: context.sequence)
        let marks = all.suffix(DemandLaneView.eventLimit)
        let before = marks.startIndex > 0 ? history.marks[marks.startIndex - 1] : nil
        let isLive = before?.totals.isLive ?? false
        guard start >= history.knownFrom, isLive || marks.contains(where: { $0.totals.isLive }) else { return nil }
        let begin = max(start, marks.count < all.count ? before?.time ?? start : start)
        var (since, isAsked, waited) = (begin, isLive && before?.totals.outstanding != Demand.none, UInt64(0))
        for mark in marks {
            if isAsked { waited += mark.time - since }
            (since, isAsked) = (mark.time, mark.totals.isLive && mark.totals.outstanding != .none)
        }
        guard limit > begin else { return isAsked ? 1 : 0 }
        if isAsked, limit > since { waited += limit - since }
        return Double(waited) / Double(limit - begin)
    }

    // MARK: Levels

    /// The level of each column: the highest that a rise in the column reached; without a rise, the level at its end.
    ///
    /// A request that is spent immediately stays visible, and so does a fall before a smaller rise. `nil` before the subscription
    /// and after the end.
    private func levels() -> [Demand?] {
        if let transit = model.passage(to: lane.index) { return levels(transit) }
        return axis.columns.map { column in
            let marks = history.marks(from: axis.start(of: column), before: axis.start(of: column + 1), upTo: context.sequence)
            let before = marks.startIndex > 0 ? history.marks[marks.startIndex - 1].totals : nil
            guard let after = marks.last?.totals ?? before else { return nil }
            let begins = after.subscriptions > before?.subscriptions ?? 0
            guard begins || before.map({ $0.end == nil }) ?? true else { return nil }
            // The cell of a cancel shows the sign of the cancel instead of a bar.
            if after.end != nil, let last = marks.last, history.ending(upTo: last.sequence)?.kind == .cancel { return nil }
            return Demand(rawValue: max(history.highestDemand(over: marks.indices).rawValue, after.outstanding.rawValue))
        }
    }

    /// The levels minus the values on their way, which will meet part of the demand: upstream sees only the rest.
    private func levels(_ transit: ElementPassage) -> [Demand?] {
        var steps = AskedSteps(history, transit, in: model, context.sequence)
        steps.skip(to: axis.start(of: 0))
        return axis.columns.map { column in
            var isLive = !steps.isOver
            var risen: UInt64 = 0
            var last = steps.level
            steps.advance(to: axis.start(of: column + 1)) { steps in
                let level = steps.level?.rawValue ?? 0
                if level > last?.rawValue ?? 0 { risen = max(risen, level) }
                last = steps.level
                isLive = isLive || !steps.isOver
            }
            guard isLive else { return nil }
            // The cell of a cancel shows the sign of the cancel instead of a bar.
            if steps.isCancelled { return nil }
            return last.map { Demand(rawValue: max(risen, $0.rawValue)) }
        }
    }

    private func draw(_ run: Stretch<Demand>, top: Int, into surface: inout Surface, y: Int) {
        let foot = y + chartRows - 1
        let number = signs.text(of: run.value)
        let eighths = run.value.count.map { Scale.eighths(Double($0), top: Double(top), rows: chartRows) } ?? chartRows * 8
        for column in run.columns {
            drawBar(eighths, x: axis.x + column, foot: foot, isFull: run.value == .unlimited, into: &surface)
        }
        guard run.columns.count > number.count else { return }
        let style = chartRows > 1 ? Style(.askedBar).reversed().bold() : Style(.asked).bold()
        surface.put(number, x: axis.x + run.columns.lowerBound, y: foot, style: style)
    }

    private func drawBar(_ eighths: Int, x: Int, foot: Int, isFull: Bool, into surface: inout Surface) {
        guard chartRows > 1, !signs.isASCII else {
            surface.put(isFull ? signs.levelUnlimited : signs.level, x: x, y: foot, style: Style(.askedBar))
            return
        }
        Bar.draw(eighths, x: x, foot: foot, rows: chartRows, signs: signs, style: Style(.askedBar), into: &surface)
    }

    /// Draws the stretches without demand: dots, and a 0 at the start of one unless another 0 is near.
    private func drawZeros(_ stretches: [Range<Int>], into surface: inout Surface, y: Int) {
        var last: Int?
        for columns in stretches {
            for column in columns { surface.put(signs.zeroFloor, x: axis.x + column, y: y, style: Style(.ghost)) }
            guard columns.count > 3 else { continue }
            let isNews = last.map { columns.lowerBound - $0 >= DemandLaneView.zeroDistance } ?? true
            last = columns.lowerBound
            guard isNews || columns.count >= DemandLaneView.zeroDistance else { continue }
            surface.put("0", x: axis.x + columns.lowerBound, y: y, style: Style(.asked))
        }
        if let last = stretches.last { drawPause(last, into: &surface, y: y) }
    }

    private func drawPause(_ columns: Range<Int>, into surface: inout Surface, y: Int) {
        let words = "0: the sink requests nothing "
        guard model.pause(ofLane: lane.index, at: context.sequence) != nil,
            columns.upperBound == axis.columns.upperBound, columns.count > words.count
        else { return }
        surface.put(words, x: axis.x + columns.lowerBound, y: y, style: Style(.asked))
    }

    private func drawEnd(into surface: inout Surface, y: Int) {
        guard let cancel = history.ending(upTo: context.sequence), cancel.kind == .cancel else { return }
        let column = axis.column(of: cancel.time)
        guard column >= 0, column < axis.width else { return }
        surface.put(signs.cancelled, x: axis.x + column, y: y, style: Style(.strong).bold())
    }

    // MARK: Requests

    private func drawRequests(into surface: inout Surface, y: Int) {
        let requests = axis.columns.compactMap { column in context.requested(on: lane, in: column).map { (column, $0) } }
        let isDense = zip(requests, requests.dropFirst()).contains { $1.0 - $0.0 <= 2 }
        var labels = LabelRow()
        for (column, demand) in requests {
            let number = signs.text(of: demand)
            labels.add(
                isDense && number == "1" ? "\(signs.request)" : "\(signs.request)\(number)", at: column, style: Style(.asked))
        }
        labels.draw(into: &surface, x: axis.x, y: y, width: axis.width)
    }
}

/// Demand as upstream sees it, event by event: without the part met by values on their way.
private struct AskedSteps {
    private let own: LaneHistory
    private let origin: LaneHistory
    private let transit: ElementPassage
    private let sequence: Int
    /// The numbers of events passed: of this lane, and of the lane from which its values come.
    private var passed = (own: 0, origin: 0)

    init(_ own: LaneHistory, _ transit: ElementPassage, in model: StreamModel, _ sequence: Int) {
        self.own = own
        self.transit = transit
        self.sequence = sequence
        origin = model.lanes[transit.origin]
    }

    private var totals: EdgeAccount? { passed.own > 0 ? own.marks[passed.own - 1].totals : nil }

    /// The demand; `nil` before the subscription.
    var level: Demand? {
        guard let totals else { return nil }
        return transit.remainingDemand(passed.origin > 0 ? origin.marks[passed.origin - 1].totals : EdgeAccount(), totals)
    }

    var isOver: Bool { totals?.end != nil }
    var isCancelled: Bool { totals?.end == .cancel }

    /// Skips the events before a time.
    mutating func skip(to time: TraceTime) {
        passed.own = own.marks(from: .zero, before: time, upTo: sequence).endIndex
        passed.origin = origin.marks(from: .zero, before: time, upTo: sequence).endIndex
    }

    /// The maximum number of events to pass one by one in a cell. If it has more, only the demand at its end is read.
    private static let stepLimit = 256

    /// Passes the events before a time.
    mutating func advance(to time: TraceTime, _ body: (AskedSteps) -> Void) {
        var count = 0
        while count < AskedSteps.stepLimit, let isOwn = nextIsOwn(before: time) {
            if isOwn { passed.own += 1 } else { passed.origin += 1 }
            count += 1
            body(self)
        }
        guard count == AskedSteps.stepLimit else { return }
        skip(to: time)
        body(self)
    }

    /// Whether the next event before a time belongs to this lane; `nil` if there is none.
    private func nextIsOwn(before time: TraceTime) -> Bool? {
        switch (at(passed.own, of: own, before: time), at(passed.origin, of: origin, before: time)) {
        case (nil, nil): nil
        case (let own?, let origin?): own < origin
        case (_?, nil): true
        case (nil, _?): false
        }
    }

    private func at(_ index: Int, of history: LaneHistory, before time: TraceTime) -> Int? {
        guard index < history.marks.count, history.marks[index].time < time else { return nil }
        return history.marks[index].sequence <= sequence ? history.marks[index].sequence : nil
    }
}

/// The top of a chart: the smallest of 2, 5, 10, 20, 50 … that holds the peak.
enum Scale {
    /// - Parameters:
    ///   - peak: The largest value in view.
    ///   - capacity: The upper limit; it becomes the top if the peak is between half of it and all of it.
    static func top(peak: Int, capacity: Int? = nil) -> Int {
        if let capacity, peak <= capacity, peak >= capacity - capacity / 2 { return max(1, capacity) }
        var top = 2
        var index = 0
        while top < peak, top < Int.max / 10 {
            top = index % 3 == 0 ? top / 2 * 5 : top * 2
            index += 1
        }
        return top
    }

    /// The filled eighths of a bar, at least one if the value is not 0.
    static func eighths(_ value: Double, top: Double, rows: Int) -> Int {
        guard value > 0 else { return 0 }
        return max(1, Int(min(1, value / top) * Double(rows * 8) + 0.5))
    }
}

/// Draws one column of a bar chart in eighths of a row.
enum Bar {
    /// - Parameters:
    ///   - eighths: The height from the foot, in eighths of a row.
    ///   - foot: The lowest row.
    ///   - rows: The number of rows.
    static func draw(_ eighths: Int, x: Int, foot: Int, rows: Int, signs: Signs, style: Style, into surface: inout Surface) {
        for row in 0..<rows {
            let part = min(8, eighths - row * 8)
            guard part > 0 else { return }
            surface.put(signs.bars[part - 1], x: x, y: foot - row, style: style)
        }
    }
}
