import Testing

@Suite("pace")
struct PaceScenarioTests {
    @Test func `as-asked paces the bursts and drops nothing`() throws {
        let history = try History("pace", "as-asked", until: 9)

        #expect(
            history.lines(of: ["source", "buffer", "output"], kinds: [.offered, .unbuffered, .dropped, .finished, .value]) == [
                "0 source offered A", "0 buffer unbuffered A", "0 output value A",
                "0.3 source offered B", "0.6 source offered C",
                "1 buffer unbuffered B", "1 output value B",
                "2 buffer unbuffered C", "2 output value C",
                "5 source offered D", "5 buffer unbuffered D", "5 output value D",
                "5.3 source offered E", "5.6 source offered F", "5.6 source finished",
                "6 buffer unbuffered E", "6 output value E",
                "7 buffer unbuffered F", "7 output value F",
                "8 output finished",
            ])
    }

    @Test func `as-asked asks for one a second and keeps what is not spent`() throws {
        let history = try History("pace", "as-asked", until: 9)

        #expect(
            history.lines(of: ["output"], kinds: [.request, .value], withOutstanding: true) == [
                "0 output request 1 -> 1", "0 output value A -> 0", "1 output request 1 -> 1", "1 output value B -> 0",
                "2 output request 1 -> 1", "2 output value C -> 0", "3 output request 1 -> 1", "5 output value D -> 0",
                "6 output request 1 -> 1", "6 output value E -> 0", "7 output request 1 -> 1", "7 output value F -> 0",
                "8 output request 1 -> 1",
            ])
    }

    /// At 1.0 the source's value, scheduled first, comes before the pace timer's request.
    @Test func `tight drops the oldest, with their values`() throws {
        let history = try History("pace", "tight", until: 9)

        #expect(
            history.lines(of: ["buffer"], kinds: [.dropped]) == [
                "0.6 buffer dropped B (overflow: oldest)", "0.8 buffer dropped C (overflow: oldest)",
                "1 buffer dropped D (overflow: oldest)", "1.4 buffer dropped F (overflow: oldest)",
            ])
    }
}
