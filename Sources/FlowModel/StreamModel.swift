import FlowTrace

/// A trace folded into lanes and counters; the same for scenarios, live programs and files.
///
/// A value type: a copy is a snapshot. ``update(from:)`` and ``fold(_:)`` only ever append.
public struct StreamModel: Sendable {
    /// Every event, with the facts of the graph.
    public private(set) var log = TraceLog()
    /// The lanes, top to bottom.
    public private(set) var lanes: [LaneHistory]

    private var laneOfEdge: [EdgeID: Int] = [:]
    /// How many of the log's edges have found their lanes.
    private var placedEdges = 0
    private var totalsOfEdge: [EdgeID: LaneTotals] = [:]
    private var outstanding: [Demand] = []
    private var pausedMarks: [(lane: Int, sequence: Int, since: TraceTime?)] = []

    /// Creates an empty model with these lanes.
    public init(lanes: [LaneSpec]) {
        self.lanes = lanes.map(LaneHistory.init(spec:))
    }

    /// Drains a recorder and folds what came.
    public mutating func update(from recorder: Recorder) {
        update { recorder.drain(into: &$0) }
    }

    /// Lets `read` append to the log, and folds what came.
    public mutating func update(_ read: (inout TraceLog) -> Void) {
        let known = log.entries.count
        read(&log)
        fold(from: known)
    }

    /// Replaces an empty log by a whole one and folds it.
    public mutating func load(_ log: TraceLog) {
        precondition(self.log.entries.isEmpty, "StreamModel has \(self.log.entries.count) events already")
        self.log = log
        fold(from: 0)
    }

    private mutating func fold(from first: Int) {
        for fact in log.edges[placedEdges...] {
            laneOfEdge[fact.id] = lanes.firstIndex { $0.spec.name == fact.label }
        }
        placedEdges = log.edges.count
        for entry in log.entries[first...] { fold(entry) }
    }

    private mutating func fold(_ entry: TraceEntry) {
        totalsOfEdge[entry.edge, default: LaneTotals()].add(entry.kind, demand: entry.event.demand, fromStore: false)
        outstanding.append(totalsOfEdge[entry.edge]?.outstanding ?? .none)
        guard let lane = laneOfEdge[entry.edge] else { return }
        let value = log.value(of: entry)
        let log = log
        lanes[lane].fold(entry, value: value) { sequence in
            log[sequence: sequence].flatMap { log.value(of: $0) }
        }
        if entry.kind == .state { notePause(entry, lane: lane, state: value?.description ?? "") }
    }

    private mutating func notePause(_ entry: TraceEntry, lane: Int, state: String) {
        switch state {
        case "paused": pausedMarks.append((lane, entry.sequence, entry.time))
        case "resumed": pausedMarks.append((lane, entry.sequence, nil))
        default: break
        }
    }

    // MARK: Asking

    /// The moment of the last event.
    public var end: Moment {
        log.end
    }

    /// The moment at `time`, after all events that have happened by then.
    public func moment(at time: TraceTime) -> Moment {
        log.moment(at: time)
    }

    /// The moment just after an event.
    public func moment(ofEvent sequence: Int) -> Moment {
        log.moment(ofEvent: sequence)
    }

    /// The name of the lane on which an event stands, `nil` where its edge has none.
    public func laneName(of entry: TraceEntry) -> String? {
        laneOfEdge[entry.edge].map { lanes[$0].spec.name }
    }

    /// The place of the lane on which an event stands.
    public func laneIndex(of entry: TraceEntry) -> Int? {
        laneOfEdge[entry.edge]
    }

    /// The demand on an event's edge after it.
    public func outstanding(after entry: TraceEntry) -> Demand {
        outstanding[entry.sequence - 1]
    }

    /// The text of an event's value, unsanitised; empty where it has none.
    public func text(of sequence: Int) -> String {
        log[sequence: sequence].flatMap { log.value(of: $0) }?.description ?? ""
    }

    /// The fact of the node that a lane shows: the buffer itself, the source, or the node below an output.
    public func node(ofLane index: Int) -> NodeFact? {
        guard let edge = log.edges.first(where: { laneOfEdge[$0.id] == index }) else { return nil }
        let id = edge.role == .link ? edge.downstream : edge.upstream
        return log.nodes.first { $0.id == id }
    }

    /// Where a lane is in its life after the event `sequence`.
    public func state(ofLane index: Int, at sequence: Int) -> LaneState {
        let lane = lanes[index]
        guard lane.countOfMarks(upTo: sequence) > 0 else { return .idle }
        if let end = lane.lastMark(of: \.endings, upTo: sequence) {
            switch end.kind {
            case .failure: return .failed(at: end.time)
            case .cancel: return .cancelled(at: end.time)
            default: return .finished(at: end.time)
            }
        }
        if let since = pause(ofLane: index, at: sequence) { return .paused(since: since) }
        return .live
    }

    /// Since when a lane's sink is paused, `nil` where it is not.
    public func pause(ofLane index: Int, at sequence: Int) -> TraceTime? {
        pausedMarks.last { $0.lane == index && $0.sequence <= sequence }?.since
    }

    /// The stretches in which a lane's sink was paused, up to the event `sequence`; an open one has no end.
    public func pauses(ofLane index: Int, upTo sequence: Int) -> [(start: TraceTime, end: TraceTime?)] {
        var found: [(start: TraceTime, end: TraceTime?)] = []
        for mark in pausedMarks where mark.lane == index && mark.sequence <= sequence {
            if let since = mark.since {
                if found.last.map({ $0.end != nil }) ?? true { found.append((since, nil)) }
            } else if let open = found.last, open.end == nil, let entry = log[sequence: mark.sequence] {
                found[found.count - 1] = (open.start, entry.time)
            }
        }
        return found
    }

    /// The state of the whole stream: over when every output is, live otherwise.
    public func state(at sequence: Int) -> LaneState {
        let outputs = lanes.indices.filter { lanes[$0].spec.role == .output }
        let states = outputs.map { state(ofLane: $0, at: sequence) }
        if let paused = states.first(where: { if case .paused = $0 { true } else { false } }) { return paused }
        guard !states.isEmpty, states.allSatisfy(\.isOver) else { return states.contains(.live) ? .live : .idle }
        return states.max { end(of: $0) < end(of: $1) } ?? .idle
    }

    private func end(of state: LaneState) -> TraceTime {
        switch state {
        case .finished(let at), .failed(let at), .cancelled(let at): at
        case .idle, .live, .paused: .zero
        }
    }
}
