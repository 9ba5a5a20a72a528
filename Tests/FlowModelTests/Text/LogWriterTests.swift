import FlowAnalysis
import FlowText
import FlowTrace
import Testing

@Suite("LogWriter")
struct LogWriterTests {
    @Test func `pace at 6.40 reads as drawn`() {
        let lines = LogPrinter.text(TraceBuilder.pace().model(), at: 6.4, count: 14)

        #expect(
            lines == [
                "2.00|buffer|└ − C out, empty, waited 1.40 s", "|output|  └ ● C",
                "3.00|demand|▲ asks for 1: pace timer, nothing held",
                "5.00|source|● D", "|buffer|└ ● D straight through", "|output|  └ ● D",
                "5.30|source|● E", "|buffer|└ + E in, holds 1",
                "5.60|source|● F", "|buffer|└ + F in, holds 2", "|source|│ finished",
                "6.00|demand|▲ asks for 1: pace timer", "|buffer|└ − E out, holds 1, waited 0.70 s", "|output|  └ ● E",
            ])
    }

    @Test func `pace looked back at from 5.30 knows nothing of what followed`() {
        let lines = LogPrinter.text(TraceBuilder.pace().model(), at: 5.3, count: 12)

        #expect(
            lines == [
                "1.00|demand|▲ asks for 1: pace timer", "|buffer|└ − B out, holds 1, waited 0.70 s", "|output|  └ ● B",
                "2.00|demand|▲ asks for 1: pace timer", "|buffer|└ − C out, empty, waited 1.40 s", "|output|  └ ● C",
                "3.00|demand|▲ asks for 1: pace timer, nothing held",
                "5.00|source|● D", "|buffer|└ ● D straight through", "|output|  └ ● D",
                "5.30|source|● E", "|buffer|└ + E in, holds 1",
            ])
    }

    @Test func `pace begins with its subscription and ends with the request that lets the end through`() {
        let model = TraceBuilder.pace().model()

        #expect(
            LogPrinter.text(model, at: 0, count: 9) == [
                "0.00|output|├ subscribed, asks for 1", "|source|● A", "|buffer|└ ● A straight through", "|output|  └ ● A",
            ])
        #expect(LogPrinter.text(model, at: 8, count: 2) == ["8.00|demand|▲ asks for 1: pace timer", "|output|└ │ finished"])
    }

    @Test func `pausable-sink at 11.60 shows what was pushed out`() {
        let lines = LogPrinter.text(TraceBuilder.pausableSink().model(), at: 11.6, count: 9)

        #expect(
            lines == [
                "11.00|source|● 44", "|buffer|└ ✗ dropped: 24 (overflow: oldest)", "|buffer|└ + 44 in, holds 20",
                "11.25|source|● 45", "|buffer|└ ✗ dropped: 25 (overflow: oldest)", "|buffer|└ + 45 in, holds 20",
                "11.50|source|● 46", "|buffer|└ ✗ dropped: 26 (overflow: oldest)", "|buffer|└ + 46 in, holds 20",
            ])
    }

    @Test func `batch-demand as published names the demand that is left`() {
        let lines = LogPrinter.text(TraceBuilder.batchAsPublished().model(), at: 10.4, count: 10)

        #expect(
            lines == [
                "8.00|source|● 8", "|output|└ ● 8, outstanding 4", "8.001|output|· state: processing",
                "9.00|source|● 9", "|output|└ ● 9, returns ▲1, outstanding 4",
                "10.00|source|● 10", "|output|└ ● 10", "|output|  └ ⊘ cancels (10 values)",
                "|output|  └ · state: finished", "10.001|output|· state: processed",
            ])
    }

    @Test func `batch-demand in true batches loses what nobody asked for`() {
        let lines = LogPrinter.text(TraceBuilder.trueBatches().model(), at: 10.4, count: 7)

        #expect(
            lines == [
                "8.00|source|● 8", "|output|└ ● 8, outstanding 0", "8.001|output|· state: processing",
                "9.00|source|✗ dropped: 9 (no demand)", "10.00|source|✗ dropped: 10 (no demand)",
                "10.001|output|· state: processed", "|demand|▲ asks for 3",
            ])
    }

    @Test(arguments: [true, false])
    func `share-replay merges what a late subscriber gets at once`(isNested: Bool) {
        let lines = LogPrinter.text(TraceBuilder.shareReplay(isNested: isNested).model(), at: 9.5, count: 3)

        #expect(
            lines == [
                "9.00|output 3|├ subscribed, asks for ∞", "|output 3|└ ● 2 replayed: 4, 5", "|output 3|└ │ finished",
            ])
    }

    @Test func `share-replay says what made room`() {
        let lines = LogPrinter.text(TraceBuilder.shareReplay().model(), at: 6, count: 5)

        #expect(
            lines == [
                "6.00|source|● 4", "|replay|└ − 2 evicted, holds 1", "|replay|└ + 4 in, holds 2", "|output 1|  └ ● 4",
                "|output 2|  └ ● 4",
            ])
    }

    @Test func `custom-error merges what is lost at once`() {
        let lines = LogPrinter.text(TraceBuilder.customError().model(), at: 1, count: 7)

        #expect(
            lines == [
                "0.30|source|● 7", "|buffer|└ ✗ dropped: 7 (error)",
                "1.00|demand|▲ asks for 1", "|buffer|└ − 2 out, holds 4, waited 0.95 s", "|output|  └ ● 2",
                "|buffer|└ ✗ 4 dropped: 3, 4, 5, 6 (error)", "|output|└ ✕ failed: Overflow(size: 5)",
            ])
    }

    @Test func `three values in one call share a line`() {
        #expect(
            LogPrinter.text(TraceBuilder.threeOfFour().model(), at: 0, count: 5) == [
                "0.00|output|├ subscribed, asks for 3", "|output|└ ● 3 values: One, Two, Three; outstanding 0",
            ])
    }

    @Test func `a pause has its word`() {
        #expect(
            LogPrinter.text(TraceBuilder.pausableSink().model(), at: 3.55, count: 1) == ["3.55|output|‖ paused: requests nothing"]
        )
    }

    @Test func `fewer lines are the end of more`() {
        let model = TraceBuilder.pausableSink().model()
        let all = LogWriter.lines(of: StreamAnalysis(model), upTo: model.end, count: 1000)

        for count in 0...40 {
            let some = LogWriter.lines(of: StreamAnalysis(model), upTo: model.end, count: count)
            #expect(some.map(\.text) == all.suffix(count).map(\.text))
        }
    }
}
