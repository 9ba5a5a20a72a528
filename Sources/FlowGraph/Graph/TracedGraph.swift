import FlowOperators
import FlowTrace

/// The traced operators and subscriptions, and the links between them.
struct TracedGraph: Sendable {
    var edges: [TracedEdge] = []

    private(set) var names: [UInt32: TracedName] = [:]
    /// A cache of the operators of types.
    private var operations: [UInt32: OperatorID] = [:]
    /// The most live edges that share a subscriber or a subscription; only a damaged trace has more.
    static let sharing = 64
    /// The most edges that share a publisher, a subject or an object kept by their subscribers.
    private static let crowd = 16_384
    var allowance = StepAllowance()
    var bySubscriber = EdgeIndex<HookKey>(limit: sharing) { didSet { recent = RecentEdges() } }
    var recent = RecentEdges()
    var bySubscriberID = EdgeIndex<UInt64>(limit: sharing)
    /// The edges that share a subscription, the one nearest to its operator first.
    var groups: [HookKey: [TracedEdge.Index]] = [:]
    /// The first edge of each group, by the subscription's identifier.
    var byOperator = EdgeIndex<UInt64>(limit: sharing)
    var byPublisher = EdgeIndex<UInt64>(limit: crowd)
    var bySubject = EdgeIndex<UInt64>(limit: crowd)
    var byOwner = EdgeIndex<UInt64>(limit: crowd)
    private var nodes: [NodeFact] = []
    var edgeFacts: [EdgeFact] = []
    private var nodeCount: UInt32 = 0
    private var edgeCount: UInt32 = 0
    private var labels = NameNumbers()
    /// By edge, further publishers subscribed with its subscriber, until it is known whether they make separate edges.
    var aliases: [TracedEdge.Index: [TracedAlias]] = [:]
    var factOfEdge: [TracedEdge.Index: EdgeFact] = [:]
    var factsOfStores: [TracedEdge.Index: [EdgeFact]] = [:]
    private var nodeFacts: [NodeID: NodeFact] = [:]
    /// The live edges that are not marked as incomplete, and some ended ones.
    var undoubted: [TracedEdge.Index] = []
    var ended: EndedEdges
    /// The number of edges of each publisher that are not retired.
    var subscribers: [NodeID: Int] = [:]
    /// The edges made in a thread's outermost call, if that is a call of `subscribe`.
    private var madeInCall: [UInt32: [TracedEdge.Index]] = [:]
    /// The edges whose place another subscription has taken, until their stores restart.
    var replaced: [TracedEdge.Index] = []
    var forgotten = RetiredIdentifiers()
    var served = ServedOperators()
    /// The edge that feeds each buffering stream, by the stream's number, until the stream is gone.
    var producers: [UInt64: TracedEdge.Index] = [:]
    /// The producers among them whose streams have been iterated.
    var namedStreams: Set<TracedEdge.Index> = []
    var places = TracedPlaces()
    /// The edges that a stack made or feeds.
    var edgesOfStack: [UInt32: Set<TracedEdge.Index>] = [:]
    var tests = TracedTests()
    /// The live edges whose first values a task asked for, by the task's number.
    var takenBy: [UInt64: [TracedEdge.Index]] = [:]
    /// The edge that tells the place of a node.
    var placedBy: [NodeID: TracedEdge.Index] = [:]
    private var adoptedNodes: [NodeID: NodeID] = [:]
    private var adoptedEdges = DenseTable<EdgeID, EdgeID>()

    /// - Parameter kept: The number of ended subscriptions of a shape that keep their place.
    init(keeping kept: Int) { ended = EndedEdges(keeping: kept) }

    // MARK: Probes

