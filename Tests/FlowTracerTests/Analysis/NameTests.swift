import FlowCombine
import FlowTestSupport
import FlowTrace
import Testing

@testable import FlowCore
@testable import FlowGraph

/// A stage has the same name wherever a trace is shown.
@Suite("names of stages", .serialized)
struct NameTests {
    @Test("every stage of a pipeline has one name", arguments: Pipeline.all.indices)
    func pipelines(_ index: Int) {
        for run in Pipeline.runs(index) {
            #expect(NameFaults(in: run.found.log).all == [], "\(Pipeline.all[index]), \(run.appetite)")
        }
    }

    @Test func `every stage of random pipelines has one name`() {
        for seed in Rounds.seeds(full: 2_000) {
            let pipeline = RandomPipeline(seed: seed, isProbed: false) { _ in }
            let (tracer, _) = FlowTracer.tracing(into: pipeline.recorder) { pipeline.play() }
            tracer.stop()
            var found = Reconstruction()
            pipeline.recorder.drain(into: &found)

            #expect(NameFaults(in: found.log).all == [], "seed \(seed)")
        }
    }

    @Test func `several subscribers, joins and shared streams have one name each`() {
        let (_, found) = Bench.trace { b in
            let subject = PassthroughSubject<Int, Never>()
            let shared = subject.map { $0 }.share()
            for _ in 1...2 { shared.map { $0 }.subscribe(b.makeEnd() as End<Int, Never>) }
            subject.combineLatest(shared).zip(subject).map(\.1).subscribe(b.makeEnd() as End<Int, Never>)
            for value in 1...3 { subject.send(value) }
        }

        #expect(NameFaults(in: found.log).all == [])
    }
}
