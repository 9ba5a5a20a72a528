import FlowGraph
import FlowTrace

/// Measures where a stream flows and where it is held back, one event after the other.
///
/// A value type that keeps sums for each stage, and those at every half second of the last ten; it never looks back at events. Reads scenarios,
/// live programs and files alike: the edges of a traced program say what they connect, and between the probes of a scenario the causes of
/// its events do.
///
/// - Complexity: O(1) an event amortised, and memory for the edges and nodes of the graph only.
public struct FlowMeter: Sendable {
    /// The time of the last event.
    public private(set) var now: UInt64 = 0
    private(set) var edges: [EdgeMeter] = []
    var stages: [StageMeter] = []

    private var placeOfEdge = Numbered<Int>()
    private var ids: [EdgeID] = []
    var stageOfNode = Numbered<Int>()
    /// The stage that made a node's publisher of one of its values, by the node.
    var ownerOfNode = Numbered<Int>()

    /// The edges of sources and stores of which the node is known, in order, of the first so many declarations of edges.
    var origins: [EdgeID] = []
    var knownDeclarations = 0

    /// Creates a meter that has seen nothing.
    public init() {}

    /// Takes the next event of a log.
    public mutating func take(_ entry: TraceEntry, in log: TraceLog) {
        let place = place(of: entry, in: log)
        now = max(now, entry.event.time)
        if entry.kind == .subscribed {
            adoptInner(place, entry, in: log)
        } else if let maker = edges[place].pendingMaker {
            settlePending(place, maker: maker, in: log)
        }
        if !edges[place].isSettled, edges[place].declarations != log.declarations { connect(place, in: log) }
        switch entry.kind {
        case .subscribed, .request, .returned, .finished, .failure, .cancel: change(place, by: entry)
        case .value: deliver(place, entry, in: log)
        case .offered: offer(place, entry)
        case .buffered, .unbuffered, .dropped: keep(place, entry, in: log)
        case .state: note(place, entry, in: log)
        case .note, .causeLink: break
        }
    }

    /// About how many bytes a copy costs that goes its own way.
    var weight: Int {
        512 * edges.count + 4_096 * stages.count
    }

    /// The edge's id at a place of ``edges``.
    func id(_ place: Int) -> EdgeID {
        ids[place]
    }

    /// The place of an edge, `nil` before its first event.
    func place(_ id: EdgeID) -> Int? {
        placeOfEdge[id.rawValue]
    }

    private mutating func place(of entry: TraceEntry, in log: TraceLog) -> Int {
        if let place = placeOfEdge[entry.edge.rawValue] { return place }
        let place = edges.count
        placeOfEdge[entry.edge.rawValue] = place
        edges.append(EdgeMeter(role: log.edge(entry.edge)?.role ?? .link))
        ids.append(entry.edge)
        return place
    }

    // MARK: Events

    private mutating func deliver(_ place: Int, _ entry: TraceEntry, in log: TraceLog) {
        if !edges[place].isInner, edges[place].upper == nil || edges[place].lower == nil { complete(place, entry, in: log) }
        if edges[place].work != nil { edges[place].work?.arrived(log.value(of: entry)?.description) }
        if let upper = edges[place].upper, !edges[place].isInner {
            if edges[place].attempts > 0, stages[upper].isUnfed { findFeeder(of: upper, place, entry, in: log) }
            work(of: upper, on: entry, in: log)
            stages[upper].settle(to: now)
            stages[upper].went()
            if stages[upper].isSource { stages[upper].progressed(at: now) }
        }
        if let lower = edges[place].lower, !edges[place].isInner {
            stages[lower].settle(to: now)
            stages[lower].came()
            stages[lower].progressed(at: now)
        }
        change(place, by: entry)
    }

