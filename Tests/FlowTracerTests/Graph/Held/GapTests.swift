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
}
