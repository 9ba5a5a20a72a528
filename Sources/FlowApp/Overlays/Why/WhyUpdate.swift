import FlowModel
import FlowSessions
import FlowText
import FlowViews

/// What keys do about the reasons of an event.
package struct WhyUpdate: OverlayUpdate {
    let event: Int
    let row: Int

    let key = OverlayKey.why

    /// Explains the event of the caption, or the one that a jump has just gone to.
    static func open(_ state: inout AppState, _ facts: RunFacts) {
        let shown = state.playhead ?? facts.now
        state.overlay = state.found == shown ? overlay(of: shown.sequence, facts) : overlay(facts, at: shown)
        if state.overlay == nil { state.refuse(.nothingHasHappened) }
    }

    /// The reasons for the caption's event at a moment, `nil` before anything has happened.
    static func overlay(_ facts: RunFacts, at moment: Moment) -> ScreenState.Overlay? {
        event(facts.model, at: moment).flatMap { overlay(of: $0, facts) }
    }

    private static func overlay(of event: Int, _ facts: RunFacts) -> ScreenState.Overlay? {
        Why(event, in: facts.model).map { .why(event: event, row: $0.index) }
    }

    /// The event that is explained at a moment: the caption's, `nil` before anything has happened.
    package static func event(_ model: StreamModel, at moment: Moment) -> Int? {
        guard let told = CaptionWriter.caption(of: model, at: moment)?.sequence else { return nil }
        return delivery(after: told, model, upTo: moment.sequence) ?? told
    }

    /// The delivery for which a value left its buffer: that is what one wants to understand.
    private static func delivery(after sequence: Int, _ model: StreamModel, upTo last: Int) -> Int? {
        guard model.log[sequence: sequence]?.kind == .unbuffered, sequence < last else { return nil }
        return model.log[sequence: sequence + 1].flatMap { $0.kind == .value && $0.cause == sequence ? $0.sequence : nil }
    }

    func perform(_ command: Command, on state: inout AppState, facts: RunFacts) -> [Effect]? {
        let steps = Why(event, in: facts.model)?.steps ?? []
        switch command {
        case .laneUp, .laneDown, .pageUp, .pageDown:
            let step = command.rows(ofPage: RootView.overlayRows(on: state.size) / 2)
            state.overlay = .why(event: event, row: max(0, min(steps.count - 1, row + step)))
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
