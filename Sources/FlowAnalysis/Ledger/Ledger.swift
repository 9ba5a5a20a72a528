import FlowTrace

/// Keeps account of where values go, for every input of every node, from the events as they come.
///
/// A value that comes to a node leads there to a value below, to a stay in the node's store, to a loss, or to nothing; causes tell which.
/// Counts are kept by edge, so that a question is answered at any time without going back over events.
///
/// - Complexity: O(1) an event; the first of an edge reads its fact. State is O(edges); a copy costs what changes after it.
public struct Ledger: Sendable {
    var edges = Paged<LedgerEdge>()
    var nodes = Paged<LedgerNode>()
    /// Why no residue can be told of anything: events came before the first that was taken, or records were lost.
    private(set) var gap: LedgerLine.Unknown?
    private var declarations = -1
    private var knownEdges = 0
    /// Edges whose node below was not known when their facts were read last.
    private var open: [UInt32] = []

    /// Creates an empty ledger.
    ///
    /// - Parameter isWindow: Whether events came before the first that it will take, so that no residue can be told.
    public init(isWindow: Bool = false) {
        gap = isWindow ? .past : nil
    }

    /// Takes the next event of a log.
    public mutating func take(_ entry: TraceEntry, in log: TraceLog) {
        if declarations != log.declarations { learn(log) }
        let edge = entry.edge.rawValue
        if edges[edge]?.isSettled != true { settle(edge, log) }
        var isHeld = false
        switch entry.kind {
        case .subscribed: subscribe(edge)
        case .offered, .value: deliver(entry, edge, log)
        case .buffered: resolve(entry, edge, log)
        case .dropped: isHeld = drop(entry, edge, log)
        case .finished, .failure, .cancel: end(entry, edge, log)
        case .unbuffered, .request, .returned, .state, .note, .causeLink: break
        }
        edges[edge]?.account.fold(entry.kind, demand: entry.event.demand, fromStore: isHeld)
        if log.missed > 0 { gap = .records }
    }

    // MARK: Facts

    private mutating func learn(_ log: TraceLog) {
        declarations = log.declarations
        let stillOpen = open
        open = []
        for edge in stillOpen { place(edge, log) }
        for fact in log.edges.dropFirst(knownEdges) { place(fact.id.rawValue, log) }
        knownEdges = log.edges.count
    }

    /// Reads the fact of an edge again when its first event comes: its neighbours are known by then.
    private mutating func settle(_ edge: UInt32, _ log: TraceLog) {
        place(edge, log)
        edges[edge, default: LedgerEdge()].isSettled = true
    }

    private mutating func place(_ edge: UInt32, _ log: TraceLog) {
        guard let fact = log.edge(EdgeID(rawValue: edge)) else { return }
        var book = edges[edge] ?? LedgerEdge()
        let old = (book.upstream, book.downstream)
        (book.role, book.upstream, book.downstream) = (fact.role, fact.upstream, fact.downstream)
        book.isDoubtful = !fact.doubts.isEmpty
        edges[edge] = book
        if fact.role == .link, fact.downstream == nil { open.append(edge) }
        if old.1 != fact.downstream {
            move(edge, from: old.1, to: fact.role == .link || fact.downstream != fact.upstream ? fact.downstream : nil, \.inputs)
        }
        if old.0 != fact.upstream { move(edge, from: old.0, to: fact.upstream, fact.role == .link ? \.outputs : \.stores) }
    }

    private mutating func move(
        _ edge: UInt32, from old: NodeID?, to new: NodeID?, _ list: WritableKeyPath<LedgerNode, [UInt32]>
    ) {
        if let old { nodes[old.rawValue]?[keyPath: list].removeAll { $0 == edge } }
        // It is not there yet: it comes from elsewhere.
        if let new { nodes[new.rawValue, default: LedgerNode()][keyPath: list].append(edge) }
    }

    // MARK: Signals

    private mutating func subscribe(_ edge: UInt32) {
        guard let node = edges[edge]?.upstream?.rawValue else { return }
        edges[edge]?.fed.first = nodes[node]?.fed ?? 0
        nodes[node]?.subscribed += 1
        nodes[node]?.live += 1
    }

    private mutating func end(_ entry: TraceEntry, _ edge: UInt32, _ log: TraceLog) {
        if entry.kind != .finished, let cause = cause(of: entry, above: edge, log) {
            if entry.kind == .failure { edges[cause.edge]?.fail(cause.sequence) } else { edges[cause.edge]?.cut(cause.sequence) }
        }
        guard edges[edge]?.end == nil, edges[edge]?.account.subscriptions ?? 0 > 0, let node = edges[edge]?.upstream?.rawValue
        else { return }
        edges[edge]?.fed.last = nodes[node]?.fed ?? 0
        nodes[node]?.live -= 1
    }

