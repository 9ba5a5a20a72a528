import FlowOperators
import FlowTrace
import FlowVerdict

extension Ledger {
    /// The ledger of a node: a line for each of its known inputs.
    ///
    /// - Complexity: O(edges at the node).
    public func lines(of id: NodeID, in log: TraceLog, upTo moment: Int = .max) -> [LedgerLine] {
        guard let node = nodes[id], let fact = log.node(id), fact.role != .sink else { return [] }
        if node.inputs.isEmpty { return ownLine(of: id, node, fact) }
        guard case .known(let law) = fact.operation.law else { return [lawlessLine(of: id, node, fact.operation.law)] }
        let (doubt, stores) = (doubt(node), node.stores.compactMap { edges[$0] })
        return groups(of: node, law).map { group in
            var line = LedgerLine(node: id, law: law.family, inputs: group.inputs)
            line.unknown = doubt
            let own =
                [.oneOfEach, .latestOfEach].contains(law.family)
                ? stores.filter { $0.feeder.map(group.inputs.contains) ?? false } : stores
            fill(&line, node, law, own, isOuter: group.isOuter, LedgerMoment(log: log, sequence: moment))
            return line
        }
    }

    /// The ledgers of all nodes, in the order of the nodes' declarations.
    public func lines(in log: TraceLog) -> [LedgerLine] { log.nodes.flatMap { lines(of: $0.id, in: log) } }

    /// The groups of inputs that share a line.
    private func groups(of node: LedgerNode, _ law: FlowLaw) -> [(inputs: [EdgeID], isOuter: Bool)] {
        switch law.family {
        case .oneToMany:
            let inner = Array(node.inputs.dropFirst())
            return [([node.inputs[0]], true)] + (inner.isEmpty ? [] : [(inner, false)])
        case .fanOut where !law.isSharedByEach(of: node.inputs.count): return [(node.inputs, false)]
        case .fanOut, .oneOfEach: return node.inputs.map { ([$0], false) }
        case .oneToOne, .oneOrNone, .manyToOne, .latestOfEach:
            return law.keeping == .nothing ? node.inputs.map { ([$0], false) } : [(node.inputs, false)]
        }
    }

    /// The line of an operator without a law: the sums of its inputs and of its outputs.
    private func lawlessLine(of id: NodeID, _ node: LedgerNode, _ law: OperatorLaw) -> LedgerLine {
        var line = LedgerLine(node: id, law: nil, inputs: node.inputs)
        line.arrived = node.inputs.reduce(0) { $0 + (edges[$1]?.values ?? 0) }
        line.expected = line.arrived
        line.out = node.outputs.reduce(0) { $0 + (edges[$1]?.values ?? 0) }
        for output in node.outputs.compactMap({ edges[$0] }) { line.dropped += output.lost.known }
        line.unknown = doubt(node) ?? .law(law.reason)
        return line
    }

    // MARK: Nodes without inputs

    /// The line of a source, or of a store without an input edge.
    private func ownLine(of id: NodeID, _ node: LedgerNode, _ fact: NodeFact) -> [LedgerLine] {
        let stores = node.stores.compactMap { edges[$0] }
        guard !stores.isEmpty else { return fact.recordsSends ? sentLine(of: id, node) : [] }
        var line = LedgerLine(node: id, law: fact.role == .source ? .oneToOne : fact.operation.law.flow?.family, inputs: [])
        for store in stores where store.role == .source {
            line.arrived += store.values
            line.out += store.values - store.refused.total - store.droppedHeld.total
            line.dropped += store.refused
            line.dropped += store.droppedHeld
        }
        let held = stores.filter { $0.role == .store }
        add(held, to: &line)
        line.arrived += held.reduce(0) { $0 + $1.account.buffered + $1.refused.total }
        line.expected = line.arrived
        line.unknown = gap
        return line.arrived > 0 ? [line] : []
    }

    /// The line of a subject that records its input: the values that each subscriber received or lost.
    private func sentLine(of id: NodeID, _ node: LedgerNode) -> [LedgerLine] {
        var line = LedgerLine(node: id, law: .fanOut, inputs: [])
        for output in node.outputs.compactMap({ edges[$0] }) {
            line.out += output.values
            line.dropped += output.lost.known
            line.dropped += output.refused
            line.dropped += output.droppedHeld
        }
        line.arrived = line.out + line.dropped.total
        line.expected = line.arrived
        line.unknown = gap
        return line.arrived > 0 ? [line] : []
    }

    private func add(_ stores: [LedgerEdge], to line: inout LedgerLine) {
        for store in stores {
            line.out += store.account.unbuffered
            line.held += store.account.buffered - store.account.unbuffered - store.droppedHeld.total
            line.dropped += store.droppedHeld
            line.dropped += store.refused
        }
    }

    /// Counts values that reached outputs after their ends as dropped.
    private func addLate(_ node: LedgerNode, to line: inout LedgerLine) {
        for output in node.outputs.compactMap({ edges[$0] }) {
            line.out -= output.lost.fromStore
            line.dropped += output.lost.known
        }
    }

