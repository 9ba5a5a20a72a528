import Testing

@Suite("batch-demand")
struct BatchDemandScenarioTests {
    @Test func `as-published is never without demand`() throws {
        let history = try History("batch-demand", "as-published", until: 20)

        #expect(
            history.whole == [
                "0 output subscribed", "0 output request 3 -> 3", "1 source offered 1", "1 output value 1 -> 2",
                "1 output returned 1 -> 3", "2 source offered 2", "2 output value 2 -> 2", "2 output returned 1 -> 3",
                "3 source offered 3", "3 output value 3 -> 2", "3.001 output state processing",
                "4 source offered 4", "4 output value 4 -> 1", "4 output returned 1 -> 2",
                "5 source offered 5", "5 output value 5 -> 1", "5 output returned 1 -> 2",
                "5.001 output state processed", "5.001 output request 3 -> 5",
                "6 source offered 6", "6 output value 6 -> 4", "6 output returned 1 -> 5",
                "7 source offered 7", "7 output value 7 -> 4", "7 output returned 1 -> 5",
                "8 source offered 8", "8 output value 8 -> 4", "8.001 output state processing",
                "9 source offered 9", "9 output value 9 -> 3", "9 output returned 1 -> 4",
                "10 source offered 10", "10 output value 10 -> 3", "10 output cancel", "10 output state finished",
                "10.001 output state processed",
            ])
    }

    @Test func `true-batches asks only when the work is done`() throws {
        let history = try History("batch-demand", "true-batches", until: 20)

        #expect(
            history.whole == [
                "0 output subscribed", "0 output request 3 -> 3", "1 source offered 1", "1 output value 1 -> 2",
                "2 source offered 2", "2 output value 2 -> 1", "3 source offered 3", "3 output value 3 -> 0",
                "3.001 output state processing", "4 source offered 4", "4 source dropped 4 (no demand)",
                "5 source offered 5", "5 source dropped 5 (no demand)",
                "5.001 output state processed", "5.001 output request 3 -> 3",
                "6 source offered 6", "6 output value 6 -> 2", "7 source offered 7", "7 output value 7 -> 1",
                "8 source offered 8", "8 output value 8 -> 0", "8.001 output state processing",
                "9 source offered 9", "9 source dropped 9 (no demand)",
                "10 source offered 10", "10 source dropped 10 (no demand)",
                "10.001 output state processed", "10.001 output request 3 -> 3",
                "11 source offered 11", "11 output value 11 -> 2", "12 source offered 12", "12 output value 12 -> 1",
                "13 source offered 13", "13 output value 13 -> 0", "13.001 output state processing",
                "14 source offered 14", "14 source dropped 14 (no demand)",
                "15 source offered 15", "15 source dropped 15 (no demand)",
                "15.001 output state processed", "15.001 output request 3 -> 3",
                "16 source offered 16", "16 output value 16 -> 2", "16 output cancel", "16 output state finished",
            ])
    }
}
