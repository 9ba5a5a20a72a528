import FlowAnalysis
import FlowModel
import FlowPlaces
import FlowScenarios
import FlowSystem
import FlowTrace

/// A run to analyse: a trace file, or a scenario, which runs without waiting in virtual time.
package struct RunSource {
    /// The source of its events.
    package enum Origin {
        case trace(TraceFile)
        case scenario(RunPlan)
    }

    package let name: String
    package let origin: Origin
    /// The reasons for places without names or lines.
    package var placeDoubts: [PlaceError] = []

    /// - Parameters:
    ///   - word: A trace file, or the id of a scenario, with a variant after a colon.
    ///   - settings: The options for a scenario.
    ///   - moment: The latest end of a scenario's run.
    package init(_ word: String, _ settings: RunSettings, endingAt moment: TraceTime? = nil) throws {
        name = FileName.last(of: word)
        if RunSource.scenario(word) != nil {
            var settings = settings
            if let moment {
                let own = try settings.until.map { try Arguments.seconds($0, of: "--until") }
                settings.until = "\(min(moment, own ?? moment))"
            }
            origin = .scenario(try settings.plan(scenario: word))
            return
        }
        if let option = settings.options.first {
            throw UsageError("\(option) works only with a scenario, and '\(word)' is not one")
        }
        let file = try RunSource.open(word)
        origin = .trace(file)
        placeDoubts = PlaceFinder.complete(file)
    }

    /// The id of the scenario in a word such as `overflow` or `overflow:drop-newest`.
    package static func scenario(_ word: String) -> String? {
        Catalogue.scenarios.map(\.id).first { word == $0 || word.hasPrefix($0 + ":") }
    }

    private static func open(_ word: String) throws -> TraceFile {
        do {
            return try TraceFile(word)
        } catch {
            // Distinguishes a mistyped scenario from an unreadable file.
            let hint = Suggestion.nearest(to: word, among: Catalogue.scenarios.map(\.id)).map { "; did you mean '\($0)'?" }
            let isName = !word.contains { "./".contains($0) }
            throw Failure(error.description + (hint ?? (isName ? "; 'flowviz list' names the scenarios" : "")))
        }
    }

    /// Visits each event in order, with the log that contains it. A file is read in steps and needs only the memory of one step.
    ///
    /// - Parameters:
    ///   - kept: The minimum number of earlier events in the log.
    ///   - finish: Receives the log at the end.
    /// - Returns: The end of the run, and its gaps.
    @discardableResult
    package func forEach(
        keeping kept: Int = 0, _ take: (TraceEntry, TraceLog) throws -> Void, finish: (TraceLog) -> Void = { _ in }
    ) throws -> RunEnd {
        switch origin {
        case .trace(let file): return try read(file, keeping: kept, take, finish)
        case .scenario(let plan):
            let (end, model) = try plan.play()
            for entry in model.log.entries { try take(entry, model.log) }
            finish(model.log)
            return RunEnd(time: end, isOver: isOver, gaps: model.log.missed > 0 ? ["\(model.log.missed) records missed"] : [])
        }
    }

    /// The plan of the run or of a recorded run; `nil` for the trace of a program.
    private var run: RunPlan? {
        switch origin {
        case .trace(let file): RunPlan.recorded(in: file)
        case .scenario(let plan): plan
        }
    }

    /// Whether it is a program's trace, as opposed to a run in virtual time.
    package var isRecordedProgram: Bool { run == nil }

    /// Whether its lanes are declared, as opposed to derived from operators.
    package var hasDeclaredLanes: Bool { run?.derivesEvents == false }

    /// Whether the run is complete.
    package var isOver: Bool {
        guard run?.isWhole == true else { return false }
        if case .trace(let file) = origin { return file.endTime != nil }
        return true
    }

    private func read(
        _ file: TraceFile, keeping kept: Int, _ take: (TraceEntry, TraceLog) throws -> Void, _ finish: (TraceLog) -> Void
    ) throws -> RunEnd {
        var fold = TraceFold(file)
        var isWhole = false
        while !isWhole {
            let step = fold.step(limit: 4_096, keeping: kept)
            for entry in step.entries { try take(entry, step.log) }
            isWhole = step.isLast
        }
        finish(fold.log)
        let gaps = Incompleteness.notes(
            of: fold.reconstruction, overwritten: fold.overtaken, lostFacts: file.lostFacts, unreadable: fold.unreadableChunks)
        let hasEnded = run == nil ? file.endTime != nil : isOver
        return RunEnd(time: max(fold.end.time, file.knownUntil ?? .zero), isOver: hasEnded, gaps: gaps)
    }
}

extension RunPlan {
    /// Runs the scenario in virtual time.
    package func play() throws -> (end: TraceTime, model: StreamModel) {
        let report = RunReport(
            run: ScenarioRun(choice), format: nil, isRealtime: false, output: StandardOutput(), endsWithSinks: choice.chain != nil
        )
        try report.run(sends: sends, until: end)
        return (report.end, report.model)
    }
}

/// The end of a visited run.
package struct RunEnd {
    package let time: TraceTime
    /// Whether the program or scenario ended by itself and was not cut off.
    package let isOver: Bool
    /// Notes on its gaps.
    package let gaps: [String]
}
