import OpenCombineShim
import Testing

@testable import FlowCore
@testable import FlowModel

/// What the tracer concludes agrees with spies in every pipeline, however its ends ask.
@Suite("pipelines, traced", .serialized)
struct PipelineTests {
    @Test("every counter equals the spy's, and the chain is right", arguments: Pipeline.all.indices)
    func counters(_ index: Int) {
        let pipeline = Pipeline.all[index]
        for appetite in pipeline.appetites {
            let (bench, found) = Bench.trace(pipeline, appetite)
            let mismatches = bench.mismatches(with: found)

            #expect(mismatches.isEmpty, "\(pipeline), \(appetite): \(mismatches.joined(separator: "; "))")
            #expect(found.unbalancedCalls == 0, "\(pipeline), \(appetite)")
            #expect(found.strayCalls == 0, "\(pipeline), \(appetite)")
            #expect(GraphText.chain(found) == pipeline.nodes, "\(pipeline), \(appetite)\n\(GraphText.edges(found))")
        }
    }

    @Test(
        "the ends get the same, and the sources are asked the same, with and without the tracer", arguments: Pipeline.all.indices)
    func transparency(_ index: Int) {
        let pipeline = Pipeline.all[index]
        for appetite in pipeline.appetites {
            let plain = Bench.run(pipeline, appetite)
            let (traced, _) = Bench.trace(pipeline, appetite)

            #expect(traced.signals == plain.signals, "\(pipeline), \(appetite)")
            #expect(traced.counts == plain.counts, "\(pipeline), \(appetite)")
        }
    }
}
