import Testing

@Suite("across-threads")
struct AcrossThreadsScenarioTests {
    @Test func `bare loses what is sent while demand is on its way`() throws {
        let history = try History("across-threads", "bare", until: 20)

        #expect(
            history.whole == [
                "0 output subscribed", "0 output request 1 -> 1", "0 source offered 1",
                "0.4 source offered 2", "0.4 source dropped 2 (no demand)",
                "0.8 source offered 3", "0.8 source dropped 3 (no demand)",
                "1 output value 1 -> 0", "1 output returned 1 -> 1",
                "1.2 source offered 4", "1.6 source offered 5", "1.6 source dropped 5 (no demand)",
                "2 source offered 6", "2 source dropped 6 (no demand)", "2 source finished",
                "2.2 output value 4 -> 0", "2.2 output returned 1 -> 1",
                "3 output finished",
            ])
    }

    @Test func `buffered loses nothing`() throws {
        let history = try History("across-threads", "buffered", until: 20)

        #expect(
            history.whole == [
                "0 output subscribed", "0 output request 1 -> 1", "0 source offered 1", "0 buffer buffered 1",
                "0 buffer unbuffered 1", "0.4 source offered 2", "0.4 buffer buffered 2",
                "0.8 source offered 3", "0.8 buffer buffered 3", "1 output value 1 -> 0", "1 output returned 1 -> 1",
                "1 buffer unbuffered 2", "1.2 source offered 4", "1.2 buffer buffered 4",
                "1.6 source offered 5", "1.6 buffer buffered 5", "2 source offered 6", "2 buffer buffered 6",
                "2 source finished", "2 output value 2 -> 0", "2 output returned 1 -> 1", "2 buffer unbuffered 3",
                "3 output value 3 -> 0", "3 output returned 1 -> 1", "3 buffer unbuffered 4",
                "4 output value 4 -> 0", "4 output returned 1 -> 1", "4 buffer unbuffered 5",
                "5 output value 5 -> 0", "5 output returned 1 -> 1", "5 buffer unbuffered 6",
                "6 output value 6 -> 0", "6 output returned 1 -> 1",
                "7 output finished",
            ])
    }
}
