import FlowGraph
import FlowTrace
import FlowVerdict

/// Counts the fate of values, for every input of every node.
///
/// A value on an input leads to a value below, to a stay in the node's store, to a loss, or to nothing; causes show which. Counts
/// are kept by edge, so that a query never revisits events.
///
/// - Complexity: O(1) an event. State is O(edges).
public struct Ledger: EventFold {
    var edges = DenseTable<EdgeID, LedgerEdge>()
    var nodes = DenseTable<NodeID, LedgerNode>()
    /// The reason that no residue is known: the first events are missing, or records were lost.
    private(set) var gap: LedgerLine.Unknown?
    private var late = LateValues()
    private var declarations = -1
    private var knownEdges = 0
    /// Edges whose downstream node was unknown when their facts were last read.
    private var open: [EdgeID] = []

    /// - Parameter isWindow: Whether the ledger begins in the middle of a trace, so that no residue is known.
    public init(isWindow: Bool = false) { gap = isWindow ? .past : nil }

    /// The approximate size of an independent copy in bytes.
    public var weight: Int { 512 * edges.keys.count + 64 * nodes.keys.count }

    /// Adds the next event of a log.
    public mutating func fold(_ entry: TraceEntry, in log: TraceLog) {
        if declarations != log.declarations { readFacts(log) }
        let edge = entry.edge
        if edges[edge]?.isSettled != true { settle(edge, log) }
        var isHeld = false
        let late = late.fold(entry, in: log)
        if let found = late?.retracted { regain(found, log) }
        switch entry.kind {
        case .subscribed: subscribe(entry, edge)
        case .value where late?.lost != nil: lose(entry, edge, late?.lost?.reason ?? .ended, change: 1, log)
        case .offered, .value: deliver(entry, edge, log)
        case .buffered: resolve(entry, edge, log)
        case .dropped: isHeld = drop(entry, edge, log)
        case .finished, .failure, .cancel: end(entry, edge, log)
        case .unbuffered where entry.event.leftUnseen: edges[edge]?.hasUnseen = true
        case .unbuffered, .request, .returned, .state, .note, .causeLink: break
        }
        edges[edge]?.account.fold(entry.kind, of: entry.event, fromStore: isHeld)
        if log.missed > 0 { gap = .records }
    }

    // MARK: Facts

    private mutating func readFacts(_ log: TraceLog) {
        declarations = log.declarations
        let stillOpen = open
        open = []
        for edge in stillOpen { connect(edge, log) }
        for fact in log.edges.dropFirst(knownEdges) { connect(fact.id, log) }
        knownEdges = log.edges.count
    }

    /// Reads the fact of an edge again at its first event, when its neighbours are known.
    private mutating func settle(_ edge: EdgeID, _ log: TraceLog) {
        connect(edge, log)
        edges[edge, default: LedgerEdge()].isSettled = true
    }

    private mutating func connect(_ edge: EdgeID, _ log: TraceLog) {
        guard let fact = log.edge(edge) else { return }
        var book = edges[edge] ?? LedgerEdge()
        let old = (book.upstream, book.downstream)
        (book.role, book.upstream, book.downstream) = (fact.role, fact.upstream, fact.downstream)
        book.isDoubtful = !fact.doubts.isEmpty
        book.isRecorded = fact.downstream.flatMap { log.node($0)?.operation.recordsEach } ?? false
        edges[edge] = book
        if fact.role == .link, fact.downstream == nil { open.append(edge) }
        if old.1 != fact.downstream {
            move(edge, from: old.1, to: fact.role == .link || fact.downstream != fact.upstream ? fact.downstream : nil, \.inputs)
        }
        if old.0 != fact.upstream { move(edge, from: old.0, to: fact.upstream, fact.role == .link ? \.outputs : \.stores) }
    }

    private mutating func move(
        _ edge: EdgeID, from old: NodeID?, to new: NodeID?, _ list: WritableKeyPath<LedgerNode, [EdgeID]>
    ) {
        if let old { nodes[old]?[keyPath: list].removeAll { $0 == edge } }
        // The edge cannot be in the list yet.
        if let new { nodes[new, default: LedgerNode()][keyPath: list].append(edge) }
    }

    // MARK: Signals

    private mutating func subscribe(_ entry: TraceEntry, _ edge: EdgeID) {
        let node = edges[edge]?.upstream
        edges[edge]?.subscribe(beginsLife: entry.event.beginsLife, fed: node.flatMap { nodes[$0]?.fed } ?? 0)
        guard let node else { return }
        nodes[node]?.subscribed += 1
        nodes[node]?.live += 1
    }

    private mutating func end(_ entry: TraceEntry, _ edge: EdgeID, _ log: TraceLog) {
        if entry.kind != .finished, let cause = cause(of: entry, above: edge, log) {
            if entry.kind == .failure { edges[cause.edge]?.fail(cause.sequence) } else { edges[cause.edge]?.cut(cause.sequence) }
        }
        guard edges[edge]?.end == nil, edges[edge]?.account.subscriptions ?? 0 > 0, let node = edges[edge]?.upstream
        else { return }
        edges[edge]?.fed.last = nodes[node]?.fed ?? 0
        nodes[node]?.live -= 1
    }

