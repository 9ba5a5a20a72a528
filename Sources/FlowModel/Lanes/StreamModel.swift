import FlowGraph
import FlowTrace

/// A trace folded into lanes and counters; the same for scenarios, live programs and files.
///
/// A value type: a copy is a snapshot. Updates only ever append.
public struct StreamModel: Sendable {
    /// All events, and the facts of the graph.
    public private(set) var log: TraceLog
    /// Its lanes, from top to bottom.
    public private(set) var lanes: [LaneHistory]

    /// Whether its lanes were declared with the graph, as source, buffer and output. Other lanes show operators by name.
    package let hasDeclaredLanes: Bool

    /// Derives the events from a tracer's records; `nil` if the records are events.
    private var reconstruction: Reconstruction?
    /// Whether its events are part of a larger trace, which is measured as a whole.
    package var isExcerpt: Bool { !hasDeclaredLanes && reconstruction == nil }

    private let laneOfLabel: [String: Int]
    private var laneOfEdge = DenseTable<EdgeID, Int>()
    /// The index in the log of the first edge of a lane, by lane.
    private var firstEdges: [Int?]
    /// The doubts about the edges of each lane.
    private var doubts: [EdgeUncertainty]
    private var indexOfNode: [NodeID: Int] = [:]
    /// The index in the log of the first edge into a node, by node.
    private var inputOfNode: [NodeID: Int] = [:]
    private var readers = NodeReaders()
    /// The nodes that record every attempt to send.
    private var offering: Set<NodeID> = []
    /// The numbers of edge declarations and of nodes that have been read from the log.
    private var known = (edges: 0, nodes: 0)
    /// The totals of each edge, by ``indexOfEdge``.
    private var accounts: [EdgeAccount] = []
    private var indexOfEdge = DenseTable<EdgeID, Int>()
    private var outstanding: [Demand] = []
    /// The sequence numbers of the events of edges without a lane, by the edge's index.
    private var hiddenEvents: [[Int]] = []
    /// Whether every edge has a lane.
    let showsEveryEdge: Bool
    /// The values that were held before the first known event.
    private let oldValues: [Int: TraceValue?]
    /// The pauses of a lane's sink, by lane.
    private var pauses: [PauseHistory]
    private var lives: [LaneLives]
    /// Edges with events before the first known one, until their lanes are known.
    private var pastEdges: Set<EdgeID> = []

    /// Creates an empty model.
    ///
    /// - Parameters:
    ///   - lanes: The lanes, from source to sink.
    ///   - derivesEvents: Whether its events are derived from a tracer's records; its lanes then show operators.
    public init(lanes: [LaneSpec], derivesEvents: Bool = false) {
        self.init(lanes: lanes, hasDeclaredLanes: !derivesEvents, showsEveryEdge: false)
        if derivesEvents { reconstruction = Reconstruction() }
    }

    /// Creates a model that continues after `base`, for a stream without its first events.
    package init(lanes: [LaneSpec], base: StreamBase? = nil, hasDeclaredLanes: Bool, showsEveryEdge: Bool? = nil) {
        let base = base ?? StreamBase(lanes: lanes.map { _ in LaneBase() })
        (self.hasDeclaredLanes, self.showsEveryEdge) = (hasDeclaredLanes, showsEveryEdge ?? !hasDeclaredLanes)
        log = TraceLog(forgotten: base.sequence, at: base.time)
        self.lanes = zip(lanes, base.lanes).map { LaneHistory(spec: $0, base: $1) }
        oldValues = Dictionary(base.lanes.flatMap(\.held).map { ($0.entered, $0.value) }, uniquingKeysWith: { first, _ in first })
        laneOfLabel = Dictionary(lanes.enumerated().map { ($1.label, $0) }, uniquingKeysWith: { first, _ in first })
        firstEdges = Array(repeating: nil, count: lanes.count)
        doubts = Array(repeating: [], count: lanes.count)
        lives = lanes.map { _ in LaneLives() }
        pauses = base.lanes.map { PauseHistory(since: $0.pausedSince) }
        for (edge, totals) in base.totals { accounts[index(ofEdge: edge)] = totals }
        pastEdges = Set(base.totals.keys)
    }

    /// Drains a recorder and folds the new events.
    public mutating func update(from recorder: Recorder) {
        reconstruction == nil ? update { recorder.drain(into: &$0) } : reconstruct { recorder.drain(into: &$0) }
    }

