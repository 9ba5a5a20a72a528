import Testing

@Suite("overflow")
struct OverflowScenarioTests {
    @Test func `drop-oldest keeps the newest five`() throws {
        let history = try History("overflow", "drop-oldest", until: 5)

        #expect(
            history.whole == [
                "0 output subscribed", "0 output request 1 -> 1", "0 source offered 1", "0 buffer buffered 1",
                "0 buffer unbuffered 1", "0 output value 1 -> 0", "0.05 source offered 2", "0.05 buffer buffered 2",
                "0.1 source offered 3", "0.1 buffer buffered 3", "0.15 source offered 4", "0.15 buffer buffered 4",
                "0.2 source offered 5", "0.2 buffer buffered 5", "0.25 source offered 6", "0.25 buffer buffered 6",
                "0.3 source offered 7", "0.3 buffer dropped 2 (overflow: oldest)", "0.3 buffer buffered 7",
                "0.35 source offered 8", "0.35 buffer dropped 3 (overflow: oldest)", "0.35 buffer buffered 8",
                "0.4 source offered 9", "0.4 buffer dropped 4 (overflow: oldest)", "0.4 buffer buffered 9",
                "0.45 source offered 10", "0.45 buffer dropped 5 (overflow: oldest)", "0.45 buffer buffered 10",
                "0.5 source offered 11", "0.5 buffer dropped 6 (overflow: oldest)", "0.5 buffer buffered 11",
                "0.55 source offered 12", "0.55 buffer dropped 7 (overflow: oldest)", "0.55 buffer buffered 12",
                "1 output request 1 -> 1", "1 buffer unbuffered 8", "1 output value 8 -> 0",
                "2 output request 1 -> 1", "2 buffer unbuffered 9", "2 output value 9 -> 0",
                "3 output request 1 -> 1", "3 buffer unbuffered 10", "3 output value 10 -> 0",
                "4 source offered 13", "4 buffer buffered 13", "4 output request 1 -> 1", "4 buffer unbuffered 11",
                "4 output value 11 -> 0", "4.05 source offered 14", "4.05 buffer buffered 14",
                "4.1 source offered 15", "4.1 buffer buffered 15", "4.15 source offered 16", "4.15 buffer buffered 16",
                "4.2 source offered 17", "4.2 buffer dropped 12 (overflow: oldest)", "4.2 buffer buffered 17",
                "4.25 source offered 18", "4.25 buffer dropped 13 (overflow: oldest)", "4.25 buffer buffered 18",
                "4.3 source offered 19", "4.3 buffer dropped 14 (overflow: oldest)", "4.3 buffer buffered 19",
                "4.35 source offered 20", "4.35 buffer dropped 15 (overflow: oldest)", "4.35 buffer buffered 20",
                "4.4 source offered 21", "4.4 buffer dropped 16 (overflow: oldest)", "4.4 buffer buffered 21",
                "4.45 source offered 22", "4.45 buffer dropped 17 (overflow: oldest)", "4.45 buffer buffered 22",
                "4.5 source offered 23", "4.5 buffer dropped 18 (overflow: oldest)", "4.5 buffer buffered 23",
                "4.55 source offered 24", "4.55 buffer dropped 19 (overflow: oldest)", "4.55 buffer buffered 24",
                "5 output request 1 -> 1", "5 buffer unbuffered 20", "5 output value 20 -> 0",
            ])
    }

    @Test func `drop-newest keeps the oldest five`() throws {
        let history = try History("overflow", "drop-newest", until: 5)

        #expect(
            history.whole == [
                "0 output subscribed", "0 output request 1 -> 1", "0 source offered 1", "0 buffer buffered 1",
                "0 buffer unbuffered 1", "0 output value 1 -> 0", "0.05 source offered 2", "0.05 buffer buffered 2",
                "0.1 source offered 3", "0.1 buffer buffered 3", "0.15 source offered 4", "0.15 buffer buffered 4",
                "0.2 source offered 5", "0.2 buffer buffered 5", "0.25 source offered 6", "0.25 buffer buffered 6",
                "0.3 source offered 7", "0.3 buffer dropped 7 (overflow: newest)",
                "0.35 source offered 8", "0.35 buffer dropped 8 (overflow: newest)",
                "0.4 source offered 9", "0.4 buffer dropped 9 (overflow: newest)",
                "0.45 source offered 10", "0.45 buffer dropped 10 (overflow: newest)",
                "0.5 source offered 11", "0.5 buffer dropped 11 (overflow: newest)",
                "0.55 source offered 12", "0.55 buffer dropped 12 (overflow: newest)",
                "1 output request 1 -> 1", "1 buffer unbuffered 2", "1 output value 2 -> 0",
                "2 output request 1 -> 1", "2 buffer unbuffered 3", "2 output value 3 -> 0",
                "3 output request 1 -> 1", "3 buffer unbuffered 4", "3 output value 4 -> 0",
                "4 source offered 13", "4 buffer buffered 13", "4 output request 1 -> 1", "4 buffer unbuffered 5",
                "4 output value 5 -> 0", "4.05 source offered 14", "4.05 buffer buffered 14",
                "4.1 source offered 15", "4.1 buffer buffered 15", "4.15 source offered 16", "4.15 buffer buffered 16",
                "4.2 source offered 17", "4.2 buffer dropped 17 (overflow: newest)",
                "4.25 source offered 18", "4.25 buffer dropped 18 (overflow: newest)",
                "4.3 source offered 19", "4.3 buffer dropped 19 (overflow: newest)",
                "4.35 source offered 20", "4.35 buffer dropped 20 (overflow: newest)",
                "4.4 source offered 21", "4.4 buffer dropped 21 (overflow: newest)",
                "4.45 source offered 22", "4.45 buffer dropped 22 (overflow: newest)",
                "4.5 source offered 23", "4.5 buffer dropped 23 (overflow: newest)",
                "4.55 source offered 24", "4.55 buffer dropped 24 (overflow: newest)",
                "5 output request 1 -> 1", "5 buffer unbuffered 6", "5 output value 6 -> 0",
            ])
    }

    @Test func `custom-error fails with the next request`() throws {
        let history = try History("overflow", "custom-error", until: 20)

        #expect(
            history.whole == [
                "0 output subscribed", "0 output request 1 -> 1", "0 source offered 1", "0 buffer buffered 1",
                "0 buffer unbuffered 1", "0 output value 1 -> 0", "0.05 source offered 2", "0.05 buffer buffered 2",
                "0.1 source offered 3", "0.1 buffer buffered 3", "0.15 source offered 4", "0.15 buffer buffered 4",
                "0.2 source offered 5", "0.2 buffer buffered 5", "0.25 source offered 6", "0.25 buffer buffered 6",
                "0.3 source offered 7", "0.3 buffer dropped 7 (error)",
                "1 output request 1 -> 1", "1 buffer unbuffered 2", "1 output value 2 -> 0", "1 buffer dropped 3 (error)",
                "1 buffer dropped 4 (error)", "1 buffer dropped 5 (error)", "1 buffer dropped 6 (error)",
                "1 output failure the buffer is full",
            ])
    }

    @Test func `keep-full never overflows: the source loses values`() throws {
        let history = try History("overflow", "keep-full", until: 5)

        #expect(
            history.whole == [
                "0 output subscribed", "0 output request 1 -> 1", "0 source offered 1", "0 buffer buffered 1",
                "0 buffer unbuffered 1", "0 output value 1 -> 0", "0.05 source offered 2", "0.05 buffer buffered 2",
                "0.1 source offered 3", "0.1 buffer buffered 3", "0.15 source offered 4", "0.15 buffer buffered 4",
                "0.2 source offered 5", "0.2 buffer buffered 5", "0.25 source offered 6", "0.25 buffer buffered 6",
                "0.3 source offered 7", "0.3 source dropped 7 (no demand)",
                "0.35 source offered 8", "0.35 source dropped 8 (no demand)",
                "0.4 source offered 9", "0.4 source dropped 9 (no demand)",
                "0.45 source offered 10", "0.45 source dropped 10 (no demand)",
                "0.5 source offered 11", "0.5 source dropped 11 (no demand)",
                "0.55 source offered 12", "0.55 source dropped 12 (no demand)",
                "1 output request 1 -> 1", "1 buffer unbuffered 2", "1 output value 2 -> 0",
                "2 output request 1 -> 1", "2 buffer unbuffered 3", "2 output value 3 -> 0",
                "3 output request 1 -> 1", "3 buffer unbuffered 4", "3 output value 4 -> 0",
                "4 source offered 13", "4 buffer buffered 13", "4 output request 1 -> 1", "4 buffer unbuffered 5",
                "4 output value 5 -> 0", "4.05 source offered 14", "4.05 buffer buffered 14",
                "4.1 source offered 15", "4.1 buffer buffered 15", "4.15 source offered 16", "4.15 buffer buffered 16",
                "4.2 source offered 17", "4.2 source dropped 17 (no demand)",
                "4.25 source offered 18", "4.25 source dropped 18 (no demand)",
                "4.3 source offered 19", "4.3 source dropped 19 (no demand)",
                "4.35 source offered 20", "4.35 source dropped 20 (no demand)",
                "4.4 source offered 21", "4.4 source dropped 21 (no demand)",
                "4.45 source offered 22", "4.45 source dropped 22 (no demand)",
                "4.5 source offered 23", "4.5 source dropped 23 (no demand)",
                "4.55 source offered 24", "4.55 source dropped 24 (no demand)",
                "5 output request 1 -> 1", "5 buffer unbuffered 6", "5 output value 6 -> 0",
            ])
    }

    /// The edge above the buffer has no lane; its records are in the JSON Lines.
    @Test func `custom-error cancels the source when it overflows, keep-full asks for five up front`() throws {
        func upstream(_ variant: String) throws -> [String] {
            let history = try History("overflow", variant, until: 2)
            return history.model.log.entries.filter { history.model.laneName(of: $0) == nil && $0.kind != .value }.map {
                "\($0.time) \($0.kind.name)" + ($0.event.demand.map { " \($0)" } ?? "")
            }
        }

        #expect(try upstream("custom-error") == ["0 subscribed", "0 request ∞", "0.3 cancel"])
        #expect(
            try upstream("keep-full") == ["0 subscribed", "0 request 5", "0 returned 1", "1 request 1", "2 request 1"])
    }
}
