import FlowText
import FlowTrace
import Testing

@Suite("Value journeys")
struct JourneyIndexTests {
    private func builder() -> TraceBuilder {
        let trace = TraceBuilder([LaneSpec("source", .source), LaneSpec("buffer", .buffer)])
        trace.edge("source", .source)
        trace.edge("buffer", .store)
        return trace
    }

    private func send(_ trace: TraceBuilder) {
        trace.at(0) { trace.signal("source", .offered, "X") { trace.signal("buffer", .buffered, "X") } }
    }

    /// A value `X`, then `others` further ones, then the release of `X` from its store.
    private func log(others: Int) -> TraceLog {
        let trace = builder()
        send(trace)
        trace.at(1) { for number in 0..<others { trace.signal("source", .offered, "\(number)") } }
        trace.at(2) { trace.signal("buffer", .unbuffered, "X") }
        return trace.model().log
    }

    private func journeys(_ log: TraceLog, limit: Int = 8, reach: Int) -> JourneyIndex {
        var journeys = JourneyIndex(of: "X", limit: limit, reach: reach)
        for entry in log.entries { journeys.observe(entry, in: log) }
        journeys.finish(in: log)
        return journeys
    }

    @Test func `a value is followed to the end of the trace`() {
        let journeys = journeys(log(others: 5), reach: 100)

        #expect(journeys.count == 1)
        #expect(journeys.all.map { $0.steps.map(\.kind) } == [[.offered, .buffered, .unbuffered]])
        #expect(journeys.all.map(\.isCut) == [false])
    }

    @Test func `a value that waits longer than it is followed for says so`() {
        let trace = builder()
        var log = TraceLog()
        var journeys = JourneyIndex(of: "X", limit: 8, reach: 10)
        func read() {
            let known = log.count
            trace.recorder.drain(into: &log)
            for entry in log.entries(after: known) { journeys.observe(entry, in: log) }
            log.forget(upTo: log.count - 10)
        }
        send(trace)
        read()
        trace.at(1) { for number in 0..<8 { trace.signal("source", .offered, "\(number)") } }
        read()
        trace.at(1) { for number in 8..<16 { trace.signal("source", .offered, "\(number)") } }
        read()
        trace.at(2) { trace.signal("buffer", .unbuffered, "X") }
        read()
        journeys.finish(in: log)

        #expect(journeys.all.map(\.isCut) == [true])
        #expect(journeys.all.map { $0.steps.map(\.kind) } == [[.offered, .buffered]])
    }

    @Test func `more than the limit are counted only`() {
        let trace = TraceBuilder([LaneSpec("source", .source)])
        trace.edge("source", .source)
        for second in 0..<5 { trace.at(Double(second)) { trace.signal("source", .offered, "X") } }

        let journeys = journeys(trace.model().log, limit: 2, reach: 100)

        #expect(journeys.count == 5 && journeys.all.count == 2)
    }
}