    private mutating func deliver(_ entry: TraceEntry, _ edge: UInt32, _ log: TraceLog) {
        let below = edges[edge]?.downstream?.rawValue
        let isLate = edges[edge]?.end != nil || (below.map { nodes[$0]?.isOver ?? false } ?? false)
        edges[edge]?.arrive(entry.sequence, isLate: isLate)
        if let below {
            nodes[below]?.fed += 1
            if nodes[below]?.live == 0 { nodes[below]?.unheard += 1 }
        }
        // What comes after the end has been accounted for as lost with it.
        guard entry.kind == .value, edges[edge]?.end == nil || edges[edge]?.end == .cancel else { return }
        explain(entry, edge, log)
    }

    /// Finds what a value below came of.
    private mutating func explain(_ entry: TraceEntry, _ edge: UInt32, _ log: TraceLog) {
        if let cause = cause(of: entry, above: edge, log) {
            edges[cause.edge]?.pass(cause.sequence)
            edges[edge]?.brought += 1
            return
        }
        guard let node = edges[edge]?.upstream?.rawValue else { return }
        if let cause = entry.cause.flatMap({ log[sequence: $0] }), cause.kind == .unbuffered,
            edges[cause.edge.rawValue]?.upstream == edges[edge]?.upstream
        {
            edges[edge]?.released += 1
        } else {
            nodes[node]?.leaveUnexplained()
        }
    }

    /// The value on an input of the node above `edge` in whose call an event happened.
    private func cause(of entry: TraceEntry, above edge: UInt32, _ log: TraceLog) -> (edge: UInt32, sequence: Int)? {
        guard let sequence = entry.cause, let node = edges[edge]?.upstream else { return nil }
        if let cause = log[sequence: sequence] {
            let input = cause.edge.rawValue
            guard cause.kind == .value || cause.kind == .offered, input != edge else { return nil }
            let below = edges[input]?.downstream
            return below == node || below == nil && edges[input]?.role == .link ? (input, sequence) : nil
        }
        // It has been forgotten: only the newest value of an input can still be told.
        return nodes[node.rawValue]?.inputs.first { edges[$0]?.newest == sequence }.map { ($0, sequence) }
    }

    // MARK: Stores

    private mutating func resolve(_ entry: TraceEntry, _ store: UInt32, _ log: TraceLog) {
        guard let cause = cause(of: entry, above: store, log) else { return }
        edges[store]?.feeder = cause.edge
        edges[cause.edge]?.resolve(cause.sequence)
    }

    /// Counts a loss; returns whether the value had been in the store.
    private mutating func drop(_ entry: TraceEntry, _ edge: UInt32, _ log: TraceLog) -> Bool {
        let reason = entry.event.dropReason ?? .noDemand
        // Only one value breaks a buffer that fails when it is full.
        let isRefused = log.isRefusal(entry) && (reason != .error || edges[edge]?.refused[.error] == 0)
        guard isRefused else {
            edges[edge]?.droppedHeld[reason] += 1
            return true
        }
        edges[edge]?.refused[reason] += 1
        switch edges[edge]?.role {
        case .store: resolve(entry, edge, log)
        // The operator above could not go on with a value.
        case .link where reason == .error:
            if let cause = cause(of: entry, above: edge, log) { edges[cause.edge]?.fail(cause.sequence) }
        case .link, .source, nil: break
        }
        return false
    }
}

/// Values by numbers, in pages that copies share: a copy costs what changes after it, and a number alone no more than its page.
///
/// For what is kept in many copies, as ledgers are. What is asked for with every record and has no copies is ``Numbered``.
struct Paged<Value: Sendable>: Sendable {
    private static var pageSize: UInt32 { 16 }
    /// Pages below this have a place of their own; a file that lies about a number costs no more than these.
    private static var limit: UInt32 { 1 << 14 }

    private var near: [[Value?]?] = []
    private var far: [UInt32: [Value?]] = [:]

    /// The value of a number, `nil` where it has none.
    ///
    /// - Complexity: O(1); O(a page) where a copy that shares the page is changed.
    subscript(number: UInt32) -> Value? {
        @inline(__always)
        get {
            let (page, place) = (number / Paged.pageSize, Int(number % Paged.pageSize))
            guard page < Paged.limit else { return far[page]?[place] }
            return page < near.count ? near[Int(page)]?[place] : nil
        }
        _modify {
            let (page, place) = (number / Paged.pageSize, Int(number % Paged.pageSize))
            if page < Paged.limit {
                makeRoom(for: page)
                yield &near[Int(page)]![place]
            } else {
                yield &far[page, default: Paged.emptyPage][place]
            }
        }
    }

    /// The value of a number, which gets one where it has none.
    subscript(number: UInt32, default value: @autoclosure () -> Value) -> Value {
        @inline(__always)
        get { self[number] ?? value() }
        _modify {
            if self[number] == nil { self[number] = value() }
            yield &self[number]!
        }
    }

    private static var emptyPage: [Value?] {
        Array(repeating: nil, count: Int(pageSize))
    }

    private mutating func makeRoom(for page: UInt32) {
        if page >= near.count { near.append(contentsOf: repeatElement(nil, count: Int(page) + 1 - near.count)) }
        if near[Int(page)] == nil { near[Int(page)] = Paged.emptyPage }
    }
}
