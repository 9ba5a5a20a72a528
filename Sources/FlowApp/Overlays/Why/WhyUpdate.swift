import FlowModel
import FlowSessions
import FlowText
import FlowViews

/// Handles keys in the overlay with the reasons for an event.
package struct WhyUpdate: OverlayUpdate {
    let event: Int
    let row: Int

    let key = OverlayKey.why

    /// Explains the event of the caption, or of the last jump.
    static func open(_ state: inout AppState, _ facts: RunFacts) {
        let shown = state.playhead ?? facts.now
        state.overlay = state.found == shown ? overlay(of: shown.sequence, facts) : overlay(facts, at: shown)
        if state.overlay == nil { state.refuse(.nothingHasHappened) }
    }

    /// The reasons for the caption's event at a moment, `nil` before the first event.
    static func overlay(_ facts: RunFacts, at moment: Moment) -> ScreenState.Overlay? {
        event(facts.model, at: moment).flatMap { overlay(of: $0, facts) }
    }

    private static func overlay(of event: Int, _ facts: RunFacts) -> ScreenState.Overlay? {
        Why(event, in: facts.model).map { .why(event: event, row: $0.index) }
    }

    /// The event to explain at a moment: the caption's, `nil` before the first event.
    package static func event(_ model: StreamModel, at moment: Moment) -> Int? {
        guard let told = CaptionWriter.caption(of: model, at: moment)?.sequence else { return nil }
        return delivery(after: told, model, upTo: moment.sequence) ?? told
    }

    /// The delivery for which a value left its buffer: the delivery is the event worth explaining.
    private static func delivery(after sequence: Int, _ model: StreamModel, upTo last: Int) -> Int? {
        guard model.log[sequence: sequence]?.kind == .unbuffered, sequence < last else { return nil }
        return model.log[sequence: sequence + 1].flatMap { $0.kind == .value && $0.cause == sequence ? $0.sequence : nil }
    }

    func perform(_ command: Command, on state: inout AppState, facts: RunFacts) -> [Effect]? {
        let steps = Why(event, in: facts.model)?.steps ?? []
        if let next = moved(from: row, of: steps.count, by: command, on: state.size) {
            state.overlay = .why(event: event, row: next)
            return []
        }
        switch command {
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