    /// A value that goes out in the call that brought one was being worked on meanwhile.
    private mutating func work(of stage: Int, on entry: TraceEntry, in log: TraceLog) {
        guard stages[stage].condition == .starved, let cause = entry.cause, let above = log[sequence: cause],
            above.kind == .value,
            above.event.time < now, let place = placeOfEdge[above.edge.rawValue], edges[place].lower == stage
        else { return }
        stages[stage].processed(from: above.event.time, to: now)
    }

    private mutating func offer(_ place: Int, _ entry: TraceEntry) {
        edges[place].fold(entry)
        guard let stage = edges[place].upper else { return }
        stages[stage].settle(to: now)
        stages[stage].came()
        stages[stage].progressed(at: now)
    }

    private mutating func keep(_ place: Int, _ entry: TraceEntry, in log: TraceLog) {
        let isHeld = entry.kind == .dropped && edges[place].role == .store && !log.isRefusal(entry)
        edges[place].fold(entry, fromStore: isHeld)
        guard let stage = edges[place].upper else { return }
        stages[stage].settle(to: now)
        switch entry.kind {
        case .buffered:
            if edges[place].attempts > 0, stages[stage].inputs.ever == 0 { findFeeder(of: stage, place, entry, in: log) }
            if stages[stage].inputs.ever == 0 { stages[stage].came() }
            stages[stage].hold(since: now)
        case .unbuffered: stages[stage].release(at: now)
        default:
            // A value refused at the door, or by a source, was never held.
            if edges[place].role == .store {
                if isHeld {
                    stages[stage].release(at: now)
                } else if stages[stage].inputs.ever == 0 {
                    stages[stage].came()
                }
            }
            stages[stage].drop(entry, in: log)
        }
        stages[stage].conclude()
    }

    private mutating func note(_ place: Int, _ entry: TraceEntry, in log: TraceLog) {
        edges[place].fold(entry)
        guard let state = log.state(of: entry) else { return }
        if edges[place].work == nil, !state.isWork { return }
        edges[place].work = edges[place].work ?? WorkMeter()
        let outstanding = edges[place].account.outstanding
        edges[place].work?.observe(state, outstanding: outstanding)
    }

    // MARK: Edges

    /// Adds an event to its edge, and what that changes to the stages above and below.
    private mutating func change(_ place: Int, by entry: TraceEntry) {
        let before = edges[place].weight
        edges[place].fold(entry)
        let after = edges[place].weight
        if edges[place].work != nil {
            let outstanding = edges[place].account.outstanding
            edges[place].work?.note(outstanding)
        }
        if before != after { weigh(place, after - before) }
    }

    /// Connects an edge to other stages.
    mutating func move(_ place: Int, upper: Int?, lower: Int?, isInner: Bool = false) {
        weigh(place, EdgeWeight() - edges[place].weight)
        edges[place].upper = upper
        edges[place].lower = lower
        edges[place].isInner = isInner
        weigh(place, edges[place].weight)
    }

    /// Counts what has changed of an edge at its stages.
    private mutating func weigh(_ place: Int, _ change: EdgeWeight) {
        guard edges[place].role == .link, change != EdgeWeight() else { return }
        if let lower = edges[place].lower {
            stages[lower].settle(to: now)
            if edges[place].isInner {
                stages[lower].inner += change.live
            } else {
                stages[lower].inputs = stages[lower].inputs + change
            }
            stages[lower].conclude()
        }
        if let upper = edges[place].upper, !edges[place].isInner {
            stages[upper].settle(to: now)
            stages[upper].outputs = stages[upper].outputs + change
            stages[upper].conclude()
        }
    }

    mutating func setPending(_ place: Int, maker: Int?) {
        edges[place].pendingMaker = maker
    }

    mutating func noteSettled(_ place: Int, _ isSettled: Bool, declarations: Int) {
        edges[place].isSettled = isSettled
        edges[place].declarations = declarations
    }

    mutating func noteAttempt(_ place: Int, isLast: Bool) {
        edges[place].attempts = isLast ? 0 : edges[place].attempts - 1
    }
}
