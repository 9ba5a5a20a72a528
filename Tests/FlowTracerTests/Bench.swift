import FlowTrace
import OpenCombineShim

@testable import FlowCore
@testable import FlowModel

/// Where a pipeline is built: hands out spies and keeps what must live.
final class Bench {
    private(set) var tallies: [SpyTally] = []
    private var kept: [AnyObject] = []
    var cancellables: [AnyCancellable] = []
    let scheduler = VirtualTimeScheduler()

    /// Watches the output of a publisher.
    func spy<P: Publisher>(_ publisher: P) -> Spy<P> {
        let tally = SpyTally()
        tallies.append(tally)
        let spy = Spy(publisher, tally)
        kept.append(spy)
        return spy
    }

    /// Ends a pipeline with a subscriber that asks for `first` and then for `each` after every value.
    @discardableResult
    func end<P: Publisher>(_ publisher: P, first: Subscribers.Demand = .unlimited, each: Subscribers.Demand = .none) -> End<
        P.Output, P.Failure
    > {
        let end = End<P.Output, P.Failure>(first: first, each: each)
        kept.append(end)
        publisher.subscribe(end)
        return end
    }

    /// Traces the pipeline and compares each spy with the edge that the tracer found below it.
    static func compare(_ build: (Bench) -> Void) -> (mismatches: [String], reconstruction: Reconstruction) {
        let recorder = Recorder()
        let bench = Bench()
        let (tracer, _) = FlowTracer.tracing(into: recorder) { build(bench) }
        bench.scheduler.advance(to: VirtualTime(nanoseconds: 100_000_000_000))
        tracer.stop()
        var reconstruction = Reconstruction()
        recorder.drain(into: &reconstruction)
        let mismatches = bench.tallies.enumerated().compactMap { index, tally -> String? in
            let edges = reconstruction.graph.edges.filter { $0.publisherObjects.contains(tally.publisher) }
            var sum = EdgeCounts()
            for edge in edges {
                sum.requested = sum.requested + edge.counts.requested
                sum.returned = sum.returned + edge.counts.returned
                sum.delivered += edge.counts.delivered
                sum.completions += edge.counts.completions
                sum.cancels += edge.counts.cancels
            }
            return sum == tally.counts ? nil : "spy \(index): tracer \(sum), truth \(tally.counts)"
        }
        return (mismatches, reconstruction)
    }
}

/// A subscriber at the end that asks for a fixed demand.
final class End<Input, Failure: Error>: Subscriber {
    private let first: Subscribers.Demand
    private let each: Subscribers.Demand
    private(set) var subscription: (any Subscription)?
    private(set) var signals: [String] = []

    init(first: Subscribers.Demand, each: Subscribers.Demand) {
        self.first = first
        self.each = each
    }

    func receive(subscription: any Subscription) {
        self.subscription = subscription
        if first > .none { subscription.request(first) }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        signals.append("\(input)")
        return each
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        signals.append("\(completion)")
    }
}
