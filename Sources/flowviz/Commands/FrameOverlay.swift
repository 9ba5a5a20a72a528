import ArgumentParser
import FlowViews

/// What lies over the lanes of a frame.
enum FrameOverlay: String, CaseIterable, ExpressibleByArgument {
    case help, picker, code, log, inspector

    /// As the screen has it; the picker stands on a scenario.
    func overlay(scenario: Int) -> ScreenState.Overlay {
        switch self {
        case .help: .help
        case .picker: .picker(scenario)
        case .code: .code
        case .log: .log
        case .inspector: .inspector
        }
    }
}
