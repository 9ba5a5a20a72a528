import FlowGraph
import FlowTrace

/// A trace folded into lanes and counters; the same for scenarios, live programs and files.
///
/// A value type: a copy is a snapshot. Updates only ever append.
public struct StreamModel: Sendable {
    /// Every event, with the facts of the graph.
    public private(set) var log: TraceLog
    /// The lanes, top to bottom.
    public private(set) var lanes: [LaneHistory]

    /// Whether the lanes are called after operators, as those of a traced program are.
    package let isProgram: Bool

    private let laneOfName: [String: Int]
    private var laneOfEdge = Numbered<Int>()
    /// Per lane, the place in the log of the first edge that it shows.
    private var firstEdges: [Int?]
    /// Per lane, what cannot be trusted of its edges.
    private var doubts: [EdgeDoubts]
    private var placeOfNode: [NodeID: Int] = [:]
    /// By node, the place in the log of the first edge that leads to it.
    private var inputOfNode: [NodeID: Int] = [:]
    /// How many of the log's declarations of edges, and of its nodes, are in the tables above.
    private var known = (edges: 0, nodes: 0)
    /// What passed each edge, and the edge's place there.
    private var accounts: [EdgeAccount] = []
    private var placeOfEdge = Numbered<Int>()
    private var outstanding: [Demand] = []
    /// The values that were held before the first event that is known.
    private let oldValues: [Int: TraceValue?]
    /// Per lane, when its sink was paused.
    private var pauses: [PauseHistory]

    /// Creates an empty model with these lanes.
    public init(lanes: [LaneSpec]) {
        self.init(lanes: lanes, isProgram: false)
    }

