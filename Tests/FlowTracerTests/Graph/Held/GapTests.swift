import FlowTestSupport
import OpenCombineShim
import Synchronization
import Testing
@testable import FlowCore
@testable import FlowGraph
@testable import FlowTrace

@Suite("held values after a gap")
struct GapTests {
    /// What operators hold of a program, as `buffered 4`, where records of its time up to 50 are missing; it begins at 1.
    private static func held(_ run: (_ time: borrowing Atomic<UInt64>) -> Void) -> [String] {
        let time = Atomic<UInt64>(1)
        let recorder = Recorder(clock: .custom { time.load(ordering: .relaxed) })
        let (tracer, _) = FlowTracer.tracing(into: recorder) { run(time) }
        tracer.stop()
        var found = Reconstruction(keeping: 0)
        found.recordGap(until: 50)
        recorder.drain(into: &found)
        let log = found.log
        let stores = Set(log.edges.filter { $0.role == .store }.map(\.id))
        return log.entries.filter { stores.contains($0.edge) }.map { entry in
            "\(entry.kind) \(log.value(of: entry).map { "\($0)" } ?? "")"
        }
    }

    /// Asks for values when it is told to, and does something with each.
    private final class Asker {
        private var subscription: (any Subscription)?
        var receive: (Int) -> Void = { _ in }

        func subscribe(_ publisher: some Publisher<Int, Never>) {
            publisher.subscribe(
                AnySubscriber(
                    receiveSubscription: { self.subscription = $0 },
                    receiveValue: {
                        self.receive($0)
                        return .none
                    }))
        }

        func ask(_ count: Int) { subscription?.request(.max(count)) }

        func cancel() { subscription?.cancel() }
    }

    /// Whether they have left may be among what is missing.
    @Test func `values that came while records are missing are not held`() {
        let bench = Bench(.unlimited)
        let held = GapTests.held { time in
            let subject = PassthroughSubject<Int, Never>()
            subject.receive(on: bench.scheduler).ended(bench)
            for value in 1...3 { subject.send(value) }
            time.store(100, ordering: .relaxed)
            for value in 4...5 { subject.send(value) }
        }

        #expect(held == ["buffered 4", "buffered 5"])
    }

    /// What was delivered meanwhile spent demand that still seems to be there.
    @Test func `a buffer whose demand is not known holds no more than fits`() {
        let held = GapTests.held { time in
            let (subject, asker) = (PassthroughSubject<Int, Never>(), Asker())
            asker.subscribe(subject.buffer(size: 4, prefetch: .byRequest, whenFull: .dropOldest))
            asker.ask(3)
            for value in 1...3 { subject.send(value) }
            time.store(100, ordering: .relaxed)
            for value in 4...6 { subject.send(value) }
            asker.ask(1)
            for value in 7...10 { subject.send(value) }
        }

        #expect(
            held == [
                "buffered 4", "buffered 5", "buffered 6", "unbuffered 4", "buffered 7", "buffered 8", "dropped 5", "buffered 9",
                "dropped 6", "buffered 10",
            ])
    }

    /// A buffer takes out all that it is asked for before it delivers the first of it.
    @Test func `the demand of the next subscription is known again`() {
        let held = GapTests.held { time in
            let subject = PassthroughSubject<Int, Never>()
            for life in 1...2 {
                let asker = Asker()
                asker.subscribe(subject.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest))
                for value in 1...2 { subject.send(life * 10 + value) }
                asker.receive = { if $0 == 21 { (23...24).forEach(subject.send) } }
                asker.ask(2)
                asker.cancel()
                time.store(100, ordering: .relaxed)
            }
        }

        #expect(
            held == [
                "buffered 21", "buffered 22", "unbuffered 21", "buffered 23", "buffered 24", "unbuffered 22", "dropped 23",
                "dropped 24",
            ])
    }
}
