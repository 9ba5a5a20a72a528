import FlowCombine
import Testing

@testable import FlowCore
@testable import FlowModel

/// The tracer's conclusions agree with spies in every pipeline, for any requests of its ends.
@Suite("pipelines, traced", .serialized)
struct PipelineTests {
    @Test("every counter equals the spy's, and the chain is right", arguments: Pipeline.all.indices)
    func counters(_ index: Int) {
        let pipeline = Pipeline.all[index]
        for run in Pipeline.runs(index) {
            let name: Comment = "\(pipeline), \(run.appetite)"

            #expect(run.bench.mismatches(with: run.found) == [], name)
            #expect(run.found.unbalancedCalls == 0, name)
            #expect(run.found.strayCalls == 0, name)
            #expect(GraphText.chain(run.found) == pipeline.nodes, "\(name)\n\(GraphText.edges(run.found))")
        }
    }

    @Test(
        "the ends get the same, and the sources are asked the same, with and without the tracer", arguments: Pipeline.all.indices)
    func transparency(_ index: Int) {
        for run in Pipeline.runs(index) {
            #expect(run.bench.signals == run.plain.signals, "\(Pipeline.all[index]), \(run.appetite)")
            #expect(run.bench.counts == run.plain.counts, "\(Pipeline.all[index]), \(run.appetite)")
        }
    }
}
