import FlowModel
import FlowScreen
import FlowSessions
import FlowText
import FlowViews

extension Tour {
    /// The panel for a state of the screen, `nil` off the tour.
    static func panel(_ state: AppState, _ facts: RunFacts) -> TourPanel? {
        guard let number = state.tour.stop, state.choice != nil else { return nil }
        guard let stop = state.tourStop else {
            return TourPanel(
                title: "The tour is over", lines: end.map { line($0, state, facts) }, keys: ["\(Key.enter.name) closes", back])
        }
        return TourPanel(
            title: "Tour \(number + 1) of \(stops.count): \(stop.name)", lines: lines(stop, state, facts),
            keys: keys(state))
    }

    /// The keys to show: they continue the tour, or, while an overlay or a line is open, close it.
    private static func keys(_ state: AppState) -> [String] {
        guard state.mode == .commands else { return ["\(Key.escape.name) closes what is open"] }
        return ["\(Key.enter.name) \(state.tour.isDone ? "goes on" : "skips")", back, "\(Key.escape.name) leaves"]
    }

    private static let back = "\(Key.backspace.name) back"

    private static func lines(_ stop: TourStop, _ state: AppState, _ facts: RunFacts) -> [PanelLine] {
        guard stop.isShown(state) else {
            let other = stop.other(state).map { [PanelLine($0.text(in: state.table))] } ?? []
            return other + [PanelLine(away.text(in: state.table), .key)]
        }
        guard state.tour.isAnswered else {
            return stop.text.map { PanelLine($0.text(in: state.table)) } + asked(stop, state)
        }
        return result(stop, state, facts) + stop.answer.map { line($0, state, facts) }
    }

    /// The hint after the user has left the stop's scenario.
    private static let away: KeyText =
        "\(Key.backspace) goes back to this stop, \(Key.enter) to the next; \(Key.escape) leaves the tour and stays here."

    private static func asked(_ stop: TourStop, _ state: AppState) -> [PanelLine] {
        switch stop.task {
        case .press(let task, _): return [PanelLine(task.text(in: state.table), .key)]
        case .predict(let question, let choices, _):
            let answers = zip(letters, choices.map { $0.text(in: state.table) }).enumerated().map { index, answer in
                let isChosen = index == state.tour.prediction
                return PanelLine("  \(answer.0)  \(answer.1)\(isChosen ? " (let us see)" : "")", .key)
            }
            return [PanelLine(question.text(in: state.table))] + answers
        }
    }

    /// Compares the user's prediction with the run.
    private static func result(_ stop: TourStop, _ state: AppState, _ facts: RunFacts) -> [PanelLine] {
        guard case .predict(_, let choices, let outcome) = stop.task, let chosen = state.tour.prediction,
            let right = outcome(facts)?.choice
        else { return [] }
        let words = choices[right].text(in: state.table)
        guard chosen != right else { return [PanelLine("Right: \(words).", .good)] }
        return [PanelLine("Not \(letters[chosen]). \(letters[right]) is right: \(words).", .trouble)]
    }

    /// The verdict of a moment, in its shortest wording with a reason.
    private static func verdict(_ facts: RunFacts, at moment: Moment) -> String {
        let wordings = facts.stream.report(at: moment)?.verdict.wordings ?? []
        return wordings.dropLast().last ?? wordings.last ?? "none yet"
    }

    private static func line(_ line: TourLine, _ state: AppState, _ facts: RunFacts) -> PanelLine {
        switch line {
        case .words(let words): PanelLine(words.text(in: state.table))
        case .code(let text): PanelLine(text, .code)
        case .verdict:
            PanelLine("  verdict: " + verdict(facts, at: state.playhead ?? facts.now), .key)
        }
    }
}
