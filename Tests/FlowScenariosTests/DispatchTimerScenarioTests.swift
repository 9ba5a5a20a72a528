import FlowScenarios
import Testing

@Suite("dispatch-timer")
struct DispatchTimerScenarioTests {
    @Test func `cancelled stops after three ticks`() throws {
        let history = try History("dispatch-timer", "cancelled", until: 20)

        #expect(
            history.whole == [
                "0 output subscribed", "0 output request ∞ -> ∞", "1 source offered 1", "1 output value 1 -> ∞",
                "2 source offered 2", "2 output value 2 -> ∞", "3 source offered 3", "3 output value 3 -> ∞",
                "3.5 output cancel",
            ])
    }

    @Test func `to-the-end finishes with the sixth tick`() throws {
        let history = try History("dispatch-timer", "to-the-end", until: 20)

        #expect(
            history.whole == [
                "0 output subscribed", "0 output request ∞ -> ∞", "1 source offered 1", "1 output value 1 -> ∞",
                "2 source offered 2", "2 output value 2 -> ∞", "3 source offered 3", "3 output value 3 -> ∞",
                "4 source offered 4", "4 output value 4 -> ∞", "5 source offered 5", "5 output value 5 -> ∞",
                "6 source offered 6", "6 output value 6 -> ∞", "6 source finished", "6 output finished",
            ])
    }

    @Test func `no-demand is silent after two ticks`() throws {
        let history = try History("dispatch-timer", "no-demand", until: 20)

        #expect(
            history.whole == [
                "0 output subscribed", "0 output request 2 -> 2", "1 source offered 1", "1 output value 1 -> 1",
                "2 source offered 2", "2 output value 2 -> 0",
            ])
    }

    @Test func `what is asked for later comes at the next tick of the grid`() throws {
        let history = try History("dispatch-timer", "no-demand", until: 9, controls: [(4.3, Control(.request, "1"))])

        #expect(
            history.whole(since: 4) == ["4.3 output request 1 -> 1", "5 source offered 3", "5 output value 3 -> 0"])
        #expect(history.run.nextDeadline == nil)
    }

    @Test func `unlimited runs to the sixth value`() throws {
        let history = try History("dispatch-timer", "no-demand", until: 9, controls: [(4.3, Control(.unlimited))])

        #expect(
            history.whole(since: 4) == [
                "4.3 output request ∞ -> ∞", "5 source offered 3", "5 output value 3 -> ∞", "6 source offered 4",
                "6 output value 4 -> ∞", "7 source offered 5", "7 output value 5 -> ∞", "8 source offered 6",
                "8 output value 6 -> ∞", "8 source finished", "8 output finished",
            ])
    }

    @Test(arguments: ["cancelled", "to-the-end", "no-demand"])
    func `cancel stops the timer once`(variant: String) throws {
        let controls: [(Double, Control)] = [(1.5, Control(.cancel)), (2, Control(.cancel))]
        let history = try History("dispatch-timer", variant, until: 2, controls: controls)

        #expect(history.answers == [nil, .over("the stream is over already")])
        #expect(history.whole(since: 1.5) == ["1.5 output cancel"])
        #expect(history.run.nextDeadline == nil)
    }
}
