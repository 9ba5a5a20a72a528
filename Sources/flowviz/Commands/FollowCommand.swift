import ArgumentParser
import FlowAnalysis
import FlowScreen
import FlowSessions
import FlowSystem
import FlowText
import FlowTrace
import FlowViews

struct FollowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "follow", abstract: "Says where a value went: from its source to its sink, or to where it was dropped.")

    @Argument(help: ArgumentHelp("A trace file, or a scenario as id or id:variant.", valueName: "file|id"), completion: .subject)
    var subject: String

    @Argument(help: ArgumentHelp("The value as the screen shows it.", valueName: "value"))
    var value: String

    @Flag(help: "One JSON object a line.")
    var json = false

    @OptionGroup(title: "Options of a scenario") var options: ScenarioOptions

    @OptionGroup(title: "Options of a scenario") var inputs: InputOptions

    /// The maximum number of equal values to follow.
    private static let limit = 32

    func run() throws {
        let source = try RunSource(subject, inputs.settings(variant: options.variant))
        var journeys = JourneyIndex(of: value, isDelivered: source.hasDeclaredLanes, limit: FollowCommand.limit)
        let end = try source.forEach(keeping: JourneyIndex.reach) {
            journeys.observe($0, in: $1)
        } finish: {
            journeys.finish(in: $0)
        }
        for note in end.gaps { StandardError.line("flowviz: \(source.name): \(note)") }
        guard journeys.count > 0 else {
            throw Failure("no value '\(value)' in '\(source.name)'; \(hint(source, journeys.undescribedTypes.sorted()))")
        }
        let output = StandardOutput()
        for journey in journeys.all {
            if json { output.verbatim(line: jsonLine(journey)) } else { lines(of: journey).forEach(output.line) }
        }
        output.flush()
        if journeys.count > journeys.all.count {
            StandardError.line(
                "flowviz: \(journeys.count) values have the text '\(value)'; the first \(journeys.all.count) are followed")
        }
    }

    private func hint(_ source: RunSource, _ undescribed: [String]) -> String {
        guard undescribed.isEmpty else {
            return "values of type \(ValueList.names(undescribed)) have no recorded text; 'record --values all' records it"
        }
        let command =
            switch source.origin {
            case .trace: "export \(subject)"
            case .scenario: "run \(source.name)"
            }
        return "'flowviz \(command)' lists them"
    }

    private func lines(of journey: JourneyIndex.Entry) -> [String] {
        let cut = journey.isCut ? "; only the next \(JourneyIndex.reach) events were searched" : ""
        let steps = journey.steps.map { step in
            let time = Seconds.text(step.moment.time)
            let start = String(repeating: " ", count: max(0, 10 - time.count)) + time
            return "\(start)  \(step.label.padded(to: 16))\(Signs.unicode.glyph(of: step.sign)) \(step.text)"
        }
        return ([journey.words + cut] + steps).map { TextWidth.sanitised($0) }
    }

    private func jsonLine(_ journey: JourneyIndex.Entry) -> String {
        let events = journey.steps.map { step in
            JSONText.object([
                ("t", "\(step.moment.time)"), ("seq", "\(step.moment.sequence)"), ("lane", JSONText.string(step.label)),
                ("kind", "\"\(step.kind.name)\""),
            ])
        }
        return JSONText.object([
            ("value", JSONText.string(value)), ("words", JSONText.string(journey.words)), ("end", end(journey.ending)),
            ("from", "\(journey.start.time)"), ("to", "\(journey.end.time)"), ("events", JSONText.list(events)),
        ])
    }

    private func end(_ end: Journey.End) -> String {
        switch end {
        case .delivered: "\"delivered\""
        case .held: "\"held\""
        case .dropped(let reason): JSONText.string("dropped: \(reason.name)")
        case .filtered: "\"filtered\""
        case .collected: "\"collected\""
        case .inside: "\"inside\""
        }
    }
}
