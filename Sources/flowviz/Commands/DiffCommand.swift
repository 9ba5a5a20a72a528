import ArgumentParser
import FlowAnalysis

/// Compares two runs.
struct DiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff", abstract: "Says what changed between two traces or scenarios; ends with 3 where something did.")

    @Argument(help: ArgumentHelp("A trace file, or a scenario as id or id:variant.", valueName: "file|id"))
    var first: String

    @Argument(help: ArgumentHelp("The same, to compare with.", valueName: "file|id"))
    var second: String

    @Flag(help: "Compare also when things happened.")
    var times = false

    @Option(help: ArgumentHelp("Stop scenarios after this much virtual time.", valueName: "seconds"))
    var until: String?

    @Option(
        help: ArgumentHelp("Change a number of the second, a scenario, for example size=2; repeatable.", valueName: "name=value"))
    var set: [String] = []

    func run() throws {
        let sources = [
            try RunSource(first, options: end(first)), try RunSource(second, options: end(second) + set.map { "--set=\($0)" }),
        ]
        var diff = RunDiff(comparesTimes: times)
        let gaps = try sources[0].forEach { diff.takeFirst($0, in: $1) }.gaps.map { "\(first): \($0)" }
        let missing = try gaps + sources[1].forEach { diff.takeSecond($0, in: $1) }.gaps.map { "\(second): \($0)" }
        let isAlike = diff.partings().isEmpty
        if isAlike, !missing.isEmpty {
            throw Failure("no difference in what is there, but that cannot be trusted: \(missing.joined(separator: "; "))")
        }
        let output = StandardOutput()
        for line in try DiffReport(diff, of: sources).lines() + missing.map({ "missing: \($0)" }) {
            output.line(line)
        }
        output.flush()
        if !isAlike { throw ExitCode(3) }
    }

    private func end(_ word: String) -> [String] {
        guard let until, RunSource.scenario(word) != nil else { return [] }
        return ["--until=\(until)"]
    }
}
