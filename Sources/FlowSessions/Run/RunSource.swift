import FlowAnalysis
import FlowModel
import FlowScenarios
import FlowSystem
import FlowTrace

/// A run to be looked into: a trace file, or a scenario, which is run at once in virtual time.
package struct RunSource {
    /// Where its events come from.
    package enum Origin {
        case trace(TraceFile)
        case scenario(RunPlan)
    }

    package let name: String
    package let origin: Origin

    /// - Parameters:
    ///   - word: A trace file, or the id of a scenario, with a variant after a colon.
    ///   - settings: What a scenario is run with.
    ///   - moment: When a scenario ends that does not end before.
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
        origin = .trace(try RunSource.open(word))
    }

    /// The scenario that a word names, as `overflow` and `overflow:drop-newest` do.
    package static func scenario(_ word: String) -> String? {
        Catalogue.scenarios.map(\.id).first { word == $0 || word.hasPrefix($0 + ":") }
    }

    private static func open(_ word: String) throws -> TraceFile {
        do {
            return try TraceFile(word)
        } catch {
            // A mistyped scenario is distinguished from a file that cannot be read.
            let hint = Suggestion.nearest(to: word, among: Catalogue.scenarios.map(\.id)).map { "; did you mean '\($0)'?" }
            let isName = !word.contains { "./".contains($0) }
            throw Failure(error.description + (hint ?? (isName ? "; 'flowviz list' names the scenarios" : "")))
        }
    }

    /// Gives each event in order, with the log that holds it; a file is read stepwise and held in no more memory than a step needs.
    ///
    /// - Parameters:
    ///   - kept: The log has at least this many events before the given one.
    ///   - finish: Is given the log as it is at the end.
    /// - Returns: When it ends, and what is missing.
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

    /// The plan of the run, also of one that a file holds; `nil` for the trace of a program.
    private var run: RunPlan? {
        switch origin {
        case .trace(let file): RunPlan.recorded(in: file)
        case .scenario(let plan): plan
        }
    }

    /// Whether its lanes were declared, and do not show operators.
    package var hasDeclaredLanes: Bool { run?.derivesEvents == false }

    /// Whether nothing more will come than there is.
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

/// The end of a run that was gone through.
package struct RunEnd {
    package let time: TraceTime
    /// Whether a program or a scenario has ended there, and was not cut off.
    package let isOver: Bool
    /// What is missing of it, in words.
    package let gaps: [String]
}
