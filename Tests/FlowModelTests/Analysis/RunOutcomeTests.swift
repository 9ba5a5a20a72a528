import FlowAnalysis
import FlowModel
import FlowTrace
import Testing

@Suite("Run outcome")
struct RunOutcomeTests {
    /// A source that loses some of the values `A` to `E`, and delivers the others immediately.
    private func model(losing lost: Set<String>, endingAt seconds: Double?) -> StreamModel {
        let trace = TraceBuilder([LaneSpec("source", .source), LaneSpec("output", .output)])
        trace.edge("source", .source)
        trace.edge("output", .link)
        for (place, value) in ["A", "B", "C", "D", "E"].enumerated() {
            trace.at(Double(place)) {
                trace.signal("source", .offered, value) {
                    if lost.contains(value) {
                        trace.signal("source", .dropped, value, reason: .noDemand)
                    } else {
                        trace.signal("output", .value, value)
                    }
                }
            }
        }
        if let seconds { trace.at(seconds) { trace.signal("output", .finished) } }
        return trace.model()
    }

    @Test(
        arguments: [
            ([], 5, "same numbers delivered, dropped and held as before"),
            (["A"], 5, "output got 4 instead of 5, 1 dropped instead of 0"),
            ([], 7.5, "finished at 7.50 instead of 5.00"), ([], nil, "no end yet instead of finished at 5.00"),
        ] as [(Set<String>, Double?, String)]) func `what differs is told, and nothing else`(
            lost: Set<String>, end: Double?, words: String
        )
    {
        let old = RunOutcome(of: model(losing: [], endingAt: 5))

        #expect(RunOutcome(of: model(losing: lost, endingAt: end)).words(insteadOf: old) == words)
    }

    /// A source whose values an operator passes on, some of them to two subscribers.
    private func shared(_ delivered: [Int]) -> StreamModel {
        let trace = TraceBuilder(
            [LaneSpec("source", .source), LaneSpec("map", .output), LaneSpec("output 1", .output), LaneSpec("output 2", .output)])
        let node = { trace.recorder.declareNode($0, name: $1) }
        let (map, share) = (node(.transform, "map"), node(.transform, "share"))
        trace.edge("source", .source)
        trace.edge("map", .link, from: map, to: share)
        trace.edge("output 1", .link, from: share, to: node(.sink, "sink"))
        trace.edge("output 2", .link, from: share, to: node(.sink, "sink"))
        for number in 0..<5 {
            trace.at(Double(number)) {
                trace.signal("map", .value, "\(number)")
                for (output, count) in delivered.enumerated() where number < count {
                    trace.signal("output \(output + 1)", .value, "\(number)")
                }
            }
        }
        return trace.model()
    }

    @Test func `what each subscriber got is told, not what passed between operators`() {
        let old = RunOutcome(of: shared([5, 5]))

        #expect(RunOutcome(of: shared([3, 5])).words(insteadOf: old) == "output 1 got 3 instead of 5")
        #expect(
            RunOutcome(of: shared([3, 4])).words(insteadOf: old) == "output 1 got 3 instead of 5, output 2 got 4 instead of 5")
    }

    @Test func `as many values that are others are named`() {
        let old = RunOutcome(of: model(losing: ["A", "B", "C", "D"], endingAt: 5))
        let new = RunOutcome(of: model(losing: ["B", "C", "D", "E"], endingAt: 5))

        #expect(new.words(insteadOf: old) == "4 dropped as before, now B, C, D, … instead of A, B, C, …")
    }
}
