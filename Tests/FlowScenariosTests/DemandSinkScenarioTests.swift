import FlowCore
import FlowScenarios
import Testing

@Suite("demand-sink")
struct DemandSinkScenarioTests {
    @Test func `what is sent without demand is lost`() throws {
        let history = try History("demand-sink", "as-taught", until: 20)

        #expect(
            history.whole == [
                "0 output subscribed", "0 output request 1 -> 1", "1 source offered 1", "1 output value 1 -> 0",
                "1 output returned 1 -> 1", "2 source offered 2", "2 output value 2 -> 0",
                "3 source offered 3", "3 source dropped 3 (no demand)",
                "4 output request 2 -> 2", "5 source offered 4", "5 output value 4 -> 1",
                "6 source offered 5", "6 output value 5 -> 0", "7 source offered 6", "7 source dropped 6 (no demand)",
                "7 source finished", "7 output finished",
            ])
    }

    private let stops: ControlAnswer = "the script stops here: from now on values and demand are yours"

    @Test func `the first control stops the script and says so`() throws {
        let controls: [(Double, Control)] = [
            (1.5, Control(.request, "1")), (2, Control(.emit)), (3, Control(.emit, "42")), (4, Control(.emit)),
        ]
        let history = try History("demand-sink", "as-taught", until: 20, controls: controls)

        #expect(history.answers == [stops, nil, nil, nil])
        #expect(
            history.whole(since: 1.5) == [
                "1.5 output request 1 -> 2", "2 source offered 2", "2 output value 2 -> 1", "3 source offered 42",
                "3 output value 42 -> 0", "4 source offered 43", "4 source dropped 43 (no demand)",
            ])
        #expect(history.run.nextDeadline == nil)
    }

    @Test func `unlimited takes a burst whole`() throws {
        let controls: [(Double, Control)] = [(1.5, Control(.unlimited)), (2, Control(.burst))]
        let history = try History("demand-sink", "as-taught", until: 3, controls: controls)

        #expect(history.answers == [stops, nil])
        #expect(
            history.whole(since: 1.5) == ["1.5 output request ∞ -> ∞"]
                + (2...6).flatMap { ["2 source offered \($0)", "2 output value \($0) -> ∞"] })
    }

    @Test func `finish ends the stream, and nothing more is sent or asked for`() throws {
        let controls = [Control(.finish), Control(.finish), Control(.emit), Control(.burst), Control(.request)].map { (1.5, $0) }
        let history = try History("demand-sink", "as-taught", until: 3, controls: controls)

        #expect(
            history.answers == [
                stops, .over("the source has finished already"),
                .over("the source has finished: nothing more can be sent"),
                .over("the source has finished: nothing more can be sent"),
                .over("the stream is over: nothing can be asked for"),
            ])
        #expect(history.whole(since: 1.5) == ["1.5 source finished", "1.5 output finished"])
    }

    @Test func `a value that is no number is refused`() throws {
        let history = try History("demand-sink", "as-taught", until: 3, controls: [(1.5, Control(.emit, "Hello"))])

        #expect(history.answers == ["\(stops.text); 'Hello' cannot be sent: this source sends whole numbers"])
        #expect(history.whole(since: 1.5).isEmpty)
    }

    @Test func `after the script's own end no control claims to stop it`() throws {
        let history = try History("demand-sink", "as-taught", until: 10, controls: [(9, Control(.finish))])

        #expect(history.answers == [.over("the source has finished already")])
    }
}