    /// Renumbers the facts of explicit probes, so that they fit among the derived ones.
    mutating func adopt(nodes: [NodeFact], edges: [EdgeFact]) -> (nodes: [NodeFact], edges: [EdgeFact]) {
        for node in nodes where adoptedNodes[node.id] == nil { adoptedNodes[node.id] = nextNode() }
        for edge in edges where adoptedEdges[edge.id] == nil { _ = adopt(edge.id) }
        let ownNodes = nodes.map { node in
            NodeFact(
                id: adoptedNodes[node.id] ?? node.id, role: node.role, node.operation, detail: node.detail,
                capacity: node.capacity, overflow: node.overflow, prefetch: node.prefetch, location: node.location)
        }
        let ownEdges = edges.map { edge in
            EdgeFact(
                id: adoptedEdges[edge.id] ?? edge.id, role: edge.role, label: edge.label,
                upstream: edge.upstream.flatMap { adoptedNodes[$0] }, downstream: edge.downstream.flatMap { adoptedNodes[$0] },
                location: edge.location, doubts: edge.doubts)
        }
        return (ownNodes, ownEdges)
    }

    /// A probe's event with its edge renumbered; an edge that was not declared yet gets a number.
    mutating func renamed(_ record: TraceEvent) -> TraceEvent {
        let id = adoptedEdges[record.edge] ?? adopt(record.edge)
        var record = record
        record.edge = id
        return record
    }

    private mutating func adopt(_ edge: EdgeID) -> EdgeID {
        let id = nextEdge()
        adoptedEdges[edge] = id
        return id
    }

    var hasFacts: Bool { !nodes.isEmpty || !edgeFacts.isEmpty }

    /// The facts that are new or have changed since the last call.
    mutating func drainFacts() -> (nodes: [NodeFact], edges: [EdgeFact]) {
        defer { (nodes, edgeFacts) = ([], []) }
        return (nodes, edgeFacts)
    }

    // MARK: Subscribing

    mutating func name(type: UInt32, _ name: String) {
        names[type] = TracedName(name)
        operations[type] = nil
    }

    /// The operator whose publishers or subscribers have a type; `nil` if the type has no name.
    mutating func operation(_ type: UInt32) -> OperatorID? {
        if let known = operations[type] { return known }
        operations[type] = names[type].map { OperatorID(type: $0.text) }
        return operations[type]
    }

    /// Records that a thread subscribes outside any other call.
    mutating func beginOutermostCall(on thread: UInt32) { madeInCall[thread] = [] }

    /// Adds a subscription, in the place of an ended one of its shape if one is free.
    mutating func add(_ new: TracedSubscribing) -> TracedEdge.Index {
        let described = shape(of: new)
        let shape = described.map { ended.number(of: $0) }
        let node = twin(of: new).map { edges[$0].node }
        let life = described?.above.map { edges[$0].life } ?? 0
        let isStream = feedsStream(new)
        let free = shape.flatMap { shape in
            ended.take(shape: shape, node: node, isStream: isStream) { edges[$0].lifeAbove != life }
        }
        let edge = free ?? TracedEdge.Index(position: edges.count)
        if let free {
            replace(free, by: new)
        } else {
            edges.append(TracedEdge(new, id: nextEdge(), node: node ?? streamNode(above: new) ?? nextNode()))
        }
        edges[edge].shape = shape
        edges[edge].lifeAbove = life
        subscribers[edges[edge].node, default: 0] += 1
        madeInCall[new.thread]?.append(edge)
        index(edge)
        if let type = new.key(of: .subscriberType) { linkAgain(edge, type: type.tag) }
        for fact in new.facts { apply(fact, for: edge, isAlias: false) }
        if edges[edge].stack > 0 { showPlaces(of: edge) }
        if edges[edge].test != nil { showTest(of: edge) }
        return edge
    }

    private mutating func index(_ edge: TracedEdge.Index) {
        let key = edges[edge].key
        if !edges[edge].isUndoubted {
            edges[edge].isUndoubted = true
            undoubted.append(edge)
        }
        for old in bySubscriber[key] where !edges[old].isLive { bySubscriber.remove(old, under: key) }
        if let outer = edges[edge].subscribedIn { edges[outer].madeInside.append(edge) }
        doubt(edge, and: bySubscriber.add(edge, under: key))
        doubt(edge, and: bySubscriberID.add(edge, under: key.id))
        link(edge, toAll: byOperator[key.id])
    }

