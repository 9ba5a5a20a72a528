import FlowGraph
import FlowTrace

/// Measures how values flow through a stream, and which stage holds them back.
///
/// A value type that keeps the sums of each stage, and samples of them at every half second of the last ten seconds. It never
/// re-reads events. It reads scenarios, live programs and files. In a program's trace, the edges declare the stages at their
/// ends; in a scenario's, the causes of events show them.
///
/// - Complexity: O(1) an event amortised, and memory for the edges and nodes of the graph only.
public struct UtilizationMeter: EventFold {
    /// The time of the last event, in nanoseconds.
    public internal(set) var now: UInt64 = 0
    var edges: [EdgeMeter] = []
    var stages: [StageMeter] = []

    private var indexOfEdge = DenseTable<EdgeID, Int>()
    private var ids: [EdgeID] = []
    var stageOfNode = DenseTable<NodeID, Int>()
    /// For each node, the stage that made its publisher from a value.
    var ownerOfNode = DenseTable<NodeID, Int>()

    /// The sequence number of the last event, and its edge.
    private(set) var folded = 0
    private(set) var last: LastEvent?
    private var late = LateValues()
    /// What each thread ran last.
    private(set) var threadRuns = ThreadRuns()
    /// The number of the last counted end of a call.
    var callEnds = 0

    /// The edges of sources and stores with known nodes, in order, as far as declarations have been read.
    var origins: [EdgeID] = []
    var knownDeclarations = 0

    /// The streams that loops feed, and the number of links from which they follow.
    var sends: [LoopSend] = []
    var sendsTo: [Int: [Int]] = [:]
    var knownLinks = 0
    var knownTasks = 0

    public init() {}

    /// Adds the next event of a log.
    public mutating func fold(_ entry: TraceEntry, in log: TraceLog) {
        endCalls(before: entry.sequence, in: log)
        let index = index(of: entry, in: log)
        now = max(now, entry.event.time)
        folded = entry.sequence
        last = LastEvent(edge: index, overlapsNext: entry.event.overlapsNext)
        threadRuns.fold(entry, edge: index)
        if entry.kind == .subscribed {
            adoptInner(index, entry, in: log)
        } else if let maker = edges[index].pendingMaker {
            settlePending(index, maker: maker, in: log)
        }
        if !edges[index].isSettled, edges[index].declarations != log.declarations { connect(index, in: log) }
        if entry.event.beginsLife { beginLife(index) }
        if knownLinks < log.loopLinks.all.count || knownTasks < log.loopLinks.taskChanges.count {
            connectSends(before: entry.sequence, in: log)
        }
        let late = late.fold(entry, in: log)
        if let found = late?.retracted, let index = self.index(of: found.edge) { regain(index, found.reason, in: log) }
        switch entry.kind {
        case .subscribed, .request, .returned, .finished, .cancel: change(index, by: entry)
        case .failure:
            change(index, by: entry)
            edges[index].fail(with: log.value(of: entry))
        case .value where late?.lost != nil: arriveLate(index, entry, late?.lost?.reason ?? .ended, in: log)
        case .value: deliver(index, entry, in: log)
        case .offered: offer(index, entry)
        case .buffered, .unbuffered, .dropped: keep(index, entry, in: log)
        case .state: recordState(index, entry, in: log)
        case .note: recordNote(index, entry)
        case .causeLink: break
        }
    }

    /// The approximate size of an independent copy in bytes.
    public var weight: Int { 512 * edges.count + 4_096 * stages.count }

    /// The edge at an index of ``edges``.
    func id(_ index: Int) -> EdgeID { ids[index] }

    /// The index of an edge in ``edges``; `nil` before its first event.
    @inline(__always)
    func index(of id: EdgeID) -> Int? { indexOfEdge[id] }

    private mutating func index(of entry: TraceEntry, in log: TraceLog) -> Int {
        if let index = indexOfEdge[entry.edge] { return index }
        let index = edges.count
        indexOfEdge[entry.edge] = index
        edges.append(EdgeMeter(role: log.edge(entry.edge)?.role ?? .link))
        ids.append(entry.edge)
        return index
    }

    // MARK: Events

