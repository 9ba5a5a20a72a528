import FlowCore
import FlowPlayground
import FlowScenarios

extension ChainRun {
    /// Carries out what the user asks for.
    ///
    /// - Returns: What there is to say about it.
    func perform(_ control: Control) -> ControlAnswer? {
        switch control.name {
        case .emit: emit(control.argument)
        case .burst: (1...5).compactMap { _ in emit("") }.first
        case .finish: finish()
        case .pause: pause()
        case .resume: resume()
        default: nil
        }
    }
}
