import FlowSystem
import FlowTerminal
import LibC

extension ChildProcess {
    /// Exits as the program did, with its code or by its signal.
    static func leave(as end: End) -> Never {
        switch end {
        case .exited(let code): exit(code)
        case .signalled(let number): CursesTerminal.reraise(number)
        }
    }
}
