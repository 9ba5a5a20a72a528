import FlowScenarios
import FlowSessions
import FlowViews

/// The hint about a scenario and its keys, until the user has pressed them all.
struct Lesson {
    /// Wordings of one line, longest first.
    let wordings: [String]
    /// The suggested commands.
    let commands: Set<Command>

    /// The lesson for the shown scenario, `nil` if it has none or the lesson is done.
    ///
    /// - Parameter isOver: Whether the run is over, so that its keys have no effect before a restart.
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
        // The clause before the first comma is a sentence only if it names a key.
        wordings = (whole + (clause.hasPrefix("Press ") ? ["\(clause)."] : [])).map { first + $0 }
        self.commands = commands
    }
}
