import FlowTestSupport
import OpenCombineShim
import Synchronization
import Testing
@testable import FlowCore
@testable import FlowGraph
@testable import FlowTrace

@Suite("held values after a gap")
struct GapTests {
    /// Whether they have left may be among what is missing.
    @Test func `values that came while records are missing are not held`() {
        let time = Atomic<UInt64>(1)
        let recorder = Recorder(clock: .custom { time.load(ordering: .relaxed) })
        let bench = Bench(.unlimited)
        let (tracer, _) = FlowTracer.tracing(into: recorder) {
            let subject = PassthroughSubject<Int, Never>()
            subject.receive(on: bench.scheduler).ended(bench)
            for value in 1...3 { subject.send(value) }
            time.store(100, ordering: .relaxed)
            for value in 4...5 { subject.send(value) }
        }
        tracer.stop()
        var found = Reconstruction()
        found.recordGap(until: 50)
        recorder.drain(into: &found)

        let log = found.log
        #expect(log.entries.filter { $0.kind == .buffered }.map { log.value(of: $0) } == [.int(4), .int(5)])
    }

    /// What was delivered meanwhile spent demand that still seems to be there.
    @Test func `a buffer whose demand is not known holds no more than fits`() {
        let time = Atomic<UInt64>(1)
        let recorder = Recorder(clock: .custom { time.load(ordering: .relaxed) })
        let (tracer, _) = FlowTracer.tracing(into: recorder) {
            let subject = PassthroughSubject<Int, Never>()
            var subscription: (any Subscription)?
            subject.buffer(size: 4, prefetch: .byRequest, whenFull: .dropOldest).subscribe(
                AnySubscriber(
                    receiveSubscription: {
                        subscription = $0
                        $0.request(.max(3))
                    }, receiveValue: { _ in .none }))
            for value in 1...3 { subject.send(value) }
            time.store(100, ordering: .relaxed)
            for value in 4...6 { subject.send(value) }
            subscription?.request(.max(1))
            for value in 7...10 { subject.send(value) }
        }
        tracer.stop()
        var found = Reconstruction()
        found.recordGap(until: 50)
        recorder.drain(into: &found)

        let log = found.log
        let stores = Set(log.edges.filter { $0.role == .store }.map(\.id))
        let held = log.entries.filter { stores.contains($0.edge) }.map { entry in
            "\(entry.kind) \(log.value(of: entry).map { "\($0)" } ?? "")"
        }
        #expect(
            held == [
                "buffered 4", "buffered 5", "buffered 6", "unbuffered 4", "buffered 7", "buffered 8", "dropped 5", "buffered 9",
                "dropped 6", "buffered 10",
            ])
    }
}
