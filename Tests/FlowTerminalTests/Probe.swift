import FlowTestSupport

/// Starts the program that shows its terminal's input.
enum Probe {
    /// An environment in which nothing depends on the machine.
    static let environment = [
        "TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin", "HOME": "/", "SWIFT_BACKTRACE": "enable=no",
    ]

    static var path: String { BuiltProgram.path("FlowTerminalProbe") }

    /// Starts it with `changes` to the environment, where an empty text removes a variable.
    static func start(
        _ arguments: [String] = [], _ changes: [String: String] = [:], columns: Int = 80, rows: Int = 24
    ) throws -> PTY {
        let environment = Probe.environment.merging(changes) { $1 }.filter { !$0.value.isEmpty }
        return try PTY(path, arguments, environment: environment, columns: columns, rows: rows)
    }
}
