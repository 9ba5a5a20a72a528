import FlowTrace
import Testing

@testable import FlowViews

@Suite("The time axis")
struct TimeAxisTests {
    private func first(playhead: Double?, start: Double?) -> Int {
        TimeAxis(
            now: TraceTime(seconds: 1_000), playhead: playhead.map { TraceTime(seconds: $0) },
            start: start.map { TraceTime(seconds: $0) }, cell: 1_000_000_000, x: 0, width: 50
        ).firstBin
    }

    @Test func `it ends at the present, or begins with a playhead further back`() {
        #expect(first(playhead: nil, start: nil) == 951)
        #expect(first(playhead: nil, start: 100) == 951)
        #expect(first(playhead: 980, start: nil) == 951)
        #expect(first(playhead: 200, start: nil) == 200)
    }

    @Test func `with a beginning it stays while it can show the playhead, and scrolls to it beyond`() {
        #expect(first(playhead: 120, start: 100) == 100)
        #expect(first(playhead: 149, start: 100) == 100)
        #expect(first(playhead: 160, start: 100) == 111)
        #expect(first(playhead: 90, start: 100) == 90)
        #expect(first(playhead: 999, start: 990) == 951)
    }
}
