import FlowTrace
import FlowCombine

@testable import FlowCore
@testable import FlowGraph

/// Counts the signals at one place of a pipeline, independently of the tracer.
final class Spy<Upstream: Publisher>: Publisher {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure

    let upstream: Upstream
    let tally: SpyTally

    init(_ upstream: Upstream, _ tally: SpyTally) {
        self.upstream = upstream
        self.tally = tally
        tally.publisher = UInt64(UInt(bitPattern: ObjectIdentifier(self)))
    }

    func receive<Downstream: Subscriber>(subscriber: Downstream) where Downstream.Input == Output, Downstream.Failure == Failure {
        let inner = SpySubscriber(subscriber, tally)
        tally.keep(inner)
        upstream.subscribe(inner)
    }
}

/// The numbers of one spy, which several threads may change.
final class SpyTally: @unchecked Sendable {  // all of it is behind a lock
    private struct State {
        var counts = EdgeCounts()
        var publisher: UInt64 = 0
        /// Retained, so that no identifier is reused within a test.
        var subscribers: [AnyObject] = []
    }

    private let state = LockedBox(State())

    /// The spy itself.
    var publisher: UInt64 {
        get { state.withLock { $0.publisher } }
        set { state.withLock { $0.publisher = newValue } }
    }

    var counts: EdgeCounts {
        state.withLock { $0.counts }
    }

    func keep(_ subscriber: AnyObject) {
        state.withLock { $0.subscribers.append(subscriber) }
    }

    func count(_ change: (inout EdgeCounts) -> Void) {
        state.withLock { change(&$0.counts) }
    }
}

/// The subscriber and subscription of a ``Spy``.
final class SpySubscriber<Downstream: Subscriber>: Subscriber, Subscription {
    typealias Input = Downstream.Input
    typealias Failure = Downstream.Failure

    private let downstream: Downstream
    private let tally: SpyTally
    private var subscription: (any Subscription)?

    init(_ downstream: Downstream, _ tally: SpyTally) {
        self.downstream = downstream
        self.tally = tally
    }

    func receive(subscription: any Subscription) {
        self.subscription = subscription
        downstream.receive(subscription: self)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        tally.count { $0.delivered += 1 }
        let demand = downstream.receive(input)
        tally.count { $0.returned = $0.returned + Demand(demand) }
        return demand
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        tally.count { $0.completions += 1 }
        downstream.receive(completion: completion)
    }

    func request(_ demand: Subscribers.Demand) {
        tally.count { $0.requested = $0.requested + Demand(demand) }
        subscription?.request(demand)
    }

    func cancel() {
        tally.count { $0.cancels += 1 }
        subscription?.cancel()
    }
}

/// A spy on a connectable publisher.
struct ConnectableSpy<Upstream: ConnectablePublisher>: ConnectablePublisher {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure

    private let upstream: Upstream
    private let spy: Spy<Upstream>

    init(_ upstream: Upstream, _ spy: Spy<Upstream>) {
        (self.upstream, self.spy) = (upstream, spy)
    }

    func receive<Downstream: Subscriber>(subscriber: Downstream) where Downstream.Input == Output, Downstream.Failure == Failure {
        spy.subscribe(subscriber)
    }

    func connect() -> any Cancellable {
        upstream.connect()
    }
}

/// The signals of an edge.
struct EdgeCounts: Hashable {
    /// The sum of all requests.
    var requested = Demand.none
    /// The sum of the results of `receive(_:)`.
    var returned = Demand.none
    /// Values delivered.
    var delivered = 0
    /// Completions delivered.
    var completions = 0
    /// Cancels.
    var cancels = 0

    mutating func add(_ entry: TraceEntry) {
        switch entry.kind {
        case .request: requested = requested + (entry.event.demand ?? .none)
        case .returned: returned = returned + (entry.event.demand ?? .none)
        case .value: delivered += 1
        case .finished, .failure: completions += 1
        case .cancel: cancels += 1
        default: break
        }
    }
}

extension EdgeCounts {
    mutating func add(_ other: EdgeCounts) {
        requested = requested + other.requested
        returned = returned + other.returned
        delivered += other.delivered
        completions += other.completions
        cancels += other.cancels
    }
}

extension Reconstruction {
    /// The trace's counts of some edges, taken together.
    func counts(of edges: [TracedEdge]) -> EdgeCounts {
        let ids = Set(edges.map(\.id))
        return log.entries.reduce(into: EdgeCounts()) { if ids.contains($1.edge) { $0.add($1) } }
    }
}