    // MARK: Nodes with inputs

    private func fill(
        _ line: inout LedgerLine, _ node: LedgerNode, _ law: FlowLaw, _ stores: [LedgerEdge], isOuter: Bool,
        _ moment: LedgerMoment
    ) {
        let inputs = line.inputs.compactMap { edges[$0] }
        line.arrived = inputs.reduce(0) { $0 + $1.values }
        line.expected = line.arrived
        switch law.family {
        case .fanOut where !law.isSharedByEach(of: node.inputs.count): share(&line, node, stores, inputs, law, moment)
        case .oneToMany where isOuter: open(&line, node, inputs, moment)
        case .fanOut, .oneToOne, .oneOrNone, .manyToOne, .oneOfEach, .latestOfEach, .oneToMany:
            pass(&line, node, law, inputs, stores, moment)
        }
    }

    private func doubt(_ node: LedgerNode) -> LedgerLine.Unknown? {
        if let gap { return gap }
        if (node.inputs + node.outputs).contains(where: { edges[$0]?.isDoubtful ?? false }) { return .edges }
        return node.outputs.isEmpty && node.stores.isEmpty ? .output : nil
    }

    /// Balances the line of an operator that opens a publisher for each value; each such subscription is a further input.
    private func open(_ line: inout LedgerLine, _ node: LedgerNode, _ inputs: [LedgerEdge], _ moment: LedgerMoment) {
        settle(&line, inputs)
        line.out = node.inputs.dropFirst().reduce(0) { $0 + (edges[$1]?.lives ?? 0) }
        if line.expected > line.out + line.dropped.total, isUnderWay(inputs, line, moment) { line.held = 1 }
        if line.out == 0, line.arrived > line.dropped.total + line.held { line.unknown = line.unknown ?? .publishers }
    }

    private func pass(
        _ line: inout LedgerLine, _ node: LedgerNode, _ law: FlowLaw, _ inputs: [LedgerEdge], _ stores: [LedgerEdge],
        _ moment: LedgerMoment
    ) {
        settle(&line, inputs)
        line.out = inputs.reduce(0) { $0 + $1.passed }
        let isLast = node.inputs.last.map { line.inputs.contains($0) } ?? false
        if isLast, !law.makesValues, law.family != .manyToOne, law.family != .oneOfEach { line.unexplained = node.unexplained }
        add(stores, to: &line)
        // Which of its values another replaced is unknown.
        if law.family == .latestOfEach, stores.contains(where: \.hasUnseen) { line.unknown = line.unknown ?? .store }
        if isLast || law.family == .oneOfEach { addLate(node, to: &line) }
        let rest = line.expected - line.out - line.held - line.dropped.total
        if !stores.isEmpty || law.keeping == .nothing {
            closeCall(&line, node, law, rest, inputs, moment)
        } else if law.keeping == .everything {
            conclude(&line, node, law, rest)
        } else if law.keeping == .group {
            gather(&line, node, inputs)
        } else if rest > 0 {
            line.unknown = line.unknown ?? .store
            // The number of values that left is known anyway.
            if law.family == .oneToOne { line.out = node.outputs.reduce(0) { $0 + (edges[$1]?.values ?? 0) } }
        }
    }

    /// Counts the remaining values, neither passed on nor lost: the operator holds them, or has filtered them out.
    private func closeCall(
        _ line: inout LedgerLine, _ node: LedgerNode, _ law: FlowLaw, _ rest: Int, _ inputs: [LedgerEdge], _ moment: LedgerMoment
    ) {
        guard rest > 0 else { return }
        // The newest value of an input waits for the first value of another input; it has replaced earlier values.
        let isKept = law.family == .latestOfEach && !node.isOver && inputs.contains(where: \.isNewestOpen)
        let inside = isKept || isUnderWay(inputs, line, moment) ? 1 : 0
        line.held += inside
        if law.family == .oneOrNone || law.family == .latestOfEach { line.filtered = rest - inside }
    }

    /// Balances the line of an operator that puts all values so far into each output: later values are still inside, or were lost
    /// at the end.
    private func gather(_ line: inout LedgerLine, _ node: LedgerNode, _ inputs: [LedgerEdge]) {
        let gone = max(node.fedWhenUnexplained, inputs.reduce(0) { $0 + $1.valuesWhenPassed })
        line.unexplained = 0
        line.out = min(gone, line.expected - line.dropped.total)
        let waiting = line.expected - line.out - line.dropped.total
        if node.isOver {
            let ends = node.outputs.compactMap { edges[$0]?.end }
            line.dropped[ends.contains(.failure) ? .error : ends.contains(.cancel) ? .cancelled : .ended] += waiting
        } else {
            line.held += waiting
        }
    }

