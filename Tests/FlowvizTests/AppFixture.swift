import FlowScenarios
import FlowScreen
import FlowTrace

@testable import FlowApp
@testable import FlowSessions

/// The program without a terminal: keys go in, the state and the loop's effects come out.
struct AppFixture {
    var state: AppState
    let session = Session()
    /// The effects that the keys requested, in order.
    private(set) var effects: [Effect] = []

    /// Starts a scenario and lets some seconds pass.
    init(_ id: String = "pace", _ variant: String? = nil, at seconds: Double = 0, size: Size = Size(width: 120, height: 36))
        throws
    {
        state = AppState(.scenario(try Arguments.choice(scenario: id, variant: variant)), size: size)
        state.selection = state.choice.map(AppState.interestingLane) ?? 0
        session.start(state)
        pass(seconds)
    }

    /// Lets time pass.
    func pass(_ seconds: Double) {
        session.advance(by: UInt64(seconds * 1e9))
    }

    /// Presses a key and performs its effects on the run, as the loop does.
    @discardableResult
    mutating func press(_ key: Key) -> [Effect] {
        let new = Update.press(key, on: &state, facts: session.facts)
        perform(new)
        return new
    }

    /// Performs the effects of a key or a click on the run.
    mutating func perform(_ new: [Effect]) {
        effects += new
        for effect in new { _ = effect.perform(on: &state, .scenario(session)) }
    }

    /// Types characters.
    mutating func type(_ text: String) {
        for character in text { press(.character(character)) }
    }
}
