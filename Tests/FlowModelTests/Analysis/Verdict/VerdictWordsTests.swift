import FlowTrace
import Testing
@testable import FlowAnalysis
@testable import FlowModel

/// The line says what was measured, and nothing else.
@Suite("Words of the verdict")
struct VerdictWordsTests {
    private func report(_ model: StreamModel, at seconds: Double) -> FlowReport? {
        StreamAnalysis(model).report(at: model.moment(at: TraceTime(seconds: seconds)))
    }

    @Test func `of a moment there are no shares of time`() {
        let builder = TraceBuilder.buffered(size: 4, strategy: "dropOldest", below: .sink, detail: "")
        builder.begin()
        builder.pass("A")
        let model = builder.model()

        #expect(report(model, at: 0)?.verdict.text == "flowing: it has just begun")
        #expect(
            report(model, at: 1)?.verdict.text
                == "held back by pace: it has asked for nothing for 1.0 s and for 100 % of the last 1.0 s")
    }

    @Test func `that there was something to take is said as far as a store held it`() {
        let builder = TraceBuilder.buffered(size: 4, strategy: "dropOldest", below: .sink, detail: "")
        builder.begin()
        builder.pass("A")
        builder.at(1) { builder.hold("B") }
        let model = builder.model()

        #expect(
            report(model, at: 4)?.verdict.text
                == "held back by pace: 1 value waits in buffer, it has asked for nothing for 4.0 s and for 100 % of the last 4.0 s, "
                + "items in buffer for 75 %")
        #expect(report(model, at: 20)?.verdict.text == "stalled since 1.00 s: held back by pace, which asks for nothing more")
    }

    @Test func `a value that a full buffer fails with was never held`() {
        let builder = TraceBuilder.buffered(size: 2, strategy: "customError", below: .sink, detail: "")
        builder.at(0) { builder.signal("output", .subscribed) }
        builder.at(1) { builder.hold("A") }
        builder.at(2) { builder.hold("B") }
        builder.at(3) { builder.signal("source", .offered, "C") { builder.signal("buffer", .dropped, "C", reason: .error) } }

        let buffer = report(builder.model(), at: 4)?.stages.first { $0.name == "buffer" }
        #expect(buffer?.held == 2 && buffer?.losses.map(\.values) == [["C"]])
        // A has waited for three seconds, B for two: none has left.
        #expect(buffer?.meanWait == 2_500_000_000)
    }
}
