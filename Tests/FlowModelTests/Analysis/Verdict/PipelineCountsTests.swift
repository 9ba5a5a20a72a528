import FlowTrace
import FlowWords
import Testing

@testable import FlowModel
@testable import FlowVerdict

/// The summary of a program's pipelines, and which of them are wrong.
@Suite("Pipelines in numbers")
struct PipelineCountsTests {
    /// The report on a pipeline, a minute after its beginning.
    private static func report(_ record: (inout ProgramLog, EdgeID, EdgeID) -> Void) -> PipelineReport {
        var program = ProgramLog()
        let edge = program.chain("AsyncStream", "for await")[0]
        let store = program.store("AsyncStream")
        program.record(.subscribed, on: edge, at: 0)
        record(&program, edge, store)
        var meter = UtilizationMeter()
        for entry in program.log.entries { meter.fold(entry, in: program.log) }
        return meter.reports(at: TraceTime(seconds: 60), in: program.log)[0]
    }

    /// A reader that leaves while its stream holds a value.
    private static let left = report { program, edge, store in
        program.record(.request, on: edge, at: 1, .demand(.max(1)))
        program.record(.buffered, on: store, at: 2, .int(1))
        program.record(.cancel, on: edge, at: 3)
        program.drop(on: store, at: 3, .int(1), .cancelled)
    }

    /// A stream that sends nothing to its reader.
    private static let silent = report { program, edge, _ in
        program.record(.request, on: edge, at: 1, .demand(.max(1)))
        program.record(.value, on: edge, at: 2, .int(1))
        program.record(.request, on: edge, at: 3, .demand(.max(1)))
    }

    private static let finished = report { program, edge, _ in program.record(.finished, on: edge, at: 3) }

    @Test func `values lost with a reader that left are counted, and their pipeline comes before the healthy`() {
        let reports = [PipelineCountsTests.finished, PipelineCountsTests.left]

        #expect(
            PipelineCounts(reports).words == "2 pipelines: 1 finished, 1 cancelled; 1 value dropped in 1 pipeline; nothing held")
        #expect(reports.map(\.trouble) == [.over, .abandoned])
        #expect(reports.map(\.trouble.isWrong) == [false, true])
        #expect(reports[1].urgency < reports[0].urgency)
    }

    @Test func `a pipeline below a silent source is not stalled by a stage`() {
        #expect(PipelineCountsTests.silent.verdict.kind == .stalled)
        #expect(
            PipelineCounts([PipelineCountsTests.silent, PipelineCountsTests.finished]).words
                == "2 pipelines: 1 silent, 1 finished; nothing dropped; nothing held")
    }

    @Test(
        arguments: [
            ("timed out", "timed out"), ("failed", nil), ("", nil), ("a\nb\u{1B}[0m", "a␊b␛[0m"),
            (String(repeating: "x", count: 400), String(repeating: "x", count: 59) + "…" + String(repeating: "x", count: 60)),
        ] as [(String, String?)])
    func `a failure says its error in one line of sensible length`(error: String, words: String?) {
        #expect(FailureText.line(error) == words)
    }
}