    /// Reads the written part of a file, and folds the new events.
    public mutating func update(from cursor: inout TraceCursor) {
        if reconstruction == nil { update { cursor.read(into: &$0) } } else { reconstruct { cursor.read(into: &$0) } }
    }

    /// Lets `read` append records, and folds the events derived from them.
    private mutating func reconstruct(_ read: (inout Reconstruction) -> Void) {
        guard var own = reconstruction else { return }
        let known = log.count
        // Moved out first: a value with one owner is not copied.
        (reconstruction, log) = (nil, TraceLog())
        read(&own)
        log = own.log
        reconstruction = own
        fold(from: known)
    }

    /// Lets `read` append to the log, and folds the new events.
    public mutating func update(_ read: (inout TraceLog) -> Void) {
        let known = log.count
        read(&log)
        fold(from: known)
    }

    /// The same events at other times, to show simultaneous events one after the other.
    ///
    /// - Parameter time: The new time of the event with a sequence number; must not decrease from one event to the next.
    /// - Complexity: O(*n*) for *n* events. The log must not have forgotten any.
    public func retimed(_ time: (Int) -> TraceTime) -> StreamModel {
        var model = StreamModel(
            lanes: lanes.map(\.spec), hasDeclaredLanes: hasDeclaredLanes, showsEveryEdge: showsEveryEdge)
        let log = log.retimed(time)
        model.update { $0 = log }
        return model
    }

    private mutating func fold(from first: Int) {
        readFacts()
        // A copy, so that the log can be read while the lanes change.
        let log = log
        for entry in log.entries(after: first) { fold(entry, in: log) }
    }

    /// Reads the edges and nodes that were declared since the last call.
    private mutating func readFacts() {
        for index in log.edgeIndices(declaredAfter: known.edges) {
            let edge = log.edges[index]
            readers.declare(edge, at: index)
            if edge.role == .link, let node = edge.downstream, inputOfNode[node] == nil { inputOfNode[node] = index }
            if edge.role == .source, let node = edge.upstream { offering.insert(node) }
            guard let lane = laneOfLabel[edge.label] else { continue }
            laneOfEdge[edge.id] = lane
            firstEdges[lane] = firstEdges[lane] ?? index
            doubts[lane].formUnion(edge.doubts)
            if pastEdges.remove(edge.id) != nil { lives[lane].add(accounts[self.index(ofEdge: edge.id)]) }
        }
        for (index, node) in log.nodes.enumerated().dropFirst(known.nodes) { indexOfNode[node.id] = index }
        known = (log.edgeDeclarations, log.nodes.count)
    }

    private mutating func fold(_ entry: TraceEntry, in log: TraceLog) {
        let index = index(ofEdge: entry.edge)
        let before = accounts[index]
        accounts[index].fold(entry.kind, of: entry.event)
        outstanding.append(accounts[index].outstanding)
        guard let lane = laneIndex(of: entry) else {
            if !showsEveryEdge { hiddenEvents[index].append(entry.sequence) }
            return
        }
        let value = log.value(of: entry)
        lanes[lane].fold(entry, value: value)
        lives[lane].fold(entry, from: before, to: accounts[index])
        if let state = log.state(of: entry) { pauses[lane].observe(state, of: entry) }
    }

    private mutating func index(ofEdge edge: EdgeID) -> Int {
        if let known = indexOfEdge[edge] { return known }
        indexOfEdge[edge] = accounts.count
        accounts.append(EdgeAccount())
        hiddenEvents.append([])
        return accounts.count - 1
    }

    /// The sequence numbers of the events up to `sequence` of an edge without a lane.
    ///
    /// - Complexity: O(log *n*).
    func hiddenEvents(on edge: EdgeID, upTo sequence: Int) -> ArraySlice<Int> {
        guard let index = indexOfEdge[edge] else { return [] }
        return hiddenEvents[index][..<hiddenEvents[index].partitioningIndex { $0 > sequence }]
    }

    // MARK: Queries

    /// The moment of the last event.
    public var end: Moment { log.end }

    /// The moment at `time`, after all events that have happened by then.
    public func moment(at time: TraceTime) -> Moment { log.moment(at: time) }

    /// The moment just after an event.
    public func moment(ofEvent sequence: Int) -> Moment { log.moment(ofEvent: sequence) }

    /// The name of the lane that shows an event; `nil` if none does.
    public func laneName(of entry: TraceEntry) -> String? { laneIndex(of: entry).map { lanes[$0].spec.name } }

    /// The lane that shows an event.
    public func laneIndex(of entry: TraceEntry) -> Int? { laneIndex(ofEdge: entry.edge) }