    private mutating func deliver(_ index: Int, _ entry: TraceEntry, in log: TraceLog) {
        if !edges[index].isInner, edges[index].upper == nil || edges[index].lower == nil { complete(index, entry, in: log) }
        if edges[index].work != nil { edges[index].work?.arrived(log.value(of: entry)?.description) }
        if let upper = edges[index].upper, !edges[index].isInner {
            if edges[index].attempts > 0, stages[upper].isUnfed { findFeeder(of: upper, index, entry, in: log) }
            work(of: upper, on: entry, in: log)
            stages[upper].settle(to: now)
            stages[upper].went(to: &edges[index])
            if stages[upper].inputs.ever == 0 { stages[upper].progressed(at: now) }
        }
        if let lower = edges[index].lower, !edges[index].isInner {
            stages[lower].settle(to: now)
            stages[lower].came()
            stages[lower].progressed(at: now)
        }
        change(index, by: entry)
        if entry.event.isCall { enterCall(index) }
    }

    /// Counts a value that arrived too late for delivery.
    private mutating func arriveLate(_ index: Int, _ entry: TraceEntry, _ reason: DropReason, in log: TraceLog) {
        change(index, by: entry)
        lose(index, entry, reason, in: log)
        enterCall(index)
    }

    /// Counts a loss at the stage that sent the value, or at the stage that made its inner publisher.
    private mutating func lose(_ index: Int, _ entry: TraceEntry, _ reason: DropReason, in log: TraceLog) {
        edges[index].missed[reason] += 1
        if let stage = sender(to: index, in: log) { stages[stage].drop(entry, because: reason, in: log) }
    }

    /// Retracts the loss of a value that was passed on after all.
    private mutating func regain(_ index: Int, _ reason: DropReason, in log: TraceLog) {
        edges[index].missed[reason] -= 1
        if let stage = sender(to: index, in: log) { stages[stage].regain(reason) }
        guard !edges[index].isInner else { return }
        if let upper = edges[index].upper { stages[upper].went(to: &edges[index]) }
        if let lower = edges[index].lower { stages[lower].came() }
    }

    private func sender(to index: Int, in log: TraceLog) -> Int? {
        guard edges[index].isInner else { return edges[index].upper }
        return edges[index].lower ?? log.edge(id(index))?.upstream.flatMap { ownerOfNode[$0] }
    }

    /// Counts the time between an input and an output in the same call as work.
    private mutating func work(of stage: Int, on entry: TraceEntry, in log: TraceLog) {
        guard stages[stage].condition == .starved, let cause = entry.cause, let above = log[sequence: cause],
            above.kind == .value, above.event.time < now, let index = indexOfEdge[above.edge], edges[index].lower == stage
        else { return }
        stages[stage].processed(from: above.event.time, to: now)
    }

    private mutating func offer(_ index: Int, _ entry: TraceEntry) {
        edges[index].fold(entry)
        guard let stage = edges[index].upper else { return }
        stages[stage].settle(to: now)
        stages[stage].came()
        stages[stage].progressed(at: now)
    }

    private mutating func keep(_ index: Int, _ entry: TraceEntry, in log: TraceLog) {
        let isHeld = entry.kind == .dropped && edges[index].role == .store && !log.isRefusal(entry)
        edges[index].fold(entry, fromStore: isHeld)
        guard let stage = edges[index].upper else {
            if let reason = entry.event.dropReason { lose(index, entry, reason, in: log) }
            return
        }
        stages[stage].settle(to: now)
        switch entry.kind {
        case .buffered:
            if edges[index].attempts > 0, stages[stage].inputs.ever == 0 { findFeeder(of: stage, index, entry, in: log) }
            if stages[stage].inputs.ever == 0 { stages[stage].came() }
            stages[stage].hold(since: now, as: entry.sequence)
        case .unbuffered where entry.event.leftUnseen: stages[stage].forget()
        case .unbuffered: stages[stage].release(at: now)
        default:
            // A refused value was never held.
            if edges[index].role == .store {
                if isHeld {
                    stages[stage].release(at: now)
                } else if stages[stage].inputs.ever == 0 {
                    stages[stage].came()
                }
            } else if edges[index].role == .link {
                stages[stage].lost(on: &edges[index])
                if let reason = entry.event.dropReason { edges[index].missed[reason] += 1 }
            }
            if let reason = entry.event.dropReason { stages[stage].drop(entry, because: reason, in: log) }
        }
        stages[stage].conclude()
        blockProducers(of: stage)
    }

