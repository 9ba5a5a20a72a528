import FlowScenarios
import FlowTrace

/// A run without a screen: what runs, with which numbers and controls, and until when.
struct RunPlan {
    /// The scenario and variant, with the numbers at the start.
    let choice: Choice
    /// The controls to press, in the order of their times.
    let sends: [(time: TraceTime, control: Control)]
    /// When it stops, `nil` where nothing is left to do.
    let end: TraceTime?
    /// The conditions at which it stops before.
    let breaks: [String]

    /// Whether it goes on until nothing is left to do: what it has come to by then is what it comes to.
    var isWhole: Bool {
        end == nil && breaks.isEmpty
    }

    /// The command that runs it, word by word; a recording keeps it.
    var command: [String] {
        let sets = choice.variantValue.settings(choice.numbers).map { "--set=\($0)" }
        let what = choice.chain.map { ["eval", $0.chain.source.text] }
        return ["flowviz"] + (what ?? ["run", choice.scenarioValue.id, "--variant", choice.variantValue.id])
            + (end.map { ["--until", "\($0)"] } ?? []) + sets
            + sends.map { "--send=\($0.time):\($0.control)" } + breaks.map { "--break=\($0)" }
    }

    /// The lanes of a recording of it.
    func lanes(of log: TraceLog) -> [LaneSpec] {
        guard let chain = choice.chain?.chain else { return choice.variantValue.lanes }
        return chain.lanes(recordedAs: Set(log.edges.map(\.label)))
    }

    /// The plan of a recording, `nil` where it is not that of a scenario's run.
    static func recorded(in file: TraceFile) -> RunPlan? {
        try? RecordedCommand(file.command)?.plan()
    }
}
