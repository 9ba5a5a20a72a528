import FlowTestSupport
import FlowTrace
import FlowCombine
import Testing
@testable import FlowCore
@testable import FlowGraph

/// Signals that the tracer cannot see, and its substitutes.
@Suite("blind spots of the tracer", .serialized)
struct BlindSpotTests {
    private func edge(of spy: Int, _ bench: Bench, _ found: Reconstruction) -> TracedEdge? {
        found.graph.edges.first { $0.publisherObjects.contains(bench.tallies[spy].publisher) }
    }

    private func counts(of spy: Int, _ bench: Bench, _ found: Reconstruction) -> EdgeCounts? {
        edge(of: spy, bench, found).map { found.counts(of: [$0]) }
    }

    private func doubts(_ found: Reconstruction) -> [EdgeUncertainty] {
        found.log.edges.map(\.doubts).filter { !$0.isEmpty }
    }

    @Test func `what is subscribed at time 0 is not taken for what came before`() {
        let recorder = Recorder(clock: .custom { 0 })
        let (tracer, _) = FlowTracer.tracing(into: recorder) { (1...3).publisher.map { $0 }.ended(Bench(.unlimited)) }
        tracer.stop()
        var records = Reconstruction()
        recorder.drain(into: &records)

        #expect(records.log.edges.count == 2)
        #expect(doubts(records) == [])
    }

    // MARK: Subscribed before

    @Test func `what was subscribed before tracing began is never seen`() {
        let subject = PassthroughSubject<Int, Never>()
        let early = Bench(.unlimited)
        subject.spied(early).map { $0 }.ended(early)

        let (_, found) = Bench.trace { _ in (1...3).forEach(subject.send) }

        #expect(early.counts.map(\.delivered) == [3, 3])
        #expect(found.log.edges.isEmpty)
        #expect(!found.isIncomplete)
    }

    @Test func `what an earlier tracer saw subscribing is known to be missing`() {
        let earlier = FlowTracer(recorder: Recorder())
        let subject = PassthroughSubject<Int, Never>()
        let early = Bench(.unlimited)
        earlier.start()
        subject.spied(early).ended(early)
        earlier.stop()

        let recorder = Recorder()
        let later = FlowTracer(recorder: recorder)
        later.start()
        (1...3).forEach(subject.send)
        later.stop()
        var found = Reconstruction()
        recorder.drain(into: &found)

        #expect(found.strayCalls >= 6)
        #expect(found.isIncomplete)
    }

    @Test func `an inner publisher of a flatMap that is older than the trace is marked incomplete`() {
        let subject = PassthroughSubject<Int, Never>()
        let bench = Bench(.unlimited)
        subject.flatMap { n in (0..<n).publisher.spied(bench) }.ended(bench)

        let (_, found) = Bench.trace { _ in subject.send(3) }

        #expect(counts(of: 1, bench, found)?.delivered == 3)
        #expect(doubts(found) == [.incomplete])
        #expect(found.isIncomplete)
    }

    @Test func `what subscribes later above subscribe(on:) is out of a scope, and not out of the process`() {
        func trace(_ start: (Recorder, () -> Void) -> FlowTracer) -> (bench: Bench, found: Reconstruction) {
            let recorder = Recorder()
            let bench = Bench(.unlimited)
            let tracer = start(recorder) {
                (1...3).publisher.spied(bench).subscribe(on: bench.scheduler).ended(bench)
            }
            bench.scheduler.advance(to: VirtualTime(nanoseconds: 1))
            tracer.stop()
            var records = Reconstruction()
            recorder.drain(into: &records)
            return (bench, records)
        }

        let (scoped, part) = trace { FlowTracer.tracing(into: $0, $1).tracer }
        let (bench, whole) = trace { recorder, build in
            let tracer = FlowTracer(recorder: recorder)
            tracer.start()
            build()
            return tracer
        }

        #expect(scoped.counts.map(\.delivered) == [3, 3])
        #expect(edge(of: 0, scoped, part) == nil)
        #expect(counts(of: 1, scoped, part) == scoped.counts[1])
        #expect(counts(of: 0, bench, whole) == bench.counts[0])
        #expect(counts(of: 1, bench, whole) == bench.counts[1])
    }

    @Test func `what happens after the tracer was stopped is missing in the counters`() {
        let subject = PassthroughSubject<Int, Never>()
        let (bench, found) = Bench.trace { b in
            subject.ended(b)
            subject.send(1)
        }
        subject.send(2)

        #expect(bench.counts.map(\.delivered) == [2])
        #expect(counts(of: 0, bench, found)?.delivered == 1)
    }

    // MARK: Subscribed past the hook

    @Test func `a subscriber handed to receive(subscriber:) has no edge`() {
        let (bench, found) = Bench.trace { b in
            let end: End<Int, Never> = b.makeEnd()
            (1...3).publisher.spied(b).receive(subscriber: end)
        }

        #expect(bench.signals == [["subscribed", "1", "2", "3", "finished"]])
        #expect(edge(of: 0, bench, found) == nil)
        #expect(found.log.nodes.map(\.name) == ["publisher", "spySubscriber"])
    }

