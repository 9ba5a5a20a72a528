import FlowTrace

/// A subscription in progress, with the facts recorded since it began.
struct TracedSubscribing: Sendable {
    /// The subscriber.
    let key: HookKey
    /// The thread that subscribes.
    let thread: UInt32
    /// The time of its beginning, in nanoseconds.
    let time: UInt64
    /// The edge whose subscribing encloses this one.
    let subscribedIn: TracedEdge.Index?
    /// The edge whose value or completion is being delivered.
    let deliveredIn: TracedEdge.Index?
    private(set) var facts: [TracedFact] = []

    init(key: HookKey, thread: UInt32, time: UInt64, subscribedIn: TracedEdge.Index?, deliveredIn: TracedEdge.Index?) {
        self.key = key
        self.thread = thread
        self.time = time
        self.subscribedIn = subscribedIn
        self.deliveredIn = deliveredIn
    }

    mutating func append(_ fact: TracedFact) {
        facts.append(fact)
    }

    /// The key of the first fact of a kind.
    func key(of kind: FactKind) -> HookKey? {
        facts.first { $0.kind == kind }?.key
    }
}

/// A fact about a subscription in progress.
struct TracedFact: Sendable {
    let kind: FactKind
    let key: HookKey
    var subkind: UInt8 = 0
}

extension TracedEdge {
    init(_ new: TracedSubscribing, id: EdgeID, node: NodeID) {
        self.init(
            key: new.key, id: id, node: node, thread: new.thread, subscribedIn: new.subscribedIn, deliveredIn: new.deliveredIn)
        time.begin = new.time
    }
}

extension TracedGraph {
    /// The most facts of one subscription; only a damaged trace has more.
    private static let factLimit = 64

    /// The shape of a subscription; `nil` if it is too expensive to compute.
    mutating func shape(of new: TracedSubscribing) -> EdgeShape? {
        guard new.facts.count <= TracedGraph.factLimit else { return nil }
        var facts: [EdgeShape.Fact] = []
        facts.reserveCapacity(new.facts.count)
        var cost = 0
        let occasion = occasion(of: new)
        for fact in new.facts {
            let key = fact.key
            if fact.kind == .stack {
                // What is made inside of another subscription, or for an operator, has the place of that one.
                guard !occasion.isWithin else { continue }
                let calls = places.calls(of: key.tag)
                facts.append(EdgeShape.Fact(kind: fact.kind, subkind: fact.subkind, tag: 0, number: calls, edges: []))
                continue
            }
            let (number, edges): (UInt64, [TracedEdge.Index]) =
                switch fact.kind {
                case .publisherType: (key.id == 0 ? 0 : 1, producers[key.id].map { [$0] } ?? [])
                case .parentSubscription, .owner: (0, edges(outOf: key.id))
                case .subject: (0, byPublisher[key.id])
                case .subscriberType, .valueType, .label, .location, .capacity, .latest, .overflow, .prefetch, .subscription,
                    .typeName, .death, .recordsSends, .module, .buildID, .frame, .stack, .placeName, .test, .testEnd:
                    (key.id, [])
                }
            cost += edges.count
            facts.append(EdgeShape.Fact(kind: fact.kind, subkind: fact.subkind, tag: key.tag, number: number, edges: edges))
        }
        if case .serving(let edges) = occasion { cost += edges.count }
        guard cost < 2 || allowance.spend(cost) else { return nil }
        return EdgeShape(facts: facts, occasion: occasion)
    }

    private func occasion(of new: TracedSubscribing) -> EdgeShape.Occasion {
        if let outer = new.subscribedIn { return .subscribing(outer) }
        guard let input = new.deliveredIn else { return .none }
        let subscriber = new.key(of: .subscriberType)?.tag ?? 0
        if base(edges[input].subscriberType) == base(subscriber) { return .serving(edges[input].downstream) }
        // `catch` receives from its second publisher with another subscriber of the same identifier.
        let served = edges(outOf: new.key.id)
        guard served.isEmpty else { return .serving(served) }
        return .delivery(publisher: edges[input].publisherTypes.first, subscriber: edges[input].subscriberType)
    }
}

/// The identifiers of forgotten subscribers and subscriptions, so that a late call for one does not count as a stray call.
struct RetiredIdentifiers: Sendable {
    /// The most identifiers stored; beyond that, any identifier may be one of them.
    private static let limit = 1 << 14

    private var known: Set<UInt64> = []
    private var isFull = false

    mutating func insert(_ identifier: UInt64) {
        guard !isFull else { return }
        known.insert(identifier)
        guard known.count > RetiredIdentifiers.limit else { return }
        known = []
        isFull = true
    }

    func contains(_ identifier: UInt64) -> Bool {
        isFull || known.contains(identifier)
    }
}
