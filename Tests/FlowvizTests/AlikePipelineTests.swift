import FlowAnalysis
import FlowModel
import FlowTrace
import Testing

@testable import FlowVerdict
@testable import flowviz

/// Pipelines in trouble that share their lines in a diagnosis.
@Suite("Pipelines alike in a diagnosis")
struct AlikePipelineTests {
    /// The diagnosis of pipelines that failed: each is made at a line, and has the text of its failure.
    ///
    /// - Parameter call: The call that ended them.
    private func diagnosis(_ pipelines: [(line: Int, failure: String)], by call: SourcePlace? = nil) -> Diagnosis {
        var (log, meter, known) = (TraceLog(), UtilizationMeter(), Pipelines())
        for (index, pipeline) in pipelines.enumerated() {
            let number = UInt32(index + 1)
            let (source, sink) = (NodeID(rawValue: 2 * number), NodeID(rawValue: 2 * number + 1))
            var edge = EdgeFact(
                id: EdgeID(rawValue: number), role: .link, label: "subject", upstream: source, downstream: sink)
            edge.endedAt = call
            log.declare(
                nodes: [
                    NodeFact(
                        id: source, role: .source, name: "subject",
                        location: CodeLocation(fileID: "Shop/Orders.swift", line: pipeline.line)),
                    NodeFact(id: sink, role: .sink, name: "sink"),
                ],
                edges: [edge])
            for kind in [SignalKind.subscribed, .request, .failure] {
                let text = TraceEvent.Payload.inlineText(Array(pipeline.failure.utf8)) ?? .none
                let event = TraceEvent(
                    time: UInt64(number) * 10_000_000, kind: kind, edge: EdgeID(rawValue: number),
                    payload: kind == .failure ? text : .none)
                log.append(event, thread: 1, bytes: nil)
            }
        }
        for entry in log.entries { meter.fold(entry, in: log) }
        known.update(from: log, upTo: log.count)
        var reports = meter.reports(of: known.edges(in: log), in: log, isOver: true)
        for (index, id) in known.ids(by: .age, in: log).enumerated() {
            reports[index].title = known.title(ofEdge: id.edge, in: log)
        }
        return Diagnosis(
            reports: reports, isRun: true, hasNames: true, violations: ViolationList(), notes: [], isDamaged: false)
    }

    @Test func `pipelines of one shape, place and failure share their lines, and any other has its own`() {
        let diagnosis = diagnosis([(8, "late"), (8, "late"), (9, "late"), (8, "full"), (8, "late")])

        let lines = DiagnosisText.lines(of: diagnosis, isWhole: false).filter { $0.hasPrefix("sub") || $0.contains(" alike") }
        #expect(
            lines == [
                "subject ▸ sink  ×3  Orders.swift:8", "3 alike; here is subject:8 ▸ sink", "subject:9 ▸ sink 3  Orders.swift:9",
                "subject:8 #3 ▸ sink 4  Orders.swift:8",
            ])
        #expect(DiagnosisText.lines(of: diagnosis, isWhole: true).count { $0.hasPrefix("subject:") && $0.contains("▸") } == 5)
    }

    @Test func `the place of a failure is the same in the text, in JSON and in the list`() throws {
        let call = SourcePlace(function: "close", file: "/Shop/Orders.swift", line: 44, module: "Shop")
        let diagnosis = diagnosis([(8, "late"), (9, "full")], by: call)

        let heads = DiagnosisText.lines(of: diagnosis, isWhole: false).filter { $0.hasPrefix("subject:") }
        #expect(heads == ["subject:8 ▸ sink  Orders.swift:44 close", "subject:9 ▸ sink 2  Orders.swift:44 close"])
        #expect(diagnosis.reports.map { $0.place?.short } == ["Orders.swift:44 close", "Orders.swift:44 close"])
        let places = DiagnosisJSON.line(of: diagnosis).matches(of: #/"id":\d+,"name":"[^"]*","tests":\[\],"at":"([^"]*)"/#).map {
            $0.1
        }
        #expect(places == ["Shop/Orders.swift:44", "Shop/Orders.swift:44"])
    }
}
