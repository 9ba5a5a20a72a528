import FlowScreen
import FlowTrace
import Testing

@testable import FlowModel
@testable import FlowVerdict
@testable import FlowViews

/// The name of a pipeline in the list.
@Suite("Names in the list")
struct PipelineNameTests {
    private func name(_ stages: [String], width: Int) -> String {
        let summary = PipelineSummary(
            id: PipelineID(edge: EdgeID(rawValue: 1)), stages: stages, shape: stages, more: 0, began: .zero, doubts: [],
            state: .live, outstanding: .none, held: HeldCount(0), dropped: 0, rateIn: nil, rateOut: nil, place: nil)
        return PipelineName.fitted(summary, width: width, signs: .unicode)
    }

    @Test func `a label stays whole where the operator and the other stages give way`() {
        let stages = [#"channelRead "10.0.0.1:56854""#, #"NIOAsyncSequenceProducer "10.0.0.1:56854 inbound""#, "for await:86"]
        #expect(name(stages, width: 100) == stages.joined(separator: " ▸ "))
        #expect(name(stages, width: 60) == "10.0.0.1:56854 ▸ 10.0.0.1:56854 inbound ▸ for await:86")
        #expect(name(stages, width: 40) == "10.0.0.1:56854 ▸ … ▸ for await:86")
        #expect(name(stages, width: 24) == "10.0.0.1:56854 ▸ …")
        #expect(name(["subject:3", "buffer:5", "sink:9"], width: 20) == "subject:3 ▸ …")
    }
}
