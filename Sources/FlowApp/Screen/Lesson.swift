import FlowScenarios
import FlowSessions
import FlowViews

/// What a scenario shows and what to press in it, until all of that has been pressed.
struct Lesson {
    /// One line, the longest wording first.
    let wordings: [String]
    /// What it suggests to press.
    let commands: Set<Command>

    /// The lesson of what is shown, `nil` where there is none, and once it is done.
    ///
    /// - Parameter isOver: Whether the run is over, so that its keys do nothing before it begins anew.
    init?(_ state: AppState, isOver: Bool = false) {
        guard let choice = state.choice, choice.chain == nil, state.tour.stop == nil else { return nil }
        let scenario = choice.scenarioValue
        var commands: Set<Command> = []
        let advice = scenario.tryThis { key in
            commands.insert(Command(key))
            return state.table.name(of: Command(key))
        }
        guard !commands.isSubset(of: state.tried) else { return nil }
        let sentence = advice.prefix { $0 != "." }
        let clause = sentence.prefix { !",:;".contains($0) }
        let first = isOver ? "\(state.table.name(of: .restart)) restarts the run. " : ""
        let shown = "\(scenario.explanation.prefix { $0 != "." })."
        let whole = ["\(shown) \(advice)", advice, "\(sentence)."]
        // What stands before a comma says what to press, or nothing that stands alone.
        wordings = (whole + (clause.hasPrefix("Press ") ? ["\(clause)."] : [])).map { first + $0 }
        self.commands = commands
    }
}
