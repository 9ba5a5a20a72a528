import FlowSessions
import FlowTrace
import FlowViews

/// One stop of the tour: a scenario at a moment, what is to be seen in it, and what it asks.
package struct TourStop {
    /// What it is about, in a few words.
    let name: String
    /// What is shown.
    package let choice: Choice
    /// When it begins.
    let start: TraceTime
    /// Whether time stands at first.
    let isFrozen: Bool
    /// How fast time runs, so that the answer can be watched.
    let speed: Double
    /// What is to be seen, in a few sentences.
    let text: [KeyText]
    let task: TourTask
    /// What to know from now on.
    let answer: [TourLine]
    /// What is said of the scenario's other variants, by their ids, where the answer sends the user to them.
    var others: [String: KeyText] = [:]

    /// The variant of the scenario that is shown instead, if the stop has something to say of it.
    func other(_ state: AppState) -> KeyText? {
        guard let shown = state.choice, shown.chain == nil, shown.scenario == choice.scenario, shown.variant != choice.variant
        else {
            return nil
        }
        return others[shown.variantValue.id]
    }

    /// Whether what the stop speaks of is what is shown.
    func isShown(_ state: AppState) -> Bool { state.choice == choice && state.whatIf == nil }
}

/// What a stop asks for.
enum TourTask {
    /// A key, until what it leads to has happened.
    case press(KeyText, isDone: @Sendable (AppState, RunFacts) -> Bool)
    /// A prediction: the answers to choose from, and the one that the run gives, once it does.
    case predict(KeyText, choices: [KeyText], outcome: @Sendable (RunFacts) -> TourOutcome?)
}

/// What became of a prediction.
struct TourOutcome: Equatable {
    /// The answer that turned out to be right.
    let choice: Int
    /// The event that shows it, `nil` where it is no event.
    var event: Int?
}

/// A line of an answer.
enum TourLine {
    case words(KeyText)
    /// A line for a shell.
    case code(String)
    /// What flowviz says of the moment shown: which stage holds the stream back.
    case verdict
}
