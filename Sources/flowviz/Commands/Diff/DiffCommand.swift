import ArgumentParser
import FlowAnalysis
import FlowSessions
import FlowSystem
import FlowTrace

struct DiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Says what changed between two traces or scenarios; exits with status 3 if something did, beyond the tolerance."
    )

    @Argument(help: ArgumentHelp("A trace file, or a scenario as id or id:variant.", valueName: "file|id"), completion: .subject)
    var first: String

    @Argument(help: ArgumentHelp("A trace file or a scenario to compare it with.", valueName: "file|id"), completion: .subject)
    var second: String

    @Option(
        help: ArgumentHelp(
            "By how much a figure may differ; 20% by default for programs, whose events interleave differently in each run.",
            valueName: "percent"))
    var tolerance: String?

    @Flag(help: "Compare every event, as for scenarios.")
    var exact = false

    @Flag(help: "Compare the times of events, too.")
    var times = false

    @Option(parsing: .unconditional, help: ArgumentHelp("Stop scenarios after this much virtual time.", valueName: "seconds"))
    var until: String?

    @Option(
        help: ArgumentHelp("Change a number of the second scenario, for example size=2; repeatable.", valueName: "name=value"))
    var set: [String] = []

    func run() throws {
        let sources = [
            try RunSource(first, RunSettings(until: end(first))),
            try RunSource(second, RunSettings(until: end(second), sets: set)),
        ]
        let tolerance = try tolerance(for: sources)
        var diff = RunDiff(comparesTimes: times)
        var profiles = [RunProfile(), RunProfile()]
        let gaps = try read(sources[0], into: &profiles[0]) { diff.foldFirst($0, in: $1) }.map { "\(first): \($0)" }
        let missing = try gaps + read(sources[1], into: &profiles[1]) { diff.foldSecond($0, in: $1) }.map { "\(second): \($0)" }
        let isEqual = diff.differences().isEmpty
        let comparison = tolerance.map { RunComparison(diff, profiles[0], profiles[1], tolerance: $0) }
        let isAlike = isEqual || comparison?.isAlike == true
        if isAlike, !missing.isEmpty {
            throw Failure("no difference was found, but the traces are incomplete: \(missing.joined(separator: "; "))")
        }
        let output = StandardOutput()
        // Scenarios have no places: their stages have the names of the lanes.
        let notes =
            comparison == nil ? [] : unplaced(first, profiles[0], profiles[1]) + unplaced(second, profiles[1], profiles[0])
        defer { for note in notes { output.line(note) } }
        if let comparison, isAlike, !isEqual {
            output.line("no difference beyond \(comparison.toleranceText): \(comparison.sentence)")
            return
        }
        for line in try report(comparison, diff, of: sources) + missing.map({ "missing: \($0)" }) { output.line(line) }
        if !isAlike { throw ExitCode(3) }
    }

    /// A note on the stages of a run that only their names tell, while the other run has their places.
    private func unplaced(_ run: String, _ profile: RunProfile, _ other: RunProfile) -> [String] {
        let names = profile.unplacedNames.subtracting(profile.placedNames).intersection(other.placedNames).sorted()
        guard !names.isEmpty else { return [] }
        let shown = names.prefix(3).joined(separator: ", ") + (names.count > 3 ? " and \(names.count - 3) more" : "")
        return ["note: \(run) has no place of \(shown): they are compared by their names only"]
    }

    /// What differs beyond the tolerance, or every difference without one.
    private func report(_ comparison: RunComparison?, _ diff: RunDiff, of sources: [RunSource]) throws -> [String] {
        guard let comparison, !comparison.isAlike else { return try DiffReport(diff, of: sources).lines() }
        return [comparison.sentence, "", "beyond \(comparison.toleranceText)"] + comparison.lines.map { "  \($0)" }
    }

    /// Reads a run, and returns its gaps.
    private func read(
        _ source: RunSource, into profile: inout RunProfile, _ fold: (TraceEntry, TraceLog) -> Void
    ) throws -> [String] {
        var read = profile
        defer { profile = read }
        return try source.forEach { entry, log in
            fold(entry, log)
            read.fold(entry)
        } finish: {
            read.finish($0)
        }.gaps
    }

    /// The tolerance for the figures; `nil` if every event counts.
    private func tolerance(for sources: [RunSource]) throws -> Double? {
        let given = try Arguments.tolerance(tolerance)
        if given != nil, exact || times {
            throw ValidationError("--tolerance is about figures; leave out \(exact ? "--exact" : "--times")")
        }
        guard !exact, !times else { return nil }
        return given ?? (sources.contains { $0.isRecordedProgram } ? RunComparison.usualTolerance : nil)
    }

    /// The end of a scenario's run, `nil` for a trace.
    private func end(_ word: String) -> String? { RunSource.scenario(word) == nil ? nil : until }
}
