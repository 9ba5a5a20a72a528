import FlowTrace
import Testing

@testable import FlowModel

/// The rates of the last minute, by slots of five seconds.
@Suite("The last minute")
struct RecentValuesTests {
    private func counts(_ times: [Double]) -> MinuteCounts {
        times.reduce(into: MinuteCounts()) { $0.add(at: TraceTime(seconds: $1)) }
    }

    @Test func `each slot has the values of its five seconds, and the last one those so far`() {
        let rates = counts([0, 1, 4.9, 5, 57, 58, 58.5, 59]).rates(at: TraceTime(seconds: 59))

        #expect(rates == [0.6, 0.2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1])
    }

    @Test func `what is older than a minute is gone, and a pause leaves empty slots`() {
        let counts = counts([1, 2, 61, 131])

        #expect(counts.rates(at: TraceTime(seconds: 131)) == Array(repeating: 0, count: 11) + [1])
        #expect(counts.rates(at: TraceTime(seconds: 1_000)) == Array(repeating: 0, count: 12))
        #expect(MinuteCounts().rates(at: TraceTime(seconds: 9)) == Array(repeating: 0, count: 12))
    }

    @Test func `a ring keeps the same counts however late it is asked`() {
        var counts = MinuteCounts()
        for second in 0..<600 { counts.add(at: TraceTime(seconds: Double(second))) }

        #expect(counts.rates(at: TraceTime(seconds: 599)) == Array(repeating: 1, count: 11) + [1.25])
    }
}
