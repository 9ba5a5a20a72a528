/// The commands that read a trace, print an answer and exit.
enum TraceCommand {
    /// The words of each command, with `FILE` in place of the trace.
    static let all = [
        ["diagnose", "FILE"], ["size", "FILE"], ["why", "FILE"], ["metrics", "FILE"], ["export", "FILE"],
        ["export", "FILE", "--format", "marble"],
        ["frame", "--at", "1", "--trace", "FILE"],
    ]

    /// The words of a command of a trace.
    static func words(_ command: [String], of path: String) -> [String] { command.map { $0 == "FILE" ? path : $0 } }
}