    private mutating func deliver(_ entry: TraceEntry, _ edge: EdgeID, _ log: TraceLog) {
        let below = edges[edge]?.downstream
        let isOver = edges[edge]?.end != nil || (below.map { nodes[$0]?.isOver ?? false } ?? false)
        let isRecorded = edges[edge]?.isRecorded ?? false
        edges[edge]?.arrive(entry.sequence, isLate: isOver && !isRecorded)
        if let below {
            nodes[below]?.fed += 1
            if nodes[below]?.live == 0 { nodes[below]?.unheard += 1 }
        }
        // A value after a finish or a failure is already accounted for as lost.
        guard entry.kind == .value, edges[edge]?.end == nil || edges[edge]?.end == .cancel else { return }
        explain(entry, edge, log)
    }

    /// Counts a value after the end of its edge as lost, and marks the value above that led to it as accounted for.
    private mutating func lose(_ entry: TraceEntry, _ edge: EdgeID, _ reason: DropReason, change: Int, _ log: TraceLog) {
        edges[edge]?.lost.total += change
        if let cause = cause(of: entry, above: edge, log) {
            edges[edge]?.lost.known[reason] += change
            if change > 0 { edges[cause.edge]?.resolve(cause.sequence) }
        } else if isReleased(entry, edge, log) {
            edges[edge]?.lost.known[reason] += change
            edges[edge]?.lost.fromStore += change
        }
    }

    /// Retracts a loss: the value after the end of its edge was passed on after all.
    private mutating func regain(_ found: LateValues.Loss, _ log: TraceLog) {
        guard let entry = log[sequence: found.sequence] else { return }
        lose(entry, found.edge, found.reason, change: -1, log)
        deliver(entry, found.edge, log)
        // After a finish or a failure, `deliver` explains no value above; but this value was passed on.
        if edges[found.edge]?.end != .cancel, let cause = cause(of: entry, above: found.edge, log) {
            edges[cause.edge]?.pass(cause.sequence)
            edges[found.edge]?.brought += 1
        }
    }

    /// Whether a value came out of the store of the node above.
    private func isReleased(_ entry: TraceEntry, _ edge: EdgeID, _ log: TraceLog) -> Bool {
        guard let cause = entry.cause.flatMap({ log[sequence: $0] }), cause.kind == .unbuffered else { return false }
        return edges[cause.edge]?.upstream == edges[edge]?.upstream
    }

    /// Finds and counts the value that led to a delivered value; if there is none, the delivered value is unexplained.
    private mutating func explain(_ entry: TraceEntry, _ edge: EdgeID, _ log: TraceLog) {
        if let cause = cause(of: entry, above: edge, log) {
            edges[cause.edge]?.pass(cause.sequence)
            edges[edge]?.brought += 1
            return
        }
        guard let node = edges[edge]?.upstream else { return }
        if !isReleased(entry, edge, log) { nodes[node]?.leaveUnexplained() }
    }

    /// The value on an input of the node above `edge`, if an event happened within the call of that value.
    private func cause(of entry: TraceEntry, above edge: EdgeID, _ log: TraceLog) -> (edge: EdgeID, sequence: Int)? {
        guard let sequence = entry.cause, let node = edges[edge]?.upstream else { return nil }
        if let cause = log[sequence: sequence] {
            let input = cause.edge
            guard cause.kind == .value || cause.kind == .offered, input != edge else { return nil }
            let below = edges[input]?.downstream
            return below == node || below == nil && edges[input]?.role == .link ? (input, sequence) : nil
        }
        // The log has forgotten the cause: only the newest value of each input is still known.
        return nodes[node]?.inputs.first { edges[$0]?.newest == sequence }.map { ($0, sequence) }
    }

    // MARK: Stores

    private mutating func resolve(_ entry: TraceEntry, _ store: EdgeID, _ log: TraceLog) {
        guard let cause = cause(of: entry, above: store, log) else { return }
        edges[store]?.feeder = cause.edge
        edges[cause.edge]?.resolve(cause.sequence)
    }

    /// Counts a lost value; returns whether it had been in the store.
    private mutating func drop(_ entry: TraceEntry, _ edge: EdgeID, _ log: TraceLog) -> Bool {
        let reason = entry.event.dropReason ?? .noDemand
        // Only one value overflows a buffer that fails when it is full.
        let isRefused = log.isRefusal(entry) && (reason != .error || edges[edge]?.refused[.error] == 0)
        guard isRefused else {
            edges[edge]?.droppedHeld[reason] += 1
            return true
        }
        edges[edge]?.refused[reason] += 1
        switch edges[edge]?.role {
        case .store: resolve(entry, edge, log)
        // The operator above failed on a value.
        case .link where reason == .error:
            if let cause = cause(of: entry, above: edge, log) { edges[cause.edge]?.fail(cause.sequence) }
        case .link, .source, nil: break
        }
        return false
    }
}