    /// The lane that shows an edge.
    package func laneIndex(ofEdge edge: EdgeID) -> Int? { laneOfEdge[edge] }

    /// The outstanding demand on an event's edge after the event.
    public func outstanding(after entry: TraceEntry) -> Demand { outstanding[entry.sequence - 1 - log.forgotten] }

    /// The sign for an unrecorded value.
    public static let undescribed = "•"

    /// The text of an event's value, unsanitised: ``undescribed`` if it was not recorded, empty if there is none.
    public func text(of sequence: Int) -> String {
        if let value = oldValues[sequence] { return value?.description ?? StreamModel.undescribed }
        guard let entry = log[sequence: sequence] else { return "" }
        return log.value(of: entry)?.description ?? (entry.kind.isOfValue ? StreamModel.undescribed : "")
    }

    /// The state that an event reports; `nil` for another kind of event.
    public func reportedState(of sequence: Int) -> StreamState? { log[sequence: sequence].flatMap { log.state(of: $0) } }

    /// The type of the values on a lane, without module names; a buffer has that of its input. `nil` if unknown.
    public func valueType(ofLane index: Int) -> String? {
        guard let edge = edge(ofLane: index) else { return nil }
        guard edge.role == .store else { return edge.valueType }
        return edge.valueType ?? edge.upstream.flatMap { inputOfNode[$0] }.flatMap { log.edges[$0].valueType }
    }

    /// The doubts about a lane's edges.
    public func doubts(ofLane index: Int) -> EdgeUncertainty { doubts[index] }

    /// The node that a lane shows: the buffer itself, the source, or the node below an output.
    ///
    /// - Complexity: O(1).
    public func node(ofLane index: Int) -> NodeFact? {
        edge(ofLane: index).flatMap { node($0.role == .link ? $0.downstream : $0.upstream) }
    }

    /// The first edge that a lane shows; `nil` before it is declared.
    package func edge(ofLane index: Int) -> EdgeFact? { firstEdges[index].map { log.edges[$0] } }

    /// Whether a source records every attempt to send, rather than only deliveries.
    package func knowsOffers(of node: NodeID) -> Bool { offering.contains(node) }

    /// Whether anything has subscribed to a node, with or without a lane.
    package func hasReader(_ node: NodeID) -> Bool { readers.hasReader(node) }

    package func node(_ id: NodeID?) -> NodeFact? { id.flatMap { indexOfNode[$0] }.map { log.nodes[$0] } }

    /// The name of a node's stage in all texts.
    package func stageName(_ node: NodeFact) -> String { log.stageName(node.id) ?? node.name }

    /// The number of subscriptions to which a source sends its values separately; 1 if it sends to all at once.
    ///
    /// - Complexity: O(edges).
    public func separateSubscriptions(ofSource lane: Int) -> Int {
        guard lanes[lane].spec.isShared, hasDeclaredLanes else { return 1 }
        return max(1, log.edges.count { laneIndex(ofEdge: $0.id) == lane })
    }

    /// The lanes of values that reach a subscriber: no operator passes them on.
    ///
    /// - Complexity: O(edges).
    public var exits: [Int] {
        let passing = Set(log.edges.filter { $0.role == .link }.compactMap(\.upstream))
        return lanes.indices.filter { lane in
            lanes[lane].spec.role == .output && edge(ofLane: lane)?.downstream.map(passing.contains) != true
        }
    }

    /// The state of a lane after the event `sequence`.
    public func state(ofLane index: Int, at sequence: Int) -> LaneState {
        let lane = lanes[index]
        guard lane.countOfMarks(upTo: sequence) > 0 else { return .idle }
        if let end = lane.ending(upTo: sequence) {
            return LaneState(endedBy: end.kind, at: end.time, isLetGo: log[sequence: end.sequence]?.event.isLetGo == true)
        }
        return pause(ofLane: index, at: sequence).map { .paused(since: $0) } ?? .live
    }

    /// The time of its first known event.
    package var began: TraceTime { lanes.compactMap(\.marks.first?.time).min() ?? .zero }

    /// The time since which a lane's sink has been paused; `nil` if it is not.
    ///
    /// - Complexity: O(log *n*) for *n* pauses.
    public func pause(ofLane index: Int, at sequence: Int) -> TraceTime? { pauses[index].since(at: sequence) }

    /// The pauses of a lane's sink up to the event `sequence`; an open one has no end.
    public func pauses(ofLane index: Int, upTo sequence: Int) -> [(start: TraceTime, end: TraceTime?)] {
        pauses[index].pauses(upTo: sequence)
    }

