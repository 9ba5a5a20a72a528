import FlowScreen
import LibC

/// The reason why the terminal cannot be used.
public enum TerminalError: Error, Hashable, CustomStringConvertible {
    /// The named standard stream leads to a file or a pipe.
    case notATerminal(stream: String)
    /// The environment does not name the kind of terminal.
    case termUnset
    /// The system has no description of this kind of terminal.
    case unknownTerm(String)
    /// This kind of terminal cannot move its cursor.
    case cannotPosition(String)
    /// The named system call failed with this error number.
    case system(call: String, number: Int32)

    /// One line: the failure, the value, the remedy.
    public var description: String {
        switch self {
        case .notATerminal(let stream):
            "\(stream) is not a terminal: start flowviz in one, or let --plain write lines to a file or pipe"
        case .termUnset: "TERM is not set, so the kind of terminal is unknown: set it, for example TERM=xterm-256color"
        case .unknownTerm(let name):
            "TERM is '\(TextWidth.sanitised(name))', which this system has no description of: "
                + "install its terminfo entry, or try TERM=xterm-256color"
        case .cannotPosition(let name):
            "TERM is '\(TextWidth.sanitised(name))', a terminal that cannot move its cursor: "
                + "use another one, or --plain, which needs no more than lines"
        case .system(let call, let number):
            "\(call) failed: \(String(cString: strerror(number))): close other programs or files and try again"
        }
    }
}