    /// Updates the producers of a channel: they are blocked while a value waits in it.
    private mutating func blockProducers(of stage: Int) {
        for producer in stages[stage].producers where stages[producer].isBlocked != (stages[stage].held > 0) {
            stages[producer].settle(to: now)
            stages[producer].isBlocked.toggle()
            stages[producer].conclude()
        }
        updateSends(to: stage)
    }

    /// Records whether the contents of a store are known.
    private mutating func recordNote(_ index: Int, _ entry: TraceEntry) {
        let wasLeast = edges[index].account.heldIsLowerBound
        edges[index].fold(entry)
        guard let stage = edges[index].upper, edges[index].account.heldIsLowerBound != wasLeast else { return }
        stages[stage].settle(to: now)
        stages[stage].knowHeld(wasLeast)
    }

    private mutating func recordState(_ index: Int, _ entry: TraceEntry, in log: TraceLog) {
        edges[index].fold(entry)
        guard let state = log.state(of: entry) else { return }
        edges[index].observe(state, at: now)
        countHand(index)
        if let stage = edges[index].lower { updateSends(to: stage) }
    }

    // MARK: Edges

    /// Adds an event to its edge, and the change of the edge's weight to the stages above and below.
    private mutating func change(_ index: Int, by entry: TraceEntry) {
        if edges[index].began == nil, let upper = edges[index].upper {
            edges[index].goneBy = (stages[upper].values, Int(stages[upper].totals.outgoing))
        }
        let change = edges[index].change(by: entry)
        if edges[index].handedAt != nil { countHand(index) }
        if entry.kind == .subscribed, let upper = edges[index].upper { stages[upper].join(&edges[index]) }
        if change != EdgeWeight() { weigh(index, change) }
    }

    /// Connects an edge to other stages.
    mutating func move(_ index: Int, upper: Int?, lower: Int?, isInner: Bool = false) {
        weigh(index, EdgeWeight() - edges[index].weight)
        let called = calledStage(index)
        if upper != edges[index].upper {
            if let old = edges[index].upper { stages[old].readers.removeAll { $0 == index } }
            if let upper, edges[index].role == .link { stages[upper].readers.append(index) }
        }
        edges[index].upper = upper
        edges[index].lower = lower
        edges[index].isInner = isInner
        moveCall(index, from: called)
        if edges[index].handedAt != nil { countHand(index) }
        weigh(index, edges[index].weight)
    }

    mutating func weigh(_ index: Int, _ change: EdgeWeight) {
        guard edges[index].role == .link, change != EdgeWeight() else { return }
        if let lower = edges[index].lower {
            stages[lower].settle(to: now)
            if edges[index].isInner {
                stages[lower].inner += change.live
            } else {
                stages[lower].inputs = stages[lower].inputs + change
            }
            stages[lower].conclude()
        }
        if let upper = edges[index].upper, !edges[index].isInner {
            stages[upper].settle(to: now)
            stages[upper].outputs = stages[upper].outputs + change
            stages[upper].conclude()
        }
    }

    mutating func setPending(_ index: Int, maker: Int?) { edges[index].pendingMaker = maker }

    mutating func setSettled(_ index: Int, _ isSettled: Bool, declarations: Int) {
        edges[index].isSettled = isSettled
        edges[index].declarations = declarations
    }

    mutating func setLifeOnly(_ index: Int, _ life: EdgeMeter.Life) { edges[index].life = life }

    mutating func countAttempt(_ index: Int, isLast: Bool) {
        edges[index].attempts = isLast ? 0 : edges[index].attempts - 1
    }
}

/// The last event that a ``UtilizationMeter`` has counted.
struct LastEvent: Sendable {
    /// The index of its edge.
    let edge: Int
    /// Whether it was a call of `next` while another one was open.
    let overlapsNext: Bool
}
