import FlowModel
import FlowScenarios
import FlowTrace
import Testing

@Suite("pausable-sink")
struct PausableSinkScenarioTests {
    @Test func `live passes a tick every quarter of a second`() throws {
        let history = try History("pausable-sink", "live", until: 1)

        #expect(
            history.whole == [
                "0 output subscribed", "0 output request 1 -> 1", "0.25 source offered 1", "0.25 buffer buffered 1",
                "0.25 buffer unbuffered 1", "0.25 output value 1 -> 0", "0.25 output returned 1 -> 1",
                "0.5 source offered 2", "0.5 buffer buffered 2", "0.5 buffer unbuffered 2", "0.5 output value 2 -> 0",
                "0.5 output returned 1 -> 1", "0.75 source offered 3", "0.75 buffer buffered 3", "0.75 buffer unbuffered 3",
                "0.75 output value 3 -> 0", "0.75 output returned 1 -> 1",
                "1 source offered 4", "1 buffer buffered 4", "1 buffer unbuffered 4", "1 output value 4 -> 0",
                "1 output returned 1 -> 1",
            ])
    }

    @Test func `as-taught pauses on odd values and is resumed every 2 s`() throws {
        let history = try History("pausable-sink", "as-taught", until: 20)

        #expect(
            history.whole == [
                "0 output subscribed", "0 output request 1 -> 1", "0 source offered 1", "0 output value 1 -> 0",
                "0 output state paused", "2 output state resumed", "2 output request 1 -> 1", "2 source offered 2",
                "2 output value 2 -> 0", "2 output returned 1 -> 1", "2 source offered 3", "2 output value 3 -> 0",
                "2 output state paused", "4 output state resumed", "4 output request 1 -> 1", "4 source offered 4",
                "4 output value 4 -> 0", "4 output returned 1 -> 1", "4 source offered 5", "4 output value 5 -> 0",
                "4 output state paused", "6 output state resumed", "6 output request 1 -> 1", "6 source offered 6",
                "6 output value 6 -> 0", "6 output returned 1 -> 1", "6 source finished", "6 output finished",
            ])
    }

    @Test func `pause lets through what was asked for, and then the buffer fills and drops its oldest`() throws {
        let history = try History("pausable-sink", "live", until: 7, controls: [(1.3, Control(.pause))])

        #expect(
            history.whole(since: 1.3).filter { !$0.contains("offered") && !$0.contains(" buffered") } == [
                "1.3 output state paused", "1.5 buffer unbuffered 6", "1.5 output value 6 -> 0",
                "6.75 buffer dropped 7 (overflow: oldest)", "7 buffer dropped 8 (overflow: oldest)",
            ])
        #expect(history.held("buffer") == (9...28).map(String.init))
    }

    @Test func `resume drains the buffer at ten a second`() throws {
        let controls: [(Double, Control)] = [(1.3, Control(.pause)), (2.6, Control(.resume))]
        let history = try History("pausable-sink", "live", until: 3.1, controls: controls)

        #expect(
            history.whole(since: 2.6) == [
                "2.6 output state resumed", "2.6 output request 1 -> 1", "2.6 buffer unbuffered 7", "2.6 output value 7 -> 0",
                "2.6 output returned 1 -> 1", "2.7 buffer unbuffered 8", "2.7 output value 8 -> 0", "2.7 output returned 1 -> 1",
                "2.75 source offered 11", "2.75 buffer buffered 11", "2.8 buffer unbuffered 9", "2.8 output value 9 -> 0",
                "2.8 output returned 1 -> 1", "2.9 buffer unbuffered 10", "2.9 output value 10 -> 0",
                "2.9 output returned 1 -> 1",
                "3 source offered 12", "3 buffer buffered 12", "3 buffer unbuffered 11", "3 output value 11 -> 0",
                "3 output returned 1 -> 1", "3.1 buffer unbuffered 12", "3.1 output value 12 -> 0", "3.1 output returned 1 -> 1",
            ])
        #expect(history.held("buffer").isEmpty)
    }

    @Test func `resume while time is frozen takes effect when it runs, and pause takes it back`() throws {
        let scenario = try Catalogue.scenario("pausable-sink")
        let run = ScenarioRun(scenario, variant: try Catalogue.variant("live", of: scenario))
        run.advance(to: TraceTime(seconds: 1.3))
        try run.send(Control(.pause))
        run.advance(to: TraceTime(seconds: 2.6))

        #expect(try run.statesOfFrozenResume() == [["paused"], ["paused"], ["paused", "resumed"]])
    }

    @Test func `a control that changes nothing says why`() throws {
        let live = try History(
            "pausable-sink", "live", until: 1,
            controls: [(0.5, Control(.resume)), (0.6, Control(.pause)), (0.7, Control(.pause))])
        let asTaught = try History(
            "pausable-sink", "as-taught", until: 8,
            controls: [(0, Control(.pause)), (1, Control(.pause)), (7, Control(.pause)), (7, Control(.resume))])

        #expect(live.answers == ["the sink is not paused", nil, "the sink is paused already"])
        #expect(
            asTaught.answers == [
                "the sink is paused already", "the sink is paused already", .over("the stream is over"),
                .over("the stream is over"),
            ])
    }

    @Test func `before time runs there is no sink to pause`() throws {
        let scenario = try Catalogue.scenario("pausable-sink")
        let run = ScenarioRun(scenario, variant: scenario.variants[0])

        #expect(try run.send(Control(.pause)) == "the sink has not been subscribed yet")
        #expect(try run.send(Control(.resume)) == "the sink has not been subscribed yet")
    }

    @Test func `as-taught can be resumed by hand`() throws {
        let history = try History("pausable-sink", "as-taught", until: 1.5, controls: [(1, Control(.resume))])

        #expect(
            history.whole(since: 1) == [
                "1 output state resumed", "1 output request 1 -> 1", "1 source offered 2", "1 output value 2 -> 0",
                "1 output returned 1 -> 1", "1 source offered 3", "1 output value 3 -> 0", "1 output state paused",
            ])
    }
}