    /// The edges out of the operator with a subscription.
    func edges(outOf subscription: UInt64) -> [TracedEdge.Index] { byOperator[subscription] }

    /// Another live subscription to the publisher of a new one.
    private func twin(of new: TracedSubscribing) -> TracedEdge.Index? {
        guard let publisher = new.key(of: .publisherType), publisher.id != 0 else { return nil }
        return byPublisher[publisher.id].prefix(TracedGraph.sharing).first { edges[$0].publisherTypes.first == publisher.tag }
    }

    /// Applies a fact that was reported while the edge was being made.
    mutating func apply(_ fact: TracedFact, for edge: TracedEdge.Index, isAlias: Bool) {
        let key = fact.key
        switch fact.kind {
        case .publisherType: addPublisher(key, for: edge, isAlias: isAlias)
        case .subscriberType: if !isAlias { edges[edge].subscriberType = key.tag }
        case .valueType: setValueType(key.tag, of: edge)
        case .parentSubscription:
            edges[edge].source = .inner
            if byOperator[key.id].isEmpty { doubt(edge, .incomplete) }
            link(edge, toAll: byOperator[key.id])
        case .subject:
            edges[edge].source = .feeder
            guard addObject(key.id, in: \.subjects, of: edge) else { return }
            doubt(edge, and: bySubject.add(edge, under: key.id))
            link(edge, toAll: byPublisher[key.id])
        case .owner:
            guard addObject(key.id, in: \.owners, of: edge) else { return }
            doubt(edge, and: byOwner.add(edge, under: key.id))
            link(edge, toAll: byOperator[key.id])
        case .capacity:
            // The largest number means no limit.
            let capacity = key.id < UInt64(Int.max) ? Int(key.id) : nil
            edges[edge].capacity = capacity
            if !isProducer(edge) { describe(edge) { $0.capacity = capacity } }
        case .latest: edges[edge].overflow = fact.subkind == 0 ? .dropNewest : .dropOldest
        case .overflow:
            guard let policy = OverflowPolicy(rawValue: fact.subkind) else { break }
            edges[edge].overflow = policy
            if !isProducer(edge) { describe(edge) { $0.overflow = policy } }
        case .prefetch: describe(edge) { $0.prefetch = Prefetch(rawValue: fact.subkind) }
        case .label: setLabel(names[key.tag]?.text, of: edge)
        case .location: setLocation(CodeLocation(fileID: names[key.tag]?.text ?? "?", line: Int(clamping: key.id)), of: edge)
        case .recordsSends: describe(edge) { $0.recordsSends = true }
        case .stack where isAlias: break
        case .stack where fact.subkind == StackRole.made.rawValue: setStack(key.tag, \.makingStack, of: edge)
        case .stack: setStack(key.tag, \.stack, of: edge)
        case .test where isAlias: break
        case .test: setTest(key.tag, of: edge)
        case .subscription, .typeName, .death, .module, .buildID, .frame, .placeName, .testEnd: break
        }
    }

    mutating func addPublisher(_ key: HookKey, for edge: TracedEdge.Index, isAlias: Bool) {
        guard edges[edge].publisherTypes.count < TracedGraph.sharing else { return doubt(edge, .incomplete) }
        edges[edge].publisherTypes.append(key.tag)
        if key.id != 0, addObject(key.id, in: \.publisherObjects, of: edge) {
            doubt(edge, and: byPublisher.add(edge, under: key.id))
            link(all: bySubject[key.id], to: edge)
        }
        if isAlias {
            setAliasPublisher(of: edge, publisher: key)
            return
        }
        let operation = operation(key.tag) ?? .other("?")
        if nodeFacts[edges[edge].node] == nil {
            // A publisher cannot be a sink: one with a sink's name is the program's own.
            let role = operation.role == .sink ? .transform : operation.role
            declare(NodeFact(id: edges[edge].node, role: role, operation, location: edges[edge].location))
        }
        guard factOfEdge[edge] == nil else { return }
        let downstream = edges[edge].downstream.first.map { edges[$0].node }
        declare(
            EdgeFact(
                id: edges[edge].id, role: .link, label: label(edges[edge].label ?? operation.name),
                givenLabel: edges[edge].label, upstream: edges[edge].node, downstream: downstream, location: edges[edge].location,
                doubts: edges[edge].doubts),
            of: edge)
    }

