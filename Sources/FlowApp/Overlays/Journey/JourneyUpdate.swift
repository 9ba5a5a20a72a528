import FlowAnalysis
import FlowModel
import FlowSessions
import FlowText
import FlowViews

/// Handles keys in the journey of a value: from its source to its present place or its loss.
struct JourneyUpdate: OverlayUpdate {
    let event: Int
    let row: Int

    let key = OverlayKey.why

    /// Shows the journey of an event's value, and marks it in all lanes.
    static func open(_ event: Int, _ state: inout AppState, _ facts: RunFacts) {
        guard let way = Why(journeyOf: event, in: facts.model) else {
            state.refuse(.hasNoValue)
            return
        }
        state.overlay = .journey(event: event, row: way.index)
        state.following = facts.model.moment(ofEvent: event)
    }

    /// The journey of the value in the caption of a moment, `nil` if the caption has no value.
    static func overlay(_ facts: RunFacts, at moment: Moment) -> ScreenState.Overlay? {
        guard let event = CaptionWriter.caption(of: facts.model, at: moment)?.sequence else { return nil }
        return Why(journeyOf: event, in: facts.model).map { .journey(event: event, row: $0.index) }
    }

    func perform(_ command: Command, on state: inout AppState, facts: RunFacts) -> [Effect]? {
        let steps = Why(journeyOf: event, in: facts.model)?.steps ?? []
        if let next = moved(from: row, of: steps.count, by: command, on: state.size) {
            state.overlay = .journey(event: event, row: next)
            return []
        }
        switch command {
        case .travel(.left): JourneyUpdate.turn(.previous, from: steps.first?.moment.sequence ?? event, &state, facts)
        case .travel(.right): JourneyUpdate.turn(.next, from: steps.first?.moment.sequence ?? event, &state, facts)
        case .why:
            let chosen = steps.indices.contains(row) ? steps[row].moment.sequence : event
            state.overlay = Why(chosen, in: facts.model).map { .why(event: chosen, row: $0.index) }
        case .inspect:
            state.overlay = nil
            return steps.indices.contains(row) ? TimeTravel.show(steps[row].moment, &state, facts) : []
        default: return nil
        }
        return []
    }

    /// Shows the journey of the previous or next value on the same edge.
    private static func turn(_ direction: Direction, from origin: Int, _ state: inout AppState, _ facts: RunFacts) {
        let isKnown = { (event: Int) in event <= facts.now.sequence || facts.recordedEnd != nil }
        guard let next = facts.model.neighbour(of: origin, direction), isKnown(next) else {
            state.refuse(direction == .next ? .isLastValue : .isFirstValue)
            return
        }
        open(next, &state, facts)
    }

    /// The events of the followed value; `nil` if there is none, or its first event has been forgotten.
    static func followed(_ state: AppState, in model: StreamModel) -> (value: String, events: Set<Int>)? {
        guard let moment = state.following, model.log[sequence: moment.sequence]?.time == moment.time,
            let journey = Journey(of: moment.sequence, in: model.log)
        else { return nil }
        return (model.text(of: moment.sequence), Set(journey.events))
    }
}
