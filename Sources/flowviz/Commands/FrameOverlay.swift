import ArgumentParser
import FlowModel
import FlowViews

/// What lies over the lanes of a frame.
enum FrameOverlay: String, CaseIterable, ExpressibleByArgument {
    case help, signs, picker, code, log, inspector, why, journey

    /// As the screen has it; the picker stands on a scenario, the reasons are those of what the caption tells, if there is anything.
    func overlay(scenario: Int, _ facts: RunFacts, at moment: Moment) -> ScreenState.Overlay? {
        switch self {
        case .help: .help
        case .signs: .signs
        case .picker: .picker(scenario)
        case .code: .code
        case .log: .log
        case .inspector: .inspector
        case .why: WhyUpdate.overlay(facts, at: moment)
        case .journey: JourneyUpdate.overlay(facts, at: moment)
        }
    }
}