    mutating func describe(_ edge: TracedEdge.Index, _ change: (inout NodeFact) -> Void) { describe(edges[edge].node, change) }

    mutating func describe(_ node: NodeID, _ change: (inout NodeFact) -> Void) {
        guard let known = nodeFacts[node] else { return }
        var fact = known
        change(&fact)
        if fact != known { declare(fact) }
    }

    /// Infers missing links now that the edge is subscribed, and declares the sinks.
    mutating func settle(_ edge: TracedEdge.Index, isOutermost: Bool) {
        inferInputs(of: edge)
        inferOutputs(of: edge)
        inferRequested(edge)
        guard isOutermost, let all = madeInCall.removeValue(forKey: edges[edge].thread) else { return }
        guard allowance.spend(all.count) else { return doubt(edge, .incomplete) }
        for other in all where !edges[other].hadDownstream { declareSubscriber(of: other) }
    }

    /// Infers that subscriptions made while another was being made feed it, unless more is known.
    private mutating func inferInputs(of edge: TracedEdge.Index) {
        guard !edges[edge].needsNoFeeder, edges[edge].publisherTypes.count == 1 else { return }
        for inner in edges[edge].madeInside where !edges[inner].hadDownstream && !isEnd(edges[inner]) {
            link(inner, to: edge)
        }
    }

    /// Infers that a subscription made during a delivery to a subscriber of the same type serves the same operator.
    private mutating func inferOutputs(of edge: TracedEdge.Index) {
        guard !edges[edge].hadDownstream, !isEnd(edges[edge]), let input = edges[edge].deliveredIn,
            base(edges[input].subscriberType) == base(edges[edge].subscriberType)
        else { return }
        link(edge, toAll: edges[input].downstream)
    }

    mutating func isEnd(_ edge: TracedEdge) -> Bool { operation(edge.subscriberType)?.role == .sink }

    func base(_ type: UInt32) -> String { names[type]?.base ?? "" }

    private mutating func declareSubscriber(of edge: TracedEdge.Index) {
        guard factOfEdge[edge].map({ $0.downstream == nil }) ?? false else { return }
        let operation = operation(edges[edge].subscriberType) ?? .other("subscriber")
        let node = NodeFact(id: nextNode(), role: .sink, operation)
        declare(node)
        change(edge) { $0.downstream = node.id }
        showPlaces(of: edge)
    }

    // MARK: Subscriptions

    /// Hands a subscription to an edge. `outer` is the edge of the enclosing handover, if an operator passes its subscription on.
    mutating func hand(
        _ subscription: HookKey, to edge: TracedEdge.Index, inside outer: (edge: TracedEdge.Index, subscription: HookKey)?
    ) {
        edges[edge].subscription = subscription
        if let outer, outer.subscription == subscription, groups[subscription]?.contains(outer.edge) == true {
            let isAbove = edges[edge].downstream.contains(outer.edge)
            join(edge, subscription, isNearest: isAbove)
            if !isAbove { link(outer.edge, to: edge) }
            return
        }
        for other in groups[subscription] ?? [] where other != edge && edges[other].isLive {
            doubt(other, .sharedSubscription)
            doubt(edge, .sharedSubscription)
        }
        groups[subscription] = [edge]
        if let outer, outer.subscription.id == subscription.id {
            link(outer.edge, to: edge)
            return
        }
        // An ended edge's identifiers may soon be reused.
        if edges[edge].isLive { doubt(edge, and: byOperator.add(edge, under: subscription.id)) }
        link(all: bySubscriberID[subscription.id], to: edge)
        link(all: byOwner[subscription.id], to: edge)
    }

