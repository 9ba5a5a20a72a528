import FlowModel
import FlowScenarios
import FlowSessions
import FlowTrace
import FlowViews

/// The tour: seven stops in the real screens. Each takes about a minute and asks for one key or one prediction.
package enum Tour {
    package static let stops = [demand, buffer, policies, pause, blame, past, program]

    /// The letters of the answers.
    static let letters = Array("abc")

    /// The panel after the last stop.
    static let end: [TourLine] = [
        .words("From here, in this screen:"),
        .words("  \(.picker)  picks one of the scenarios   \(.typeChain)  types a chain of your own"),
        .words("  \(.help)  lists all keys              \(.tour)  takes the tour again"),
        .words("  \(.breakpoints)  stops time at a condition      \(.why)  says why the last event happened"),
        .words("And with your own program, once it is built with FlowAgent (docs/trace-combine.md):"),
        .code("  FLOWVIZ=1 ./app                        flowviz attach"),
        .code("  flowviz record -o run.fvz -- ./app     flowviz diagnose run.fvz"),
        .words("docs/learn.md goes on from here, with exercises; 'man flowviz' has every command."),
    ]

    /// A variant of a scenario; the first by default.
    static func scenario(_ id: String, _ variant: String? = nil) -> Choice {
        guard let choice = try? Arguments.choice(scenario: id, variant: variant) else {
            preconditionFailure("the tour shows \(id) \(variant ?? ""), which is no scenario")
        }
        return choice
    }

    /// A chain of the library.
    static func chain(_ name: String) -> Choice {
        guard let chain = ChainScenario.library.first(where: { $0.name == name }) else {
            preconditionFailure("the tour shows \(name), which is no chain")
        }
        return Choice(chain)
    }

    /// The outcome for a question about the fate of a value: the index of its fate in `answers`.
    static func fate(of value: String, answers: [RunFacts.Fate]) -> @Sendable (RunFacts) -> TourOutcome? {
        { facts in
            guard let (fate, event) = facts.fate(of: value), let choice = answers.firstIndex(of: fate) else { return nil }
            return TourOutcome(choice: choice, event: event)
        }
    }

    /// The outcome for a question about the stage that holds the others back.
    static func culprit(among stages: [String]) -> @Sendable (RunFacts) -> TourOutcome? {
        { facts in facts.culprit.flatMap(stages.firstIndex).map { TourOutcome(choice: $0) } }
    }
}
