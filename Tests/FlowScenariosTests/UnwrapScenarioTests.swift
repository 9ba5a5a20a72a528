import FlowScenarios
import Testing

@Suite("unwrap")
struct UnwrapScenarioTests {
    @Test func `a nil costs no demand`() throws {
        let history = try History("unwrap", "asks-for-3", until: 20)

        #expect(
            history.whole == [
                "0 output subscribed", "0 output request 3 -> 3", "0 source offered 1", "0 output value 1 -> 2",
                "0 source offered 2", "0 output value 2 -> 1", "0 source offered nil", "0 source offered 3",
                "0 output value 3 -> 0",
            ])
    }

    @Test func `unlimited gets every value`() throws {
        let history = try History("unwrap", "unlimited", until: 20)

        #expect(
            history.whole == [
                "0 output subscribed", "0 output request ∞ -> ∞", "0 source offered 1", "0 output value 1 -> ∞",
                "0 source offered 2", "0 output value 2 -> ∞", "0 source offered nil", "0 source offered 3",
                "0 output value 3 -> ∞", "0 source offered nil", "0 source offered 4", "0 output value 4 -> ∞",
                "0 source finished", "0 output finished",
            ])
    }

    @Test(arguments: [Control(.request, "1"), Control(.unlimited)])
    func `asking for more brings the last value and the completion`(control: Control) throws {
        let history = try History("unwrap", "asks-for-3", until: 3, controls: [(2, control), (3, control)])

        let (demand, left) = control.name == .unlimited ? ("∞", "∞") : ("1", "0")
        #expect(
            history.whole(since: 2) == [
                "2 output request \(demand) -> \(demand)", "2 source offered nil", "2 source offered 4",
                "2 output value 4 -> \(left)", "2 source finished", "2 output finished",
            ])
        #expect(history.answers == [nil, .over("the stream is over: nothing can be asked for")])
    }
}
