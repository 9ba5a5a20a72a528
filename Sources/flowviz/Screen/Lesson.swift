import FlowScenarios
import FlowViews

/// What a scenario shows and what to press in it, until all of that has been pressed.
struct Lesson {
    /// One line, the longest wording first.
    let wordings: [String]
    /// What it suggests to press.
    let commands: Set<Command>

    /// The lesson of what is shown, `nil` where there is none, and once it is done.
    init?(_ state: AppState) {
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
        wordings = ["\(scenario.explanation.prefix { $0 != "." }). \(advice)", advice, "\(sentence).", "\(clause)."]
        self.commands = commands
    }
}