    /// Balances the line of an operator that keeps all values and reports no store: values missing below are held, or were lost
    /// at the end.
    private func conclude(_ line: inout LedgerLine, _ node: LedgerNode, _ law: FlowLaw, _ rest: Int) {
        let late = line.dropped[.cancelled]
        let open = line.out + rest + late
        line.out = node.outputs.reduce(0) { $0 + (edges[$1]?.values ?? 0) - (edges[$1]?.afterTerminal ?? 0) }
        if law.family == .manyToOne { line.out = line.out > 0 ? open - late : 0 }
        line.dropped[.cancelled] = 0
        line.unexplained = 0
        let waiting = max(0, open - line.out)
        let lost = node.isOver ? waiting : min(waiting, late)
        line.dropped[node.outputs.contains { edges[$0]?.end == .failure } ? .error : .cancelled] += lost
        line.held += waiting - lost
    }

    /// Adds the losses that happened without a store.
    private func settle(_ line: inout LedgerLine, _ inputs: [LedgerEdge]) {
        for input in inputs {
            line.dropped[.cancelled] += input.late + input.cutShort
            line.dropped[.error] += input.failing
        }
    }

    /// Balances the line of an operator that sends each value to all current subscribers.
    private func share(
        _ line: inout LedgerLine, _ node: LedgerNode, _ stores: [LedgerEdge], _ inputs: [LedgerEdge], _ law: FlowLaw,
        _ moment: LedgerMoment
    ) {
        let outputs = node.outputs.compactMap { edges[$0] }.filter { $0.account.subscriptions > 0 }
        let copies = outputs.reduce(0) { $0 + $1.fed(of: node.fed) }
        line.expected = copies + node.unheard
        line.dropped[.noSubscriber] += node.unheard
        line.out = outputs.reduce(0) { $0 + $1.brought }
        line.unexplained = law.makesValues ? 0 : node.unexplained
        add(stores, to: &line)
        let missing = line.expected - line.out - line.held - line.dropped.total
        guard missing > 0 else { return }
        if law.makesValues, stores.isEmpty { line.unknown = line.unknown ?? .store }
        // A value under way when a subscriber cancelled did not reach that subscriber.
        let left = outputs.reduce(0) { $0 + $1.cut }
        line.dropped[.cancelled] += min(missing, left)
        let waiting = outputs.count { $0.waits(of: node.fed) }
        if missing > left, isUnderWay(inputs, line, moment) { line.held += min(missing - left, waiting) }
    }

    /// Whether the call that brought the newest value of an input is still open.
    private func isUnderWay(_ inputs: [LedgerEdge], _ line: LedgerLine, _ moment: LedgerMoment) -> Bool {
        inputs.contains { ($0.isNewestOpen || line.law == .fanOut) && moment.log.isOpen($0.newest, at: moment.sequence) }
    }
}

private struct LedgerMoment {
    let log: TraceLog
    let sequence: Int
}

extension TraceLog {
    /// Whether the call of an event may still have been open at `moment`: the newest event of its thread happened within it.
    func isOpen(_ sequence: Int, at moment: Int = .max) -> Bool {
        guard let entry = self[sequence: sequence],
            let last = entries(after: forgotten, upTo: moment).last(where: { $0.thread == entry.thread })
        else { return false }
        var next: Int? = last.sequence
        while let later = next, later > sequence { next = self[sequence: later]?.cause }
        return next == sequence
    }
}

/// The fate of the values of one input of a node: in = out + held + filtered + dropped, and a residue.
///
/// All counts are of input values, even if several make one output.
public struct LedgerLine: Hashable, Sendable {
    /// The reason that the residue is unknown.
    public enum Unknown: Hashable, Sendable {
        /// The operator has no law, for this reason.
        case law(String)
        /// The operator keeps values without reporting which.
        case store
        /// Its output is not observed.
        case output
        /// The publishers that the operator made are not recorded.
        case publishers
        /// Records of the trace are missing.
        case records
        /// The ledger begins in the middle of a trace.
        case past
        /// The edge that brought a value is ambiguous.
        case edges
    }

    public let node: NodeID
    /// The relation of outputs to inputs; `nil` if unknown.
    public let law: FlowLaw.Family?
    /// The edges that make up the input; empty if only the node's own store is observed.
    public let inputs: [EdgeID]
    /// Values that arrived.
    public internal(set) var arrived = 0
    /// Values to account for: more than arrived if each goes to several subscribers.
    public internal(set) var expected = 0
    /// Values that left, or became part of a value that left.
    public internal(set) var out = 0
    /// Values that are inside.
    public internal(set) var held = 0
    /// Values that the operator filtered out by its law.
    public internal(set) var filtered = 0
    public internal(set) var dropped = DropCounts()
    /// Values that left although no input value led to them, and the operator makes no values itself.
    public internal(set) var unexplained = 0
    /// The reason that the residue is unknown; `nil` otherwise.
    public internal(set) var unknown: Unknown?

    init(node: NodeID, law: FlowLaw.Family?, inputs: [EdgeID]) {
        self.node = node
        self.law = law
        self.inputs = inputs
    }

    /// The values not accounted for: positive for vanished values, negative for values from nowhere, 0 if the ledger balances;
    /// `nil` if unknown.
    public var residue: Int? { unknown == nil ? expected - out - held - filtered - dropped.total - unexplained : nil }
}