    /// The numbers of live and ended subscriptions that a lane shows after an event.
    ///
    /// - Complexity: O(log *n*).
    public func lives(ofLane index: Int, at sequence: Int) -> (live: Int, ended: Int) { lives[index].counts(upTo: sequence) }

    /// The subscriptions of a lane that had ended by an event, in the order of their ends, among the known events.
    ///
    /// - Complexity: O(log *n*).
    public func endedLives(ofLane index: Int, at sequence: Int) -> ArraySlice<EndedLife> { lives[index].ended(upTo: sequence) }

    /// The state of the whole stream: over once every output is.
    public func state(at sequence: Int) -> LaneState {
        // The lanes above may end at other times.
        let states = exits.map { state(ofLane: $0, at: sequence) }
        if let paused = states.first(where: { if case .paused = $0 { true } else { false } }) { return paused }
        guard !states.isEmpty, states.allSatisfy(\.isOver) else { return states.contains(.live) ? .live : .idle }
        return states.max { end(of: $0) < end(of: $1) } ?? .idle
    }

    private func end(of state: LaneState) -> TraceTime {
        switch state {
        case .finished(let at), .failed(let at), .cancelled(let at), .letGo(let at): at
        case .idle, .live, .paused: .zero
        }
    }
}

/// The state of a stream before the first known event of a ``StreamModel``.
package struct StreamBase: Sendable {
    /// The number of earlier events.
    var sequence = 0
    /// The time of the last of them.
    var time = TraceTime.zero
    var lanes: [LaneBase] = []
    /// The totals of each edge.
    var totals: [EdgeID: EdgeAccount] = [:]
}

/// The state of a lane.
public enum LaneState: Hashable, Sendable {
    /// Nothing has happened yet.
    case idle
    case live
    /// Its sink is paused.
    case paused(since: TraceTime)
    case finished(at: TraceTime)
    case failed(at: TraceTime)
    /// Its subscriber cancelled.
    case cancelled(at: TraceTime)
    /// Its stream was released before it had ended.
    case letGo(at: TraceTime)

    init(endedBy kind: SignalKind, at time: TraceTime, isLetGo: Bool) {
        switch kind {
        case .failure: self = .failed(at: time)
        case .cancel: self = isLetGo ? .letGo(at: time) : .cancelled(at: time)
        case .finished: self = .finished(at: time)
        case .subscribed, .request, .value, .returned, .offered, .dropped, .buffered, .unbuffered, .state, .note, .causeLink:
            preconditionFailure("\(kind) ends no lane")
        }
    }

    /// Whether it has ended.
    public var isOver: Bool { end != nil }

    /// The time of its end; `nil` before that.
    public var end: TraceTime? {
        switch self {
        case .finished(let time), .failed(let time), .cancelled(let time), .letGo(let time): time
        case .idle, .live, .paused: nil
        }
    }
}

/// The pauses and resumptions of a lane's sink; append-only.
struct PauseHistory: Sendable {
    private struct Change {
        let sequence: Int
        let time: TraceTime
        let pauses: Bool
    }

    /// Alternating pauses and resumptions, a pause first.
    private var changes: [Change] = []

    /// - Parameter since: The start of a pause already open at the beginning.
    init(since: TraceTime? = nil) {
        if let since { changes = [Change(sequence: 0, time: since, pauses: true)] }
    }

    /// Observes a state of the subscriber; only pauses and resumptions count.
    mutating func observe(_ state: StreamState, of entry: TraceEntry) {
        guard let pauses = state.pauses, pauses != (changes.last?.pauses ?? false) else { return }
        changes.append(Change(sequence: entry.sequence, time: entry.time, pauses: pauses))
    }

    /// The start of the pause open after the event `sequence`.
    ///
    /// - Complexity: O(log *n*) for *n* pauses.
    func since(at sequence: Int) -> TraceTime? { changes[..<count(upTo: sequence)].last.flatMap { $0.pauses ? $0.time : nil } }

    /// The pauses up to the event `sequence`; an open one has no end.
    ///
    /// - Complexity: O(*n*) for *n* pauses.
    func pauses(upTo sequence: Int) -> [(start: TraceTime, end: TraceTime?)] {
        let count = count(upTo: sequence)
        return stride(from: 0, to: count, by: 2).map { index in
            (changes[index].time, index + 1 < count ? changes[index + 1].time : nil)
        }
    }

    private func count(upTo sequence: Int) -> Int { changes.partitioningIndex { $0.sequence > sequence } }
}
