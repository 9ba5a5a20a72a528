import ArgumentParser
import FlowAnalysis
import FlowModel

/// Where time is to stop, for every command in which it passes.
struct BreakOptions: ParsableArguments {
    @Option(
        name: .customLong("break"),
        help: ArgumentHelp("Stop when this comes to hold, for example 'buffer >= 80%'; repeatable.", valueName: "condition"))
    var conditions: [String] = []

    /// The conditions.
    var breakpoints: [Breakpoint] {
        get throws { try conditions.map(BreakOptions.breakpoint) }
    }

    /// A condition as it was written.
    static func breakpoint(_ text: String) throws -> Breakpoint {
        do {
            return try Breakpoint(parsing: text)
        } catch {
            throw ValidationError("--break '\(text)': \(error.description)")
        }
    }

    /// The conditions, each of which can come to hold on a scenario's lanes.
    func breakpoints(on model: StreamModel) throws -> [Breakpoint] {
        try conditions.map { text in
            let breakpoint = try BreakOptions.breakpoint(text)
            if let problem = breakpoint.problem(in: model) { throw ValidationError("--break '\(text)': \(problem)") }
            return breakpoint
        }
    }

    func validate() throws {
        _ = try breakpoints
    }
}
