import FlowModel
import FlowTrace
import FlowVerdict

/// Checks after each event whether the condition has become true. A condition that is true at the start must become false first.
struct BreakpointWatch: Sendable {
    private let breakpoint: Breakpoint
    /// The moment up to which events have been checked.
    private(set) var checked: Moment
    /// For each lane on which the condition is true: the time at which it became true, and whether that was reported.
    private var stretches: [Int: (since: TraceTime, isReported: Bool)] = [:]

    /// Starts at a moment, with the state of the condition at that moment.
    init(_ breakpoint: Breakpoint, in model: StreamModel, at moment: Moment) {
        self.breakpoint = breakpoint
        checked = moment
        for lane in lanes(of: model) where holds(lane, in: model, at: moment.sequence) {
            let since = BreakpointWatch.start(of: lane, in: model, upTo: moment.sequence) { holds(lane, in: model, at: $0) }
            stretches[lane] = (since, since + duration <= moment.time)
        }
    }

    /// The first moment, up to `moment`, at which the condition becomes true.
    mutating func next(in model: StreamModel, _ timeline: TraceLog, upTo moment: Moment) -> BreakpointHit? {
        let lanes = lanes(of: model)
        for entry in timeline.entries(after: checked.sequence, upTo: moment.sequence) {
            if let hit = due(by: entry.time, after: entry.sequence - 1, in: model) { return stop(at: hit) }
            if let hit = check(entry, lanes, in: model, timeline) { return stop(at: hit) }
        }
        if let hit = due(by: moment.time, after: moment.sequence, in: model) { return stop(at: hit) }
        checked = moment
        return nil
    }

    private mutating func stop(at hit: BreakpointHit) -> BreakpointHit {
        checked = hit.moment
        return hit
    }

    // MARK: Events

    private mutating func check(
        _ entry: TraceEntry, _ lanes: [Int], in model: StreamModel, _ timeline: TraceLog
    ) -> BreakpointHit? {
        switch breakpoint.condition {
        case .held, .demand:
            guard let lane = model.laneIndex(of: entry), lanes.contains(lane) else { return nil }
            return change(of: lane, entry, in: model)
        case .drop: return entry.kind == .dropped ? hit(by: entry, in: model, timeline) : nil
        case .failure: return entry.kind == .failure ? hit(by: entry, in: model, timeline) : nil
        case .value(let text): return fits(entry, timeline) { $0 == text } ? hit(by: entry, in: model, timeline) : nil
        case .valueContains(let text):
            return fits(entry, timeline) { $0.contains(text) } ? hit(by: entry, in: model, timeline) : nil
        }
    }

    private func fits(_ entry: TraceEntry, _ log: TraceLog, _ condition: (String) -> Bool) -> Bool {
        entry.kind.isOfValue && (log.value(of: entry).map { condition($0.description) } ?? false)
    }

    private func hit(by entry: TraceEntry, in model: StreamModel, _ log: TraceLog) -> BreakpointHit {
        hit(
            Moment(time: entry.time, sequence: entry.sequence),
            .event(FoundEvent(entry, in: log, lane: model.laneName(of: entry))))
    }

    // MARK: Lanes

    private mutating func change(of lane: Int, _ entry: TraceEntry, in model: StreamModel) -> BreakpointHit? {
        guard holds(lane, in: model, at: entry.sequence) else {
            stretches[lane] = nil
            return nil
        }
        guard stretches[lane] == nil else { return nil }
        stretches[lane] = (entry.time, duration == 0)
        guard duration == 0 else { return nil }
        return hit(Moment(time: entry.time, sequence: entry.sequence), cause(lane, in: model, at: entry.sequence))
    }

    /// The hit of a condition that, by `time`, has been true for the required duration.
    private mutating func due(by time: TraceTime, after sequence: Int, in model: StreamModel) -> BreakpointHit? {
        let open = stretches.filter { !$0.value.isReported && $0.value.since + duration <= time }
        guard let (lane, stretch) = open.min(by: { ($0.value.since, $0.key) < ($1.value.since, $1.key) }) else { return nil }
        stretches[lane]?.isReported = true
        return hit(Moment(time: stretch.since + duration, sequence: sequence), cause(lane, in: model, at: sequence))
    }

    private func hit(_ moment: Moment, _ cause: BreakpointHit.Cause) -> BreakpointHit {
        BreakpointHit(breakpoint: breakpoint, moment: moment, cause: cause)
    }

    private var duration: UInt64 {
        if case .demand(_, _, let duration) = breakpoint.condition { duration } else { 0 }
    }

