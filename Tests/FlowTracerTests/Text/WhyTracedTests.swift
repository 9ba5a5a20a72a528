import FlowTestSupport
import FlowTrace
import Testing
@testable import FlowAnalysis
@testable import FlowCore
@testable import FlowGraph
@testable import FlowModel
@testable import FlowText

/// Every traced event has its causes: every event is checked if `FLOWVIZ_LONG` is set, otherwise every third.
@Suite("Why, traced", .serialized)
struct WhyTracedTests {
    @Test(
        "every event of every pipeline has a chain of its causes, and what leaves a store came in",
        arguments: Pipeline.all.indices)
    func chains(_ index: Int) {
        for run in Pipeline.runs(index) {
            for model in models(of: run.found) {
                for entry in model.log.entries where Rounds.isLong || (entry.sequence + index) % 3 == 0 {
                    let chain = (Why(entry.sequence, in: model)?.steps ?? []).filter { $0.link != .effect }.map(\.moment.sequence)
                    let name: Comment = "\(Pipeline.all[index]), \(run.appetite), event \(entry.sequence)"
                    #expect(chain.last == entry.sequence, name)
                    #expect(entry.cause.map(chain.contains) ?? true, name)
                    if let item = model.item(endedBy: entry) { #expect(chain.contains(item.entered), name) }
                }
            }
        }
    }

    private func models(of found: Reconstruction) -> [StreamModel] {
        var pipelines = Pipelines()
        pipelines.update(from: found.log, upTo: found.log.count)
        return pipelines.ids(by: .age, in: found.log).map { id in
            var model = PipelineModel(id)
            model.update(from: found.log, in: &pipelines)
            return model.model
        }
    }
}
