import FlowTestSupport
import FlowTrace
import FlowCombine
import Synchronization
import Testing
@testable import FlowCore
@testable import FlowGraph

/// Threads that drive separate pipelines while the trace is being read.
@Suite("the tracer with several threads", .serialized)
struct ThreadTests {
    private static let threads = 4
    private static let rounds = 50

    @Test func `every counter is right and nothing is unbalanced while another thread drains`() {
        let recorder = Recorder(chunkLimit: 4096)
        let tracer = FlowTracer(TraceTarget(recorder: recorder), scopeOnly: true)
        let reading = LockedBox(Reconstruction(keeping: .max))
        let benches = LockedBox<[Bench]>([])
        let running = Atomic<Int>(ThreadTests.threads)
        tracer.start()
        onThreads(ThreadTests.threads + 1) { index in
            guard index < ThreadTests.threads else {
                while running.load(ordering: .acquiring) > 0 { reading.withLock { recorder.drain(into: &$0) } }
                return
            }
            tracer.watching {
                for round in 0..<ThreadTests.rounds {
                    let bench = Bench(Appetite.allCases[round % Appetite.allCases.count])
                    drive(bench)
                    benches.withLock { $0.append(bench) }
                }
            }
            running.subtract(1, ordering: .releasing)
        }
        tracer.stop()
        let found = reading.withLock { reading in
            recorder.drain(into: &reading)
            return reading
        }

        let all = benches.withLock { $0 }
        #expect(all.count == ThreadTests.threads * ThreadTests.rounds)
        #expect(Bench.mismatches(of: all.flatMap(\.tallies), with: found) == [])
        #expect(found.unbalancedCalls == 0)
        #expect(found.strayCalls == 0)
        #expect(recorder.missed == 0)
    }

    @Test func `no thread uses the name of a type before another has declared it`() {
        for _ in 0..<50 {
            let ticks = Atomic<UInt64>(0)
            let recorder = Recorder(
                clock: .custom {
                    // Lets another thread read an earlier time first.
                    yieldThread()
                    return ticks.wrappingAdd(1, ordering: .sequentiallyConsistent).newValue
                })
            let tracer = FlowTracer(TraceTarget(recorder: recorder), scopeOnly: true)
            tracer.start()
            onThreads(ThreadTests.threads) { _ in
                tracer.watching {
                    (1...2).publisher.buffer(size: 1, prefetch: .keepFull, whenFull: .dropNewest).sink { _ in }.cancel()
                }
            }
            tracer.stop()
            var records = Reconstruction()
            recorder.drain(into: &records)

            let names = records.log.nodes.map(\.name)
            #expect(Set(names) == ["publisher", "buffer", "sink"])
        }
    }

    private func drive(_ bench: Bench) {
        let subject = PassthroughSubject<Int, Never>()
        subject.spied(bench).map { $0 * 2 }.spied(bench)
            .buffer(size: 3, prefetch: .byRequest, whenFull: .dropOldest).spied(bench)
            .flatMap { n in [n, n + 1].publisher.spied(bench) }.ended(bench)
        (1...20).forEach(subject.send)
        subject.send(completion: .finished)
    }
}
