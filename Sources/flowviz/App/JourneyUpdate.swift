import FlowAnalysis
import FlowModel
import FlowText
import FlowViews

/// What keys do about the way of a value: from where it came to where it is or was lost.
enum JourneyUpdate {
    /// Tells the way of the value of an event, and marks it in all lanes.
    static func open(_ event: Int, _ state: inout AppState, _ facts: RunFacts) {
        guard let way = Why(wayOf: event, in: facts.model) else {
            state.notice = "this event is not of a value; choose one that is, or find one with /"
            return
        }
        state.overlay = .journey(event: event, row: way.place)
        state.following = facts.model.moment(ofEvent: event)
    }

    /// The way of the value that the caption of a moment tells of, `nil` where it tells of none.
    static func overlay(_ facts: RunFacts, at moment: Moment) -> ScreenState.Overlay? {
        guard let told = CaptionWriter.caption(of: facts.model, at: moment)?.sequence else { return nil }
        return Why(wayOf: told, in: facts.model).map { .journey(event: told, row: $0.place) }
    }

    /// Chooses a step or another value, or goes to a step's moment; `nil` for keys that mean the same elsewhere.
    static func perform(_ command: Command, event: Int, row: Int, on state: inout AppState, facts: RunFacts) -> [Effect]? {
        let steps = Why(wayOf: event, in: facts.model)?.steps ?? []
        switch command {
        case .laneUp: state.overlay = .journey(event: event, row: max(0, row - 1))
        case .laneDown: state.overlay = .journey(event: event, row: max(0, min(steps.count - 1, row + 1)))
        case .travel(.start): state.overlay = .journey(event: event, row: 0)
        case .travel(.now): state.overlay = .journey(event: event, row: max(0, steps.count - 1))
        case .travel(.left): turn(.previous, from: steps.first?.moment.sequence ?? event, &state, facts)
        case .travel(.right): turn(.next, from: steps.first?.moment.sequence ?? event, &state, facts)
        case .why:
            let chosen = steps.indices.contains(row) ? steps[row].moment.sequence : event
            state.overlay = Why(chosen, in: facts.model).map { .why(event: chosen, row: $0.place) }
        case .inspect:
            state.overlay = nil
            return steps.indices.contains(row) ? TimeTravel.show(steps[row].moment, &state, facts) : []
        default: return nil
        }
        return []
    }

    /// Goes over to the value that came to the same place before or after.
    private static func turn(_ direction: Direction, from origin: Int, _ state: inout AppState, _ facts: RunFacts) {
        let isKnown = { (event: Int) in event <= facts.now.sequence || facts.recordedEnd != nil }
        guard let next = facts.model.neighbour(of: origin, direction), isKnown(next) else {
            state.notice = direction == .next ? "this is the last value that is known" : "this is the first value that is known"
            return
        }
        open(next, &state, facts)
    }

    /// The events of the value that is followed, `nil` where none is, or its beginning is not known any more.
    static func followed(_ state: AppState, in model: StreamModel) -> (value: String, events: Set<Int>)? {
        guard let moment = state.following, model.log[sequence: moment.sequence]?.time == moment.time,
            let journey = Journey(of: moment.sequence, in: model.log)
        else { return nil }
        return (model.text(of: moment.sequence), Set(journey.events))
    }
}
