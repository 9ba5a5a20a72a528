import FlowTrace
import FlowCombine
@testable import FlowCore
@testable import FlowGraph

/// The place where a pipeline is built: hands out spies and ends, and keeps objects alive.
final class Bench {
    let appetite: Appetite
    let scheduler = VirtualTimeScheduler()
    /// Called when an end has taken its completion.
    var whenOver: () -> Void = {}
    /// The spy above the first end.
    private(set) var last: SpyTally?
    private(set) var tallies: [SpyTally] = []
    private(set) var ends: [any EndSignals] = []
    private var kept: [Any] = []

    init(_ appetite: Appetite) {
        self.appetite = appetite
    }

    /// The signals of all ends, by end.
    var signals: [[String]] {
        ends.map(\.signals)
    }

    /// The signals of each spy.
    var counts: [EdgeCounts] {
        tallies.map(\.counts)
    }

    /// Keeps an object alive until the bench is released.
    func keep(_ any: Any) {
        kept.append(any)
    }

    func spy<P: Publisher>(_ publisher: P) -> Spy<P> {
        let tally = SpyTally()
        tallies.append(tally)
        let spy = Spy(publisher, tally)
        kept.append(spy)
        return spy
    }

    @discardableResult
    func end<P: Publisher>(_ publisher: P, describe: @escaping (P.Output) -> String = { "\($0)" }) -> End<P.Output, P.Failure> {
        let end: End<P.Output, P.Failure> = makeEnd(describe: describe)
        publisher.subscribe(end)
        return end
    }

    /// Watches the input of an end.
    func lastSpy<P: Publisher>(_ publisher: P) -> Spy<P> {
        let spy = spy(publisher)
        last = last ?? spy.tally
        return spy
    }

    func makeEnd<Input, Failure: Error>(describe: @escaping (Input) -> String = { "\($0)" }) -> End<Input, Failure> {
        let end = End<Input, Failure>(appetite, describe: describe) { [unowned self] in whenOver() }
        ends.append(end)
        return end
    }

    /// Builds a pipeline and lets its virtual time pass, untraced.
    static func run(_ pipeline: Pipeline, _ appetite: Appetite) -> Bench {
        let bench = Bench(appetite)
        bench.play(pipeline)
        return bench
    }

    /// Builds a pipeline and lets its virtual time pass, traced.
    static func trace(_ pipeline: Pipeline, _ appetite: Appetite) -> (bench: Bench, found: Reconstruction) {
        trace(appetite) { $0.play(pipeline) }
    }

    /// Traces a pipeline that is built on a bench.
    static func trace(
        _ appetite: Appetite = .unlimited, _ build: (Bench) -> Void
    ) -> (bench: Bench, found: Reconstruction) {
        let recorder = Recorder()
        let bench = Bench(appetite)
        let (tracer, _) = FlowTracer.tracing(into: recorder) { build(bench) }
        tracer.stop()
        var records = Reconstruction()
        recorder.drain(into: &records)
        return (bench, records)
    }

    private func play(_ pipeline: Pipeline) {
        pipeline.build(self)
        scheduler.advance(to: VirtualTime(nanoseconds: 100_000_000_000))
    }

    /// The differences between the tracer's counts and the spies' counts.
    func mismatches(with found: Reconstruction) -> [String] {
        Bench.mismatches(of: tallies, with: found)
    }

    /// The differences between the tracer's counts and the counts of several spies. The trace is read only once.
    static func mismatches(of tallies: [SpyTally], with found: Reconstruction) -> [String] {
        let counts = found.log.entries.reduce(into: [EdgeID: EdgeCounts]()) { $0[$1.edge, default: EdgeCounts()].add($1) }
        let sums = found.graph.edges.reduce(into: [UInt64: EdgeCounts]()) { sums, edge in
            for publisher in Set(edge.publisherObjects) {
                sums[publisher, default: EdgeCounts()].add(counts[edge.id] ?? EdgeCounts())
            }
        }
        return tallies.enumerated().compactMap { index, tally in
            let sum = sums[tally.publisher] ?? EdgeCounts()
            return sum == tally.counts ? nil : "spy \(index): tracer \(sum), truth \(tally.counts)"
        }
    }
}

extension Publisher {
    /// Watches the output of this publisher.
    func spied(_ bench: Bench) -> Spy<Self> {
        bench.spy(self)
    }

    /// Watches the output of this publisher and ends it with a subscriber.
    @discardableResult
    func ended(_ bench: Bench, describe: @escaping (Output) -> String = { "\($0)" }) -> End<Output, Failure> {
        bench.end(bench.lastSpy(self), describe: describe)
    }
}
