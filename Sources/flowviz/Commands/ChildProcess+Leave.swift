import FlowSystem
import FlowTerminal
import LibC

extension ChildProcess {
    /// Ends this process as the program ended.
    static func leave(as end: End) -> Never {
        switch end {
        case .exited(let code): exit(code)
        case .signalled(let number): CursesTerminal.reraise(number)
        }
    }
}