    /// Creates a model of what a scenario or a traced program does, after `base` where it is not known from its first event.
    package init(lanes: [LaneSpec], base: StreamBase? = nil, isProgram: Bool) {
        let base = base ?? StreamBase(lanes: lanes.map { _ in LaneBase() })
        self.isProgram = isProgram
        log = TraceLog(forgotten: base.sequence, at: base.time)
        self.lanes = zip(lanes, base.lanes).map { LaneHistory(spec: $0, base: $1) }
        oldValues = Dictionary(
            base.lanes.flatMap(\.held).map { ($0.entered, $0.value) }, uniquingKeysWith: { first, _ in first })
        laneOfName = Dictionary(lanes.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        firstEdges = Array(repeating: nil, count: lanes.count)
        doubts = Array(repeating: [], count: lanes.count)
        pauses = base.lanes.map { PauseHistory(since: $0.pausedSince) }
        for (edge, totals) in base.totals { accounts[place(ofEdge: edge)] = totals }
    }

    /// Drains a recorder and folds what came.
    public mutating func update(from recorder: Recorder) {
        update { recorder.drain(into: &$0) }
    }

    /// Lets `read` append to the log, and folds what came.
    public mutating func update(_ read: (inout TraceLog) -> Void) {
        let known = log.count
        read(&log)
        fold(from: known)
    }

    private mutating func fold(from first: Int) {
        learnFacts()
        // Shares its storage with the log, which can so be read while the lanes change.
        let log = log
        for entry in log.entries(after: first) { fold(entry, in: log) }
    }

    /// Takes the edges and nodes that were declared since the last time into the tables.
    private mutating func learnFacts() {
        for place in log.edgeIndices(declaredAfter: known.edges) {
            let edge = log.edges[place]
            if edge.role == .link, let node = edge.downstream, inputOfNode[node] == nil { inputOfNode[node] = place }
            guard let lane = laneOfName[edge.label] else { continue }
            laneOfEdge[edge.id.rawValue] = lane
            firstEdges[lane] = firstEdges[lane] ?? place
            doubts[lane].formUnion(edge.doubts)
        }
        for (place, node) in log.nodes.enumerated().dropFirst(known.nodes) { placeOfNode[node.id] = place }
        known = (log.edgeDeclarations, log.nodes.count)
    }

    private mutating func fold(_ entry: TraceEntry, in log: TraceLog) {
        let place = place(ofEdge: entry.edge)
        accounts[place].fold(entry.kind, demand: entry.event.demand)
        outstanding.append(accounts[place].outstanding)
        guard let lane = laneIndex(of: entry) else { return }
        let value = log.value(of: entry)
        lanes[lane].fold(entry, value: value)
        if let state = log.state(of: entry) { pauses[lane].observe(state, of: entry) }
    }

    private mutating func place(ofEdge edge: EdgeID) -> Int {
        if let known = placeOfEdge[edge.rawValue] { return known }
        placeOfEdge[edge.rawValue] = accounts.count
        accounts.append(EdgeAccount())
        return accounts.count - 1
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
        laneIndex(of: entry).map { lanes[$0].spec.name }
    }

    /// The place of the lane on which an event stands.
    public func laneIndex(of entry: TraceEntry) -> Int? {
        laneIndex(ofEdge: entry.edge)
    }

    /// The place of the lane on which the events of an edge stand.
    package func laneIndex(ofEdge edge: EdgeID) -> Int? {
        laneOfEdge[edge.rawValue]
    }

    /// The demand on an event's edge after it.
    public func outstanding(after entry: TraceEntry) -> Demand {
        outstanding[entry.sequence - 1 - log.forgotten]
    }

    /// What stands for a value that was not written down.
    public static let undescribed = "•"

    /// The text of an event's value, unsanitised: ``undescribed`` where it was not written down, empty where there is none.
    public func text(of sequence: Int) -> String {
        if let value = oldValues[sequence] { return value?.description ?? StreamModel.undescribed }
        guard let entry = log[sequence: sequence] else { return "" }
        return log.value(of: entry)?.description ?? (entry.kind.isOfValue ? StreamModel.undescribed : "")
    }

    /// The state that an event reports, `nil` for another kind of event.
    public func reportedState(of sequence: Int) -> StreamState? {
        log[sequence: sequence].flatMap(log.state)
    }

    /// The type of the values on a lane, without modules; what is held has that of what comes in. `nil` where it is not known.
    public func valueType(ofLane index: Int) -> String? {
        guard let edge = edge(ofLane: index) else { return nil }
        guard edge.role == .store else { return edge.valueType }
        return edge.valueType ?? edge.upstream.flatMap { inputOfNode[$0] }.flatMap { log.edges[$0].valueType }
    }

    /// What cannot be trusted of a lane.
    public func doubts(ofLane index: Int) -> EdgeDoubts {
        doubts[index]
    }

    /// The fact of the node that a lane shows: the buffer itself, the source, or the node below an output.
    ///
    /// - Complexity: O(1).
    public func node(ofLane index: Int) -> NodeFact? {
        edge(ofLane: index).flatMap { node($0.role == .link ? $0.downstream : $0.upstream) }
    }

    /// The fact of the first edge that a lane shows, `nil` before it is declared.
    package func edge(ofLane index: Int) -> EdgeFact? {
        firstEdges[index].map { log.edges[$0] }
    }

    /// The fact of a node.
    package func node(_ id: NodeID?) -> NodeFact? {
        id.flatMap { placeOfNode[$0] }.map { log.nodes[$0] }
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
    ///
    /// - Complexity: O(log *n*) for *n* pauses.
    public func pause(ofLane index: Int, at sequence: Int) -> TraceTime? {
        pauses[index].since(at: sequence)
    }

    /// The stretches in which a lane's sink was paused, up to the event `sequence`; an open one has no end.
    public func pauses(ofLane index: Int, upTo sequence: Int) -> [(start: TraceTime, end: TraceTime?)] {
        pauses[index].stretches(upTo: sequence)
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

/// Where a ``StreamModel`` begins that does not know a stream from its first event.
package struct StreamBase: Sendable {
    /// How many events came before.
    var sequence = 0
    /// When the last of them happened.
    var time = TraceTime.zero
    /// By lane.
    var lanes: [LaneBase] = []
    /// What has passed each edge.
    var totals: [EdgeID: EdgeAccount] = [:]
}

/// Where a lane is in its life.
public enum LaneState: Hashable, Sendable {
    /// Nothing has happened on it yet.
    case idle
    /// It is alive.
    case live
    /// Its sink is paused, since the time given.
    case paused(since: TraceTime)
    /// It ended well.
    case finished(at: TraceTime)
    /// It failed.
    case failed(at: TraceTime)
    /// Its subscriber cancelled.
    case cancelled(at: TraceTime)

    /// Whether nothing more can come.
    public var isOver: Bool {
        switch self {
        case .finished, .failed, .cancelled: true
        case .idle, .live, .paused: false
        }
    }
}

/// When a lane's sink was paused and resumed; grows at its end only.
struct PauseHistory: Sendable {
    private struct Change {
        let sequence: Int
        let time: TraceTime
        let pauses: Bool
    }

    /// Pauses and resumptions, by turns, a pause first.
    private var changes: [Change] = []

    /// Begins paused where there is a time since when.
    init(since: TraceTime? = nil) {
        if let since { changes = [Change(sequence: 0, time: since, pauses: true)] }
    }

    /// Observes a state of the lane's subscriber; only pauses and resumptions count.
    mutating func observe(_ state: StreamState, of entry: TraceEntry) {
        guard state == .paused || state == .resumed else { return }
        let pauses = state == .paused
        guard pauses != (changes.last?.pauses ?? false) else { return }
        changes.append(Change(sequence: entry.sequence, time: entry.time, pauses: pauses))
    }

    /// Since when the sink is paused after the event `sequence`, `nil` where it is not.
    ///
    /// - Complexity: O(log *n*) for *n* pauses.
    func since(at sequence: Int) -> TraceTime? {
        changes[..<count(upTo: sequence)].last.flatMap { $0.pauses ? $0.time : nil }
    }

    /// The stretches in which it was paused, up to the event `sequence`; an open one has no end.
    ///
    /// - Complexity: O(*n*) for *n* pauses.
    func stretches(upTo sequence: Int) -> [(start: TraceTime, end: TraceTime?)] {
        let count = count(upTo: sequence)
        return stride(from: 0, to: count, by: 2).map { place in
            (changes[place].time, place + 1 < count ? changes[place + 1].time : nil)
        }
    }

    private func count(upTo sequence: Int) -> Int {
        changes.partitioningIndex { $0.sequence > sequence }
    }
}
