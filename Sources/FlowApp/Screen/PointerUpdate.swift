import FlowScreen
import FlowSessions
import FlowTrace
import FlowViews

/// Handles the mouse.
enum PointerUpdate {
    /// Handles a click. A click on a selected row opens it.
    static func click(_ target: RootView.Target, on state: inout AppState, facts: RunFacts) -> [Effect] {
        switch target {
        case .key(let key): return Update.press(key, on: &state, facts: facts)
        case .pipeline(let pipeline, let fold):
            if state.program?.selection == pipeline, state.program?.fold == fold {
                return Update.perform(.inspect, on: &state, facts: facts)
            }
            state.program?.select(pipeline, fold)
        case .lane(let lane):
            if state.selection == lane { return Update.perform(.inspect, on: &state, facts: facts) }
            state.selection = lane
            state.notice = nil
        case .row(let row):
            guard case .picker(let selection) = state.overlay else { return [] }
            if selection == row { return PickerUpdate.open(row, &state) }
            choose(row, &state)
        case .event(let sequence):
            state.overlay = nil
            return TimeTravel.show(facts.timeline.moment(ofEvent: sequence), &state, facts)
        case .time(let time): return drag(to: time, on: &state, facts: facts)
        }
        return []
    }

    private static func choose(_ entry: Int, _ state: inout AppState) {
        if case .findScenario(let line, _) = state.mode {
            state.mode = .findScenario(line, selection: entry)
        } else {
            state.overlay = .picker(entry)
        }
    }

    /// Shows a moment of the axis.
    static func drag(to time: TraceTime, on state: inout AppState, facts: RunFacts) -> [Effect] {
        state.notice = nil
        return TimeTravel.show(facts.timeline.moment(at: time), &state, facts)
    }

    /// Scrolls an overlay or a list; otherwise zooms.
    static func wheel(up: Bool, on state: inout AppState, facts: RunFacts) -> [Effect] {
        if case .log(let last) = state.overlay {
            return LogUpdate(last: last).scroll(by: up ? -3 : 3, &state, facts)
        }
        if case .findScenario = state.mode { return Update.press(up ? .up : .down, on: &state, facts: facts) }
        let hasRows = state.overlay != nil || state.program != nil && state.program?.opened == nil
        let command: Command = hasRows ? up ? .laneUp : .laneDown : up ? .zoomIn : .zoomOut
        return Update.perform(command, on: &state, facts: facts)
    }
}