    /// Adds an edge to the group that shares a subscription, because an operator passes it on.
    private mutating func join(_ edge: TracedEdge.Index, _ subscription: HookKey, isNearest: Bool) {
        guard groups[subscription, default: []].count < TracedGraph.sharing else { return doubt(edge, .sharedSubscription) }
        let index = isNearest ? 0 : groups[subscription, default: []].count
        groups[subscription, default: []].insert(edge, at: index)
    }

    /// The edges that share a subscription.
    func group(of subscription: HookKey, handedTo edge: TracedEdge.Index?) -> [TracedEdge.Index] {
        let group = groups[subscription] ?? []
        guard let edge, !group.contains(edge) else { return group }
        return [edge]
    }

    // MARK: Facts

    /// Links an edge to one downstream. Returns whether the allowance sufficed; if not, the edge is marked.
    @discardableResult
    mutating func link(_ edge: TracedEdge.Index, to downstream: TracedEdge.Index) -> Bool {
        guard edge != downstream else { return true }
        guard allowance.spend(1 + edges[edge].downstream.count / TracedGraph.sharing) else {
            doubt(edge, .incomplete)
            return false
        }
        guard !edges[edge].downstream.contains(downstream) else { return true }
        edges[edge].downstream.append(downstream)
        edges[downstream].feeders.append(edge)
        edges[downstream].needsNoFeeder = true
        guard !edges[edge].hadDownstream else { return true }
        edges[edge].hadDownstream = true
        let node = edges[downstream].node
        change(edge) { $0.downstream = node }
        return true
    }

    private mutating func link(_ edge: TracedEdge.Index, toAll served: [TracedEdge.Index]) {
        for other in served {
            guard link(edge, to: other) else { return }
        }
    }

    private mutating func link(all feeders: [TracedEdge.Index], to edge: TracedEdge.Index) {
        for feeder in feeders {
            guard link(feeder, to: edge) else { return doubt(edge, .incomplete) }
        }
    }

    /// Adds an object to one of an edge's lists. Returns whether it is new; if there are too many, the edge is marked.
    private mutating func addObject(_ object: UInt64, in list: WritableKeyPath<TracedEdge, [UInt64]>, of edge: TracedEdge.Index)
        -> Bool
    {
        guard !edges[edge][keyPath: list].contains(object) else { return false }
        guard edges[edge][keyPath: list].count < TracedGraph.sharing else {
            doubt(edge, .incomplete)
            return false
        }
        edges[edge][keyPath: list].append(object)
        return true
    }

    mutating func declare(_ node: NodeFact) {
        nodeFacts[node.id] = node
        nodes.append(node)
    }

    private mutating func declare(_ fact: EdgeFact, of edge: TracedEdge.Index) {
        factOfEdge[edge] = fact
        edgeFacts.append(fact)
    }

    mutating func change(_ edge: TracedEdge.Index, _ change: (inout EdgeFact) -> Void) {
        guard let known = factOfEdge[edge] else { return }
        var fact = known
        change(&fact)
        if fact != known { declare(fact, of: edge) }
    }

    /// A unique label of a name and its rest, with a number in between for all but the first.
    mutating func label(_ name: String, _ rest: String = "") -> String {
        NameNumbers.title(name, labels.number(for: name + rest)) + rest
    }

    mutating func nextNode() -> NodeID {
        nodeCount += 1
        return NodeID(rawValue: nodeCount)
    }

    mutating func nextEdge() -> EdgeID {
        edgeCount = min(edgeCount + 1, EdgeID.last)
        return EdgeID(rawValue: edgeCount)
    }
}
