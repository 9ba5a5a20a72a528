import FlowModel
import FlowTrace

/// Waits for a condition to come to hold, from event to event.
///
/// A condition that holds already has to cease before it can come to hold again.
struct BreakpointWatch: Sendable {
    private let breakpoint: Breakpoint
    /// Up to where events were looked at.
    private(set) var looked: Moment
    /// Per lane, since when its part of the condition holds, and whether that was told.
    private var stretches: [Int: (since: TraceTime, isTold: Bool)] = [:]

    /// Begins with what holds at a moment.
    init(_ breakpoint: Breakpoint, in model: StreamModel, at moment: Moment) {
        self.breakpoint = breakpoint
        looked = moment
        for lane in lanes(of: model) where holds(lane, in: model, at: moment.sequence) {
            let since = BreakpointWatch.start(of: lane, in: model, upTo: moment.sequence) { holds(lane, in: model, at: $0) }
            stretches[lane] = (since, since + duration <= moment.time)
        }
    }

    /// The first moment up to another at which the condition comes to hold, among the events of a timeline.
    mutating func next(in model: StreamModel, _ timeline: TraceLog, upTo moment: Moment) -> BreakpointHit? {
        let lanes = lanes(of: model)
        for entry in timeline.entries(after: looked.sequence, upTo: moment.sequence) {
            if let hit = due(by: entry.time, after: entry.sequence - 1, in: model) { return tell(hit) }
            if let hit = look(entry, lanes, in: model, timeline) { return tell(hit) }
        }
        if let hit = due(by: moment.time, after: moment.sequence, in: model) { return tell(hit) }
        looked = moment
        return nil
    }

    private mutating func tell(_ hit: BreakpointHit) -> BreakpointHit {
        looked = hit.moment
        return hit
    }

    // MARK: Events

    private mutating func look(
        _ entry: TraceEntry, _ lanes: [Int], in model: StreamModel, _ timeline: TraceLog
    ) -> BreakpointHit? {
        switch breakpoint.condition {
        case .held, .demand:
            guard let lane = model.laneIndex(of: entry), lanes.contains(lane) else { return nil }
            return change(of: lane, entry, in: model)
        case .drop: return entry.kind == .dropped ? told(entry, in: model, timeline) : nil
        case .failure: return entry.kind == .failure ? told(entry, in: model, timeline) : nil
        case .value(let text): return fits(entry, timeline) { $0 == text } ? told(entry, in: model, timeline) : nil
        case .valueContains(let text): return fits(entry, timeline) { $0.contains(text) } ? told(entry, in: model, timeline) : nil
        }
    }

    private func fits(_ entry: TraceEntry, _ log: TraceLog, _ condition: (String) -> Bool) -> Bool {
        entry.kind.isOfValue && (log.value(of: entry).map { condition($0.description) } ?? false)
    }

    private func told(_ entry: TraceEntry, in model: StreamModel, _ log: TraceLog) -> BreakpointHit {
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

    /// The stretch that has lasted long enough by a time.
    private mutating func due(by time: TraceTime, after sequence: Int, in model: StreamModel) -> BreakpointHit? {
        let open = stretches.filter { !$0.value.isTold && $0.value.since + duration <= time }
        guard let (lane, stretch) = open.min(by: { ($0.value.since, $0.key) < ($1.value.since, $1.key) }) else { return nil }
        stretches[lane]?.isTold = true
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

    /// The outputs whose demand is drawn: the only one, else those that have a lane for it, else all.
    private static func demandLanes(of model: StreamModel) -> [Int] {
        let outputs = model.lanes.indices.filter { model.lanes[$0].spec.role == .output }
        let shown = outputs.filter { model.lanes[$0].spec.showsDemand }
        return outputs.count == 1 || shown.isEmpty ? outputs : shown
    }

    private func holds(_ lane: Int, in model: StreamModel, at sequence: Int) -> Bool {
        let totals = model.lanes[lane].totals(upTo: sequence)
        switch breakpoint.condition {
        case .held(_, let comparison, .count(let count)): return comparison.holds(totals.held, count)
        case .held(_, let comparison, .percent(let percent)):
            guard let capacity = model.node(ofLane: lane)?.capacity else { return false }
            let wanted = percent.multipliedReportingOverflow(by: capacity)
            return comparison.holds(totals.held * 100, wanted.overflow ? .max : wanted.partialValue)
        case .demand(let comparison, let demand, _):
            // Nobody waits before the subscription or after the end.
            guard totals.subscriptions + totals.requests > 0, totals.endings == 0 else { return false }
            return comparison.holds(totals.outstanding.count ?? .max, demand.count ?? .max)
        case .value, .valueContains, .drop, .failure: return false
        }
    }

    private func cause(_ lane: Int, in model: StreamModel, at sequence: Int) -> BreakpointHit.Cause {
        let (name, totals) = (model.lanes[lane].spec.name, model.lanes[lane].totals(upTo: sequence))
        guard case .demand = breakpoint.condition else {
            return .held(lane: name, count: totals.held, capacity: model.node(ofLane: lane)?.capacity)
        }
        return .asked(lane: name, totals.outstanding, lasting: duration)
    }

    /// Since when something holds that holds after the event `sequence`, looked for some thousands of the lane's events back.
    private static func start(of lane: Int, in model: StreamModel, upTo sequence: Int, _ holds: (Int) -> Bool) -> TraceTime {
        let marks = model.lanes[lane].marks[..<model.lanes[lane].countOfMarks(upTo: sequence)].suffix(8_192)
        let last = marks.lastIndex { !holds($0.sequence) }
        return last.map { marks.index(after: $0) }.flatMap { marks.indices.contains($0) ? marks[$0].time : nil }
            ?? marks.first?.time ?? .zero
    }
}

/// Several breakpoints, asked together as time goes on.
public struct BreakpointSet: Sendable {
    private var watches: [BreakpointWatch]
    /// Up to where events were looked at.
    public private(set) var looked: Moment

    /// Begins at a moment; what holds there already has to cease before it can stop time.
    public init(_ breakpoints: [Breakpoint], in model: StreamModel, at moment: Moment) {
        watches = breakpoints.map { BreakpointWatch($0, in: model, at: moment) }
        looked = moment
    }

    /// The first moment up to another at which one of the conditions comes to hold.
    ///
    /// - Parameters:
    ///   - model: The lanes, empty where none are shown.
    ///   - timeline: The events to look at.
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
        looked = first?.moment ?? moment
        for place in watches.indices { _ = watches[place].next(in: model, timeline, upTo: looked) }
        return first
    }
}

/// A condition that became true.
public struct BreakpointHit: Hashable, Sendable {
    /// What is true.
    public enum Cause: Hashable, Sendable {
        case event(FoundEvent)
        /// A buffer holds so many, of at most `capacity`.
        case held(lane: String, count: Int, capacity: Int?)
        /// An output is asked for so much, for so many nanoseconds.
        case asked(lane: String, Demand, lasting: UInt64)
    }

    /// Whose condition it is.
    public let breakpoint: Breakpoint
    /// When it became true: just after an event, or where a stretch of time was over.
    public let moment: Moment
    /// What is true.
    public let cause: Cause
}
