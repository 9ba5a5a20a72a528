import FlowSessions
import FlowTrace
import FlowViews

/// One stop of the tour: a scenario at a moment, an explanation, and a task.
package struct TourStop {
    /// Its subject in a few words.
    let name: String
    /// The scenario or chain to show.
    package let choice: Choice
    /// The time at which it begins.
    let start: TraceTime
    /// Whether time is frozen at first.
    let isFrozen: Bool
    /// The speed of time, slow enough to watch the answer.
    let speed: Double
    /// The explanation, in a few sentences.
    let text: [KeyText]
    let task: TourTask
    /// The conclusion after the answer.
    let answer: [TourLine]
    /// The texts for other variants to which the answer leads, by their ids.
    var others: [String: KeyText] = [:]

    /// The text for the shown variant, if it is one of ``others``.
    func other(_ state: AppState) -> KeyText? {
        guard let shown = state.choice, shown.chain == nil, shown.scenario == choice.scenario, shown.variant != choice.variant
        else {
            return nil
        }
        return others[shown.variantValue.id]
    }

    /// Whether the stop's own scenario is shown.
    func isShown(_ state: AppState) -> Bool { state.choice == choice && state.whatIf == nil }
}

/// The task of a stop.
enum TourTask {
    /// Press a key. The task is done when the key's effect has happened.
    case press(KeyText, isDone: @Sendable (AppState, RunFacts) -> Bool)
    /// Predict the outcome of the run: `outcome` is the right choice as soon as the run shows it.
    case predict(KeyText, choices: [KeyText], outcome: @Sendable (RunFacts) -> TourOutcome?)
}

/// The outcome of a prediction.
struct TourOutcome: Equatable {
    /// The index of the right answer.
    let choice: Int
    /// The event that shows it, `nil` if no single event does.
    var event: Int?
}

/// A line of an answer.
enum TourLine {
    case words(KeyText)
    /// A line for a shell.
    case code(String)
    /// The verdict of the moment shown.
    case verdict
}
