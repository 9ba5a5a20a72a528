import FlowCore
import FlowScenarios
import Testing

@Suite("demand-basics")
struct DemandBasicsScenarioTests {
    @Test func `three values come, no fourth and no completion`() throws {
        let history = try History("demand-basics", "three-of-four", until: 20)

        #expect(
            history.whole == [
                "0 output subscribed", "0 output request 3 -> 3", "0 source offered One", "0 output value One -> 2",
                "0 source offered Two", "0 output value Two -> 1", "0 source offered Three", "0 output value Three -> 0",
            ])
    }

    @Test(arguments: [Control(.request, "1"), Control(.request), Control(.request, "10"), Control(.unlimited)])
    func `asking for more brings the fourth and the completion`(control: Control) throws {
        let history = try History("demand-basics", "three-of-four", until: 3, controls: [(2, control)])

        let demand = control.name == .unlimited ? "∞" : control.argument == "10" ? "10" : "1"
        let left = control.name == .unlimited ? "∞" : control.argument == "10" ? "9" : "0"
        #expect(
            history.whole(since: 2) == [
                "2 output request \(demand) -> \(demand)", "2 source offered Four", "2 output value Four -> \(left)",
                "2 source finished", "2 output finished",
            ])
        #expect(history.answers == [nil])
    }

    @Test func `asking after the end says so`() throws {
        let controls: [(Double, Control)] = [(2, Control(.request)), (3, Control(.request)), (3, Control(.unlimited))]
        let history = try History("demand-basics", "three-of-four", until: 4, controls: controls)

        let refusal = ControlAnswer.over("the stream is over: nothing can be asked for")
        #expect(history.answers == [nil, refusal, refusal])
        #expect(history.whole(since: 3).isEmpty)
    }
}
