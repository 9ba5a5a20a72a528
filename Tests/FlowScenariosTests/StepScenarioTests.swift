import FlowScenarios
import Testing

@Suite("step")
struct StepScenarioTests {
    @Test func `by-hand waits for an answer`() throws {
        let history = try History("step", "by-hand", until: 20)

        #expect(
            history.whole == [
                "0 output state subscribing", "0 output subscribed", "0 output state stepping, handler #1",
            ])
    }

    @Test func `auto answers after half a second`() throws {
        let history = try History("step", "auto", until: 20)

        #expect(
            history.whole == [
                "0 output state subscribing", "0 output subscribed", "0 output state stepping, handler #1",
                "0.5 output state subscribed", "0.5 output request 1 -> 1", "0.5 source offered 1", "0.5 output value 1 -> 0",
                "0.5 output state stepping, handler #2", "1 output state subscribed", "1 output request 1 -> 1",
                "1 source offered 2", "1 output value 2 -> 0", "1 output state stepping, handler #3",
                "1.5 output state subscribed", "1.5 output request 1 -> 1", "1.5 source offered 3", "1.5 output value 3 -> 0",
                "1.5 output state stepping, handler #4", "2 output state subscribed", "2 output request 1 -> 1",
                "2 source offered 4", "2 output value 4 -> 0", "2 output state stepping, handler #5",
                "2.5 output state subscribed", "2.5 output request 1 -> 1", "2.5 source offered 5", "2.5 output value 5 -> 0",
                "2.5 output state stepping, handler #6", "3 output state subscribed", "3 output request 1 -> 1",
                "3 source offered 6", "3 output value 6 -> 0", "3 output state stepping, handler #7",
                "3.5 output state subscribed", "3.5 output request 1 -> 1", "3.5 source offered 7", "3.5 output value 7 -> 0",
                "3.5 output state stepping, handler #8", "4 output state subscribed", "4 output request 1 -> 1",
                "4 source offered 8", "4 output value 8 -> 0", "4 output state stepping, handler #9",
                "4.5 output state subscribed", "4.5 output request 1 -> 1", "4.5 source offered 9", "4.5 output value 9 -> 0",
                "4.5 output state stepping, handler #10", "5 output state subscribed", "5 output request 1 -> 1",
                "5 source offered 10", "5 output value 10 -> 0", "5 output state stepping, handler #11",
                "5.5 output state subscribed", "5.5 output request 1 -> 1", "5.5 source offered 11", "5.5 output value 11 -> 0",
                "5.5 output state stepping, handler #12", "6 output state subscribed", "6 output request 1 -> 1",
                "6 source offered 12", "6 output value 12 -> 0", "6 output state stepping, handler #13",
                "6.5 output state subscribed", "6.5 output request 1 -> 1", "6.5 source offered 13", "6.5 output value 13 -> 0",
                "6.5 output state stepping, handler #14", "7 output state subscribed", "7 output request 1 -> 1",
                "7 source offered 14", "7 output value 14 -> 0", "7 output state stepping, handler #15",
                "7.5 output state subscribed", "7.5 output request 1 -> 1", "7.5 source offered 15", "7.5 output value 15 -> 0",
                "7.5 output state stepping, handler #16", "8 output state subscribed", "8 output request 1 -> 1",
                "8 source offered 16", "8 output value 16 -> 0", "8 output state stepping, handler #17",
                "8.5 output state subscribed", "8.5 output request 1 -> 1", "8.5 source offered 17", "8.5 output value 17 -> 0",
                "8.5 output state stepping, handler #18", "9 output state subscribed", "9 output request 1 -> 1",
                "9 source offered 18", "9 output value 18 -> 0", "9 output state stepping, handler #19",
                "9.5 output state subscribed", "9.5 output request 1 -> 1", "9.5 source offered 19", "9.5 output value 19 -> 0",
                "9.5 output state stepping, handler #20", "10 output state subscribed", "10 output request 1 -> 1",
                "10 source offered 20", "10 output value 20 -> 0", "10 output state stepping, handler #21",
                "10 source finished", "10 output finished", "10 output state dead",
            ])
    }

    @Test func `more brings one value and a new promise`() throws {
        let history = try History("step", "by-hand", until: 3, controls: [(1, Control(.more)), (2, Control(.more))])

        #expect(
            history.whole(since: 1) == [
                "1 output state subscribed", "1 output request 1 -> 1", "1 source offered 1", "1 output value 1 -> 0",
                "1 output state stepping, handler #2",
                "2 output state subscribed", "2 output request 1 -> 1", "2 source offered 2", "2 output value 2 -> 0",
                "2 output state stepping, handler #3",
            ])
        #expect(history.answers == [nil, nil])
    }

    /// The array answers at once, so by the second call the next handler has been handed out: the first is out of date, not repeated.
    @Test func `the second call of a handler is ignored, and said so`() throws {
        let history = try History("step", "by-hand", until: 3, controls: [(1, Control(.twice))])

        #expect(
            history.whole(since: 1) == [
                "1 output state subscribed", "1 output request 1 -> 1", "1 source offered 1", "1 output value 1 -> 0",
                "1 output state stepping, handler #2",
            ])
        #expect(
            history.answers == ["the second call of handler #1 was ignored: it is out of date, #2 was handed out since"])
    }

    @Test func `the handler before last is out of date, and said so`() throws {
        let controls: [(Double, Control)] = [(1, Control(.old)), (2, Control(.more)), (3, Control(.old))]
        let history = try History("step", "by-hand", until: 3, controls: controls)

        #expect(
            history.answers == [
                "there is no handler before the last one yet: call that first", nil,
                "the call of handler #1 was ignored: it is out of date, #2 was handed out since",
            ])
        #expect(history.whole(since: 3).isEmpty)
    }

    @Test(arguments: ["by-hand", "auto"])
    func `cancel ends it, and every later call is ignored`(variant: String) throws {
        let controls = [Control(.more), Control(.cancel), Control(.more), Control(.twice), Control(.old)].map { (0.2, $0) }
        let history = try History("step", variant, until: 0.2, controls: controls)

        #expect(history.whole(since: 0.2).suffix(2) == ["0.2 output cancel", "0.2 output state dead"])
        #expect(
            history.answers == [
                nil, nil, .over("the call of handler #2 was ignored: the subscription is over"),
                .over("the call of handler #2 was ignored: the subscription is over"),
                .over("the call of handler #1 was ignored: the subscription is over"),
            ])
        #expect(history.run.nextDeadline == nil)
    }

    @Test func `an answer by hand puts the automatic one out of date`() throws {
        let history = try History("step", "auto", until: 1.1, controls: [(0.3, Control(.more))])

        #expect(
            history.whole(since: 0.3).filter { $0.contains(" value ") } == [
                "0.3 output value 1 -> 0", "0.8 output value 2 -> 0",
            ])
    }
}
