import Testing

@Suite("share-replay")
struct ShareReplayScenarioTests {
    @Test func `late subscribers get the last two values`() throws {
        let history = try History("share-replay", "late", until: 20)

        #expect(
            history.whole == [
                "0 source offered 0", "0 source dropped 0 (no subscriber)",
                "1 output 1 subscribed", "1 output 1 request ∞ -> ∞",
                "2 source offered 1", "2 replay buffered 1", "2 output 1 value 1 -> ∞",
                "3 source offered 2", "3 replay buffered 2", "3 output 1 value 2 -> ∞",
                "4 source offered 3", "4 replay unbuffered 1", "4 replay buffered 3", "4 output 1 value 3 -> ∞",
                "5 output 2 subscribed", "5 output 2 request ∞ -> ∞", "5 output 2 value 2 -> ∞", "5 output 2 value 3 -> ∞",
                "6 source offered 4", "6 replay unbuffered 2", "6 replay buffered 4", "6 output 1 value 4 -> ∞",
                "6 output 2 value 4 -> ∞", "7 source offered 5", "7 replay unbuffered 3", "7 replay buffered 5",
                "7 output 1 value 5 -> ∞", "7 output 2 value 5 -> ∞",
                "8 source finished", "8 output 1 finished", "8 output 2 finished",
                "9 output 3 subscribed", "9 output 3 request ∞ -> ∞", "9 output 3 value 4 -> ∞", "9 output 3 value 5 -> ∞",
                "9 output 3 finished",
            ])
    }

    @Test func `slow gets what was kept for it, one at a time`() throws {
        let history = try History("share-replay", "slow", until: 20)

        #expect(
            history.whole == [
                "0 source offered 0", "0 source dropped 0 (no subscriber)",
                "1 output 1 subscribed", "1 output 1 request ∞ -> ∞",
                "2 source offered 1", "2 replay buffered 1", "2 output 1 value 1 -> ∞",
                "3 source offered 2", "3 replay buffered 2", "3 output 1 value 2 -> ∞",
                "4 source offered 3", "4 replay unbuffered 1", "4 replay buffered 3", "4 output 1 value 3 -> ∞",
                "5 output 2 subscribed", "5 output 2 request ∞ -> ∞", "5 output 2 value 2 -> ∞", "5 output 2 value 3 -> ∞",
                "6 source offered 4", "6 replay unbuffered 2", "6 replay buffered 4", "6 output 1 value 4 -> ∞",
                "6 output 2 value 4 -> ∞", "7 source offered 5", "7 replay unbuffered 3", "7 replay buffered 5",
                "7 output 1 value 5 -> ∞", "7 output 2 value 5 -> ∞",
                "8 source finished", "8 output 1 finished", "8 output 2 finished",
                "9 output 3 subscribed", "9 output 3 request 1 -> 1", "9 output 3 value 4 -> 0",
                "10 output 3 request 1 -> 1", "10 output 3 value 5 -> 0", "10 output 3 finished",
            ])
    }
}
