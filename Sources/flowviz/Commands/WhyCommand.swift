import ArgumentParser
import FlowAnalysis
import FlowApp
import FlowModel
import FlowScreen
import FlowSessions
import FlowSystem
import FlowText
import FlowTrace
import FlowViews

struct WhyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "why", abstract: "Says why an event happened: the chain of events that led to it, across buffers.")

    @Argument(help: ArgumentHelp("A trace file, or a scenario as id or id:variant.", valueName: "file|id"), completion: .subject)
    var subject: String

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The caption's event at this moment; at the end by default.", valueName: "seconds"))
    var at: String?

    @Option(help: ArgumentHelp("The event with this number, as JSON Lines have it in seq.", valueName: "number"))
    var event: Int?

    @Flag(help: "Write JSON.")
    var json = false

    @OptionGroup(title: "Options of a scenario") var options: ScenarioOptions

    @OptionGroup(title: "Options of a scenario") var inputs: InputOptions

    func validate() throws {
        guard at == nil || event == nil else { throw ValidationError("--at and --event both say which event; give one") }
    }

    func run() throws {
        let moment = try at.map { try Arguments.seconds($0, of: "--at") }
        let source = try RunSource(subject, inputs.settings(variant: options.variant), endingAt: moment)
        let subject =
            switch source.origin {
            case .trace(let file): try trace(file, at: moment)
            case .scenario(let plan): try scenario(plan, at: moment)
            }
        if let event, subject.event == nil || event < 1 || event > subject.count {
            throw ValidationError("--event \(event) is not valid; '\(self.subject)' has events from 1 to \(subject.count)")
        }
        guard let sequence = subject.event, let why = Why(sequence, in: subject.model) else {
            throw Failure("nothing has happened in '\(self.subject)' by \(at.map { "\($0) s" } ?? "its end")")
        }
        let output = StandardOutput()
        if json {
            output.verbatim(line: WhyText.json(of: why, sequence: subject.number))
        } else {
            for line in WhyText.lines(of: why) { output.line(line) }
        }
    }

    private struct Subject {
        let model: StreamModel
        /// The event's sequence in the model, `nil` if there is none.
        let event: Int?
        let count: Int
        /// The number of an event of the model in the whole trace.
        let number: (Int) -> Int
    }

    private func scenario(_ plan: RunPlan, at moment: TraceTime?) throws -> Subject {
        let (end, model) = try plan.play()
        return subject(model, at: moment ?? end)
    }

    private func subject(_ model: StreamModel, at moment: TraceTime) -> Subject {
        let told = WhyUpdate.event(model, at: model.moment(at: moment))
        return Subject(model: model, event: event ?? told, count: model.log.count) { $0 }
    }

    private func trace(_ file: TraceFile, at moment: TraceTime?) throws -> Subject {
        if let plan = RunPlan.recorded(in: file) {
            let replay = Replay(file, of: plan)
            return subject(replay.model, at: moment ?? max(replay.model.end.time, file.knownUntil ?? .zero))
        }
        var trace = ProgramTrace(TraceFold(file))
        let wanted = event ?? read(&trace, until: moment)
        read(&trace, beyond: wanted)
        let own = trace.open(pipelineOf: wanted)
        guard let opened = trace.opened else {
            return Subject(model: StreamModel(lanes: []), event: nil, count: trace.log.count) { $0 }
        }
        let told = own.flatMap { WhyUpdate.event(opened.model, at: $0) }
        return Subject(
            model: opened.model, event: event == nil ? told : own?.sequence, count: trace.log.count, number: opened.programEvent)
    }

    /// Reads up to a time, inclusive, and returns the number of the last event.
    private func read(_ trace: inout ProgramTrace, until moment: TraceTime?) -> Int {
        trace.read(until: moment?.nanoseconds ?? .max)
        return trace.log.count
    }

    /// Reads up to an event and beyond it to its consequences.
    private func read(_ trace: inout ProgramTrace, beyond sequence: Int) {
        let step = 4_096
        while trace.log.count < sequence + step, trace.read(limit: step) == step {}
    }
}

/// Writes the reasons for an event: a sentence, then the chain of events, one a line.
enum WhyText {
    static func lines(of why: Why) -> [String] {
        let room = why.steps.map(\.lane.count).max() ?? 0
        let rows = why.steps.indices.map { row(of: why, $0, laneRoom: max(10, room + 1)) }
        let before = rows.prefix(why.index + 1)
        let after = rows.dropFirst(why.index + 1)
        let lines = [why.sentence, ""] + before + (after.isEmpty ? [] : ["", "what followed"]) + after
        return lines.map { TextWidth.sanitised($0) }
    }

    private static func row(of why: Why, _ index: Int, laneRoom: Int) -> String {
        let step = why.steps[index]
        let time = Seconds.text(step.moment.time)
        let start = String(repeating: " ", count: max(0, 8 - time.count)) + time
        let call = why.isCalled(index) ? "└ " : ""
        return "\(start)  \(step.lane.padded(to: laneRoom))\(call)\(Signs.unicode.glyph(of: step.sign)) \(step.text)"
    }

    /// One JSON object on one line, with the same keys in the same order every time.
    ///
    /// - Parameter sequence: The number of a step's event in the whole trace.
    static func json(of why: Why, sequence: (Int) -> Int) -> String {
        let steps = why.steps.map { step in
            JSONText.object([
                ("link", JSONText.string(step.link.rawValue)), ("t", "\(step.moment.time)"),
                ("seq", "\(sequence(step.moment.sequence))"), ("lane", JSONText.string(step.lane)),
                ("text", JSONText.string(step.text)),
            ])
        }
        let event = why.steps[why.index].moment
        return JSONText.object([
            ("version", "1"), ("t", "\(event.time)"), ("seq", "\(sequence(event.sequence))"),
            ("sentence", JSONText.string(why.sentence)), ("isCut", "\(why.isCut)"), ("steps", JSONText.list(steps)),
        ])
    }
}
