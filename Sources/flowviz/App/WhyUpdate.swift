import FlowModel
import FlowText
import FlowViews

/// What keys do about the reasons of an event.
enum WhyUpdate {
    /// Explains what the caption tells of.
    static func open(_ state: inout AppState, _ facts: RunFacts) {
        state.overlay = overlay(facts, at: state.playhead ?? facts.now)
        if state.overlay == nil { state.notice = "nothing has happened yet" }
    }

    /// The reasons of what the caption of a moment tells of, `nil` before anything has happened.
    static func overlay(_ facts: RunFacts, at moment: Moment) -> ScreenState.Overlay? {
        guard let event = event(facts.model, at: moment) else { return nil }
        return Why(event, in: facts.model).map { .why(event: event, row: $0.place) }
    }

    /// The event that is explained at a moment: what the caption tells of, `nil` before anything has happened.
    static func event(_ model: StreamModel, at moment: Moment) -> Int? {
        guard let told = CaptionWriter.caption(of: model, at: moment)?.sequence else { return nil }
        return delivery(after: told, model, upTo: moment.sequence) ?? told
    }

    /// The delivery for which a value left its buffer: that is what one wants to understand.
    private static func delivery(after sequence: Int, _ model: StreamModel, upTo last: Int) -> Int? {
        guard model.log[sequence: sequence]?.kind == .unbuffered, sequence < last else { return nil }
        return model.log[sequence: sequence + 1].flatMap { $0.kind == .value && $0.cause == sequence ? $0.sequence : nil }
    }

    /// Chooses a step, or goes to its moment; `nil` for keys that mean the same elsewhere.
    static func perform(_ command: Command, event: Int, row: Int, on state: inout AppState, facts: RunFacts) -> [Effect]? {
        let steps = Why(event, in: facts.model)?.steps ?? []
        switch command {
        case .laneUp: state.overlay = .why(event: event, row: max(0, row - 1))
        case .laneDown: state.overlay = .why(event: event, row: max(0, min(steps.count - 1, row + 1)))
        case .travel(.start): state.overlay = .why(event: event, row: 0)
        case .travel(.now): state.overlay = .why(event: event, row: max(0, steps.count - 1))
        case .travel(.left), .travel(.right):
            JourneyUpdate.open(steps.indices.contains(row) ? steps[row].moment.sequence : event, &state, facts)
        case .inspect:
            state.overlay = nil
            return steps.indices.contains(row) ? TimeTravel.show(steps[row].moment, &state, facts) : []
        default: return nil
        }
        return []
    }
}
