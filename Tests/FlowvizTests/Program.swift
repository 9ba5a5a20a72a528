import FlowTestSupport

/// Runs the program that was built with the tests.
enum Program {
    /// An environment in which nothing depends on the machine.
    static let environment = [
        "TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin", "HOME": "/",
        "SWIFT_BACKTRACE": "enable=no", "FLOWVIZ_HISTORY": "off",
    ]

    static var path: String { BuiltProgram.path("flowviz") }

    /// Runs it without a terminal, with `changes` to the environment. An empty text removes a variable.
    static func run(_ arguments: [String], _ changes: [String: String] = [:]) throws -> ProgramRun {
        try ProgramRun(path, arguments, environment: environment(changes))
    }

    /// Runs a shell's command line in which `$0` is the program.
    static func shell(_ line: String, _ arguments: [String] = []) throws -> ProgramRun {
        try ProgramRun("/bin/sh", ["-c", line, path] + arguments, environment: environment)
    }

    /// Starts it on a separate terminal.
    static func start(
        _ arguments: [String] = [], _ changes: [String: String] = [:], columns: Int = 120, rows: Int = 36
    ) throws -> PTY {
        try PTY(path, arguments, environment: environment(changes), columns: columns, rows: rows)
    }

    private static func environment(_ changes: [String: String]) -> [String: String] {
        environment.merging(changes) { $1 }.filter { !$0.value.isEmpty }
    }
}