    /// The lanes that the condition is about.
    private func lanes(of model: StreamModel) -> [Int] {
        switch breakpoint.condition {
        case .held(let name, _, _):
            model.lanes.indices.filter { model.lanes[$0].spec.role == .buffer && model.lanes[$0].spec.name == name }
        case .demand: BreakpointWatch.demandLanes(of: model)
        case .value, .valueContains, .drop, .failure: []
        }
    }

    /// The outputs whose demand counts: the only output, otherwise the outputs with a demand lane, otherwise all.
    private static func demandLanes(of model: StreamModel) -> [Int] {
        let outputs = model.lanes.indices.filter { model.lanes[$0].spec.role == .output }
        let shown = outputs.filter { model.lanes[$0].spec.showsDemand }
        return outputs.count == 1 || shown.isEmpty ? outputs : shown
    }

    private func holds(_ lane: Int, in model: StreamModel, at sequence: Int) -> Bool {
        let totals = model.lanes[lane].totals(upTo: sequence)
        switch breakpoint.condition {
        // A count that is only a lower bound proves no upper limit.
        case .held(_, let comparison, _) where totals.heldIsLowerBound && !comparison.holds(.max, 0): return false
        case .held(_, let comparison, .count(let count)): return comparison.holds(totals.held, count)
        case .held(_, let comparison, .percent(let percent)):
            guard let capacity = model.node(ofLane: lane)?.capacity else { return false }
            let wanted = percent.multipliedReportingOverflow(by: capacity)
            return comparison.holds(totals.held * 100, wanted.overflow ? .max : wanted.partialValue)
        case .demand(let comparison, let demand, _):
            // There is no demand to compare before the subscription or after the end.
            guard totals.subscriptions + totals.requests > 0, totals.end == nil else { return false }
            return comparison.holds(totals.outstanding.count ?? .max, demand.count ?? .max)
        case .value, .valueContains, .drop, .failure: return false
        }
    }

    private func cause(_ lane: Int, in model: StreamModel, at sequence: Int) -> BreakpointHit.Cause {
        let (name, totals) = (model.lanes[lane].spec.name, model.lanes[lane].totals(upTo: sequence))
        guard case .demand = breakpoint.condition else {
            return .held(lane: name, count: totals.heldCount, capacity: model.node(ofLane: lane)?.capacity)
        }
        return .asked(lane: name, totals.outstanding, lasting: duration)
    }

    /// For a condition that is true after the event `sequence`, the time at which it became true. Searches at most a few thousand
    /// events.
    private static func start(of lane: Int, in model: StreamModel, upTo sequence: Int, _ holds: (Int) -> Bool) -> TraceTime {
        let marks = model.lanes[lane].marks[..<model.lanes[lane].countOfMarks(upTo: sequence)].suffix(8_192)
        let last = marks.lastIndex { !holds($0.sequence) }
        return last.map { marks.index(after: $0) }.flatMap { marks.indices.contains($0) ? marks[$0].time : nil }
            ?? marks.first?.time ?? .zero
    }
}

/// Several breakpoints, checked together.
public struct BreakpointSet: Sendable {
    private var watches: [BreakpointWatch]
    /// The moment up to which events have been checked.
    public private(set) var checked: Moment

    /// Starts at a moment. A condition that is true at that moment must become false before it can stop time.
    public init(_ breakpoints: [Breakpoint], in model: StreamModel, at moment: Moment) {
        watches = breakpoints.map { BreakpointWatch($0, in: model, at: moment) }
        checked = moment
    }

    /// The first moment, up to `moment`, at which one of the conditions becomes true.
    ///
    /// - Parameters:
    ///   - model: The lanes; empty if none are shown.
    ///   - timeline: The events to check.
    ///   - moment: The last moment to check.
    /// - Complexity: O(new events × breakpoints).
    public mutating func next(in model: StreamModel, _ timeline: TraceLog, upTo moment: Moment) -> BreakpointHit? {
        var first: BreakpointHit?
        for watch in watches {
            var trial = watch
            if let hit = trial.next(in: model, timeline, upTo: first?.moment ?? moment),
                first.map({ hit.moment < $0.moment }) ?? true
            {
                first = hit
            }
        }
        checked = first?.moment ?? moment
        for index in watches.indices { _ = watches[index].next(in: model, timeline, upTo: checked) }
        return first
    }
}

/// A breakpoint whose condition became true.
public struct BreakpointHit: Hashable, Sendable {
    public enum Cause: Hashable, Sendable {
        case event(FoundEvent)
        /// A buffer holds `count` of at most `capacity` values.
        case held(lane: String, count: HeldCount, capacity: Int?)
        /// The outstanding demand of an output, which has matched the condition for `lasting` nanoseconds.
        case asked(lane: String, Demand, lasting: UInt64)
    }

    public let breakpoint: Breakpoint
    /// The moment at which the condition became true: just after an event, or at the end of a duration.
    public let moment: Moment
    public let cause: Cause
}
