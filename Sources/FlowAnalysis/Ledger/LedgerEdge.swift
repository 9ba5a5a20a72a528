import FlowModel
import FlowTrace
import FlowVerdict

/// The signals of one edge, counted for the ledgers of the nodes at its ends.
struct LedgerEdge: Sendable {
    var role = EdgeFact.Role.link
    var upstream: NodeID?
    var downstream: NodeID?
    var isDoubtful = false
    /// Whether the store below records the fate of each of its values, including a value after the end.
    var isRecorded = false
    /// Whether its fact has been read since its first event.
    var isSettled = false
    var account = EdgeAccount()

    // MARK: As an input

    /// Values delivered on it, or offered.
    var values: Int { account.values + account.late - lost.total + account.offered }
    /// The sequence number of the newest of these values.
    private(set) var newest = 0
    /// Values that led to a value below in the same call.
    private(set) var passed = 0
    /// The number of values up to the newest passed one.
    private(set) var valuesWhenPassed = 0
    /// Values that led to a failure below.
    private(set) var failing = 0
    /// Values that the subscriber below did not receive, because it cancelled during their calls.
    private(set) var cutShort = 0
    /// Values that arrived after the end.
    private(set) var late = 0

    /// Values that arrived after it had finished or failed.
    private(set) var afterTerminal = 0

    private var lastPassed = 0
    private var lastResolved = 0
    private var lastCut = 0
    private var lateFrom = Int.max

    // MARK: As an output

    /// Values delivered on it as a result of a value above, in the same call.
    var brought = 0
    /// Values that arrived after its end and were lost.
    var lost = LateLosses()
    /// The number of its node's input values at its subscription, and at its end.
    var fed: (first: Int, last: Int?) = (0, nil)
    /// The number of successive subscriptions on the edge. A second subscription before the end of the first does not count.
    private(set) var lives = 0
    /// The totals of the earlier subscriptions on the edge: the node's input values during these subscriptions, the delivered
    /// values, and the number of subscriptions that were cancelled before the last value.
    private var before = (fed: 0, brought: 0, cut: 0)

    /// The number of its node's input values during its subscriptions, out of all `now` so far.
    func fed(of now: Int) -> Int { before.fed + (fed.last ?? now) - fed.first }

    /// The number of its subscriptions that were cancelled before the delivery of the last input value.
    var cut: Int { before.cut + (end == .cancel && (fed.last ?? 0) - fed.first > brought - before.brought ? 1 : 0) }

    /// Whether it is live, and the last of `now` input values has not been delivered.
    func waits(of now: Int) -> Bool { end == nil && now - fed.first > brought - before.brought }

    /// Begins a subscription, after `now` input values of its node.
    mutating func subscribe(beginsLife: Bool, fed now: Int) {
        if lives == 0 || beginsLife { lives += 1 }
        if beginsLife {
            before = (fed(of: now), brought, cut)
            fed.last = nil
            lateFrom = .max
        }
        fed.first = now
    }

    // MARK: As a store

    var droppedHeld = DropCounts()
    /// Whether the fate of a held value is unrecorded.
    var hasUnseen = false
    var refused = DropCounts()
    /// The edge that brought its held values; `nil` if unknown.
    var feeder: EdgeID?

    var end: SignalKind? { account.end }

    /// Whether its newest value has led to nothing yet.
    var isNewestOpen: Bool { values > 0 && newest != lastResolved && newest != lastCut && newest < lateFrom }

    /// Counts a value delivered on it.
    mutating func arrive(_ sequence: Int, isLate: Bool) {
        newest = sequence
        if end == .finished || end == .failure { afterTerminal += 1 }
        guard isLate else { return }
        late += 1
        lateFrom = min(lateFrom, sequence)
    }

    /// Records that the value `sequence` led to a value below.
    mutating func pass(_ sequence: Int) {
        if sequence == lastCut {
            cutShort -= 1
            lastCut = 0
        }
        guard sequence != lastPassed else { return }
        lastPassed = sequence
        passed += 1
        valuesWhenPassed = values
        resolve(sequence)
    }

    /// Marks the value `sequence` as accounted for.
    mutating func resolve(_ sequence: Int) {
        guard sequence != lastResolved else { return }
        lastResolved = sequence
        if sequence >= lateFrom { late -= 1 }
    }

    /// Records that the stream below failed in the call of the value `sequence`.
    mutating func fail(_ sequence: Int) {
        guard sequence != lastResolved else { return }
        resolve(sequence)
        failing += 1
    }

    /// Records that the subscriber below cancelled in the call of the value `sequence`.
    mutating func cut(_ sequence: Int) {
        guard sequence != lastResolved, sequence != lastCut else { return }
        lastCut = sequence
        cutShort += 1
    }
}

/// The values that an edge lost after its end.
struct LateLosses: Sendable {
    var total = 0
    /// Losses with a known origin above.
    var known = DropCounts()
    /// Losses with a known origin in the store above.
    var fromStore = 0
}

/// The edges of a node, and the number of its live outputs.
struct LedgerNode: Sendable {
    var inputs: [EdgeID] = []
    var outputs: [EdgeID] = []
    var stores: [EdgeID] = []
    /// The numbers of subscribed outputs, and of outputs that have not ended.
    var subscribed = 0
    var live = 0
    /// The numbers of values on all its inputs, and of values that arrived without a subscriber.
    var fed = 0
    var unheard = 0
    /// The number of values that left it without a cause above or inside.
    private(set) var unexplained = 0
    /// The number of input values when the newest unexplained value left.
    private(set) var fedWhenUnexplained = 0

    /// Whether it had subscribers, and all are gone.
    var isOver: Bool { subscribed > 0 && live == 0 }

    mutating func leaveUnexplained() {
        unexplained += 1
        fedWhenUnexplained = fed
    }
}
