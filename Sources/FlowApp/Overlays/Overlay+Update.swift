import FlowModel
import FlowSessions
import FlowViews

extension ScreenState.Overlay {
    /// The handler of its keys. This switch lists all handlers, as ``FlowViews/ScreenState/Overlay`` lists all overlays.
    var update: any OverlayUpdate {
        switch self {
        case .help: HelpUpdate(showsSigns: false)
        case .signs: HelpUpdate(showsSigns: true)
        case .picker(let selection): PickerUpdate(selection: selection)
        case .code: TextUpdate(key: .code, scrolls: true)
        case .log(let last): LogUpdate(last: last)
        case .inspector: TextUpdate(key: .inspect, scrolls: false)
        case .why(let event, let row): WhyUpdate(event: event, row: row)
        case .journey(let event, let row): JourneyUpdate(event: event, row: row)
        case .breakpoints(let row): BreakpointUpdate(row: row)
        case .output: TextUpdate(key: .output, scrolls: true)
        }
    }
}

extension OverlayKey {
    /// Opens the key's overlay, or explains why the overlay cannot open.
    func open(_ state: inout AppState, _ facts: RunFacts) {
        switch self {
        case .help: state.overlay = .help
        case .picker: state.overlay = .picker(state.choice.map(Scene.entry) ?? 0)
        case .code: state.overlay = .code
        case .log: state.overlay = .log(last: nil)
        case .inspect: state.overlay = .inspector
        case .why: WhyUpdate.open(&state, facts)
        case .breakpoints: BreakpointUpdate.open(&state)
        case .output: if state.program?.isTried == true { state.overlay = .output } else { state.refuse(.isNotTried) }
        }
    }
}

/// The overlay of a frame drawn without a terminal.
package enum FrameOverlay: String, CaseIterable {
    case help, signs, picker, code, log, inspector, why, journey

    /// The screen's overlay. Reasons and journeys are about the event of the caption; `nil` if there is none yet.
    func overlay(scenario: Int, _ facts: RunFacts, at moment: Moment) -> ScreenState.Overlay? {
        switch self {
        case .help: .help
        case .signs: .signs
        case .picker: .picker(scenario)
        case .code: .code
        case .log: .log(last: nil)
        case .inspector: .inspector
        case .why: WhyUpdate.overlay(facts, at: moment)
        case .journey: JourneyUpdate.overlay(facts, at: moment)
        }
    }
}
