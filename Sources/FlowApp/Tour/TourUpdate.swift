import FlowScreen
import FlowSessions
import FlowViews

/// Handles the keys of the tour, and detects answers.
package enum TourUpdate {
    /// Resumes the tour, or leaves it.
    static func turn(_ state: inout AppState) -> [Effect] {
        // After the last stop, the tour starts again.
        guard state.tour.stop == nil || state.tourStop == nil else { return leave(&state) }
        let stop = state.tour.reached
        let effects = go(to: stop, &state)
        if stop > 0 { state.notice = resumed(at: stop, anew: "\(Key.backspace) goes back") }
        return effects
    }

    /// The notice when the tour resumes at a later stop than its first.
    package static func resumed(at stop: Int, anew: KeyText) -> KeyText {
        "the tour goes on at stop \(stop + 1) of \(Tour.stops.count); \(anew)"
    }

    /// Handles a key of the tour; `nil` for a key with its usual meaning.
    static func press(_ key: Key, _ state: inout AppState) -> [Effect]? {
        guard let stop = state.tour.stop, state.choice != nil else { return nil }
        switch key {
        case .enter: return goOn(from: stop, &state)
        case .backspace: return goBack(from: stop, &state)
        case .escape:
            // Esc first stops following a value, or ends a search or a comparison.
            let isLast = state.following == nil && state.search.filter == nil && state.whatIf == nil
            return isLast ? leave(&state) : nil
        case .character(let letter): return predict(letter, &state)
        default: return nil
        }
    }

    /// Begins a stop. After the last one only the panel changes.
    package static func go(to stop: Int, _ state: inout AppState) -> [Effect] {
        state.tour.go(to: stop, usualSpeed: state.speed)
        guard let next = state.tourStop else {
            state.speed = state.tour.usualSpeed
            return [.keepTour]
        }
        state.show(next.choice)
        state.showsTwo = false
        state.selection = AppState.interestingLane(of: next.choice)
        state.search.filter = nil
        state.beginStop()
        state.speed = next.speed
        return [.restart, .keepTour]
    }

    private static func goOn(from stop: Int, _ state: inout AppState) -> [Effect] {
        guard let asked = state.tourStop else { return leave(&state) }
        guard state.tour.prediction == nil || state.tour.isAnswered || !asked.isShown(state) else {
            (state.isFrozen, state.playhead) = (false, nil)
            state.notice = "time runs on to the answer; \(Key.escape) leaves"
            return []
        }
        let isSkipped = !state.tour.isDone
        let effects = go(to: stop + 1, &state)
        if isSkipped { state.notice = "'\(asked.name)' is skipped; \(Key.backspace) goes back to it" }
        return effects
    }

    /// Goes to the previous stop; from another scenario, returns to the stop's own scenario.
    private static func goBack(from stop: Int, _ state: inout AppState) -> [Effect] {
        if let asked = state.tourStop, !asked.isShown(state) { return go(to: stop, &state) }
        guard stop > 0 else { return state.refuse(.isFirstStop) }
        return go(to: stop - 1, &state)
    }

    private static func leave(_ state: inout AppState) -> [Effect] {
        let (isOver, isFrozen) = (state.tourStop == nil, state.isFrozen)
        state.tour.leave()
        state.speed = state.tour.usualSpeed
        let next: KeyText = isOver ? "\(.tour) takes the tour again" : "\(.tour) goes on with the tour"
        state.notice = isFrozen ? "\(next); time stands still, \(.travel(.freeze)) runs it" : next
        return []
    }

    // MARK: Answers

    /// Chooses an answer to a question. Time runs on until the run decides the question.
    private static func predict(_ letter: Character, _ state: inout AppState) -> [Effect]? {
        guard let stop = state.tourStop, stop.isShown(state), case .predict(_, let choices, _) = stop.task,
            let choice = Tour.letters.firstIndex(of: letter), choice < choices.count
        else { return nil }
        // While the question is on the screen, letters only choose answers.
        guard !state.tour.isAnswered, state.tour.prediction == nil else {
            state.notice = state.tour.isAnswered ? "it is answered; \(Key.enter) goes on" : "the answer comes as time runs on"
            return []
        }
        state.tour.prediction = choice
        state.playhead = nil
        state.isFrozen = false
        return []
    }

    /// Checks whether the task is done, and shows the event that decided a prediction.
    static func watch(_ state: inout AppState, _ facts: RunFacts) {
        guard let stop = state.tourStop, stop.isShown(state), !state.tour.isAnswered else { return }
        switch stop.task {
        case .press(_, let isDone): if isDone(state, facts) { state.tour.answer() }
        case .predict(_, _, let outcome):
            guard state.tour.prediction != nil, let shown = outcome(facts) else { return }
            state.tour.answer()
            state.isFrozen = true
            if let event = shown.event { show(event, &state, facts) }
        }
    }

    /// Shows the moment of an event, after all events at the same time. If no event came later, the present shows it already.
    private static func show(_ event: Int, _ state: inout AppState, _ facts: RunFacts) {
        let moment = facts.model.moment(at: facts.model.moment(ofEvent: event).time)
        if moment.sequence < facts.now.sequence { TimeTravel.jump(to: moment, &state, facts) }
    }
}