    @Test func `an operator that hands its own subscriber to receive(subscriber:) hides the publisher above`() {
        let (bench, found) = Bench.trace { b in
            Doubling(upstream: (1...3).publisher.spied(b).map { $0 }).ended(b)
        }

        #expect(bench.signals == [["subscribed", "2", "4", "6", "finished"]])
        #expect(GraphText.chain(found) == ["publisher", "spy", "doubling", "spy", "end"])
        #expect(bench.mismatches(with: found) == [])
    }

    @Test func `operators that the library fuses are one node, or none`() {
        let (_, found) = Bench.trace { b in
            Just(1).map { $0 + 1 }.ended(b)
            (1...3).publisher.map { $0 }.map { $0 }.ended(b)
            PassthroughSubject<Int, Never>().map { $0 }.map { $0 }.ended(b)
        }

        #expect(
            found.log.nodes.map(\.name).filter { !["spy", "end"].contains($0) } == [
                "Just", "publisher", "map", "PassthroughSubject",
            ])
    }

    @Test func `a value sent without demand leaves no trace`() {
        let (_, found) = Bench.trace { b in
            let subject = PassthroughSubject<Int, Never>()
            subject.subscribe(RecordingSubscriber<Int, Never>(demand: .max(1)))
            (1...3).forEach(subject.send)
        }

        #expect(found.log.entries.map(\.kind) == [.subscribed, .request, .value])
    }

    @Test func `code that downcasts its subscription fails while traced`() {
        let plain = RecordingSubscriber<Int, Never>()
        let traced = RecordingSubscriber<Int, Never>()
        Countdown().receive(subscriber: plain)
        _ = Bench.trace { _ in Countdown().subscribe(traced) }

        #expect(plain.subscription is Countdown.Ticket)
        #expect(!(traced.subscription is Countdown.Ticket))
    }

    // MARK: Told apart by nothing

    @Test func `of one object on two publishers the sum is right, and both edges are marked`() {
        let (left, right) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
        let (_, found) = Bench.trace { b in
            NaiveMerge(left: left, right: right).ended(b)
            left.send(1)
            (2...4).forEach(right.send)
        }

        let subjects = found.log.nodes.filter { $0.name == "PassthroughSubject" }.map(\.id)
        let delivered = found.graph.edges.filter { subjects.contains($0.node) }.map { found.counts(of: [$0]).delivered }
        #expect(delivered.reduce(0, +) == 4)
        #expect(delivered != [1, 3])
        #expect(doubts(found) == [.ambiguousSubscriber, .ambiguousSubscriber])
    }

    @Test func `of one object on two publishers below others each has its own`() {
        let (left, right) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
        let (bench, found) = Bench.trace { b in
            NaiveMerge(left: left.spied(b), right: right.spied(b)).ended(b)
            left.send(1)
            (2...4).forEach(right.send)
        }

        #expect([0, 1].map { counts(of: $0, bench, found)?.delivered } == [1, 3])
        #expect(doubts(found) == [])
    }

    @Test func `of one object on two publishers behind a map each has its own`() {
        let (left, right) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
        let (bench, found) = Bench.trace { b in
            NaiveMerge(left: left.map { $0 }, right: right.map { $0 }).ended(b)
            left.send(1)
            (2...4).forEach(right.send)
        }

        let maps = found.log.nodes.filter { $0.name == "map" }.map(\.id)
        let delivered = found.graph.edges.filter { maps.contains($0.node) }.map { found.counts(of: [$0]).delivered }
        #expect(delivered == [1, 3])
        #expect(doubts(found) == [])
        #expect(bench.mismatches(with: found) == [])
    }

    @Test func `of one subscription for two subscribers requests count for the newest, and both edges are marked`() {
        let source = Countdown()
        let (first, second) = (RecordingSubscriber<Int, Never>(), RecordingSubscriber<Int, Never>())
        let (_, found) = Bench.trace { _ in
            source.subscribe(first)
            source.subscribe(second)
            first.subscription?.request(.max(2))
            second.subscription?.request(.max(3))
        }

        #expect(found.graph.edges.map { found.counts(of: [$0]).requested } == [.none, .max(5)])
        #expect(doubts(found) == [.sharedSubscription, .sharedSubscription])
    }

    // MARK: Held

    @Test func `a value that debounce loses for lack of demand is shown as held until the next`() {
        let (bench, found) = Bench.trace { b in
            let subject = PassthroughSubject<Int, Never>()
            subject.debounce(for: .seconds(1), scheduler: b.scheduler).subscribe(RecordingSubscriber<Int, Never>())
            subject.send(1)
            b.scheduler.advance(by: .seconds(5))
            subject.send(2)
        }

        let store = found.log.edges.first { $0.role == .store }?.id
        #expect(found.log.entries.filter { $0.edge == store }.map(\.kind) == [.buffered, .dropped, .buffered])
        withExtendedLifetime(bench) {}
    }
}
