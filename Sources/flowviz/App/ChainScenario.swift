import FlowPlayground
import FlowScenarios
import FlowTrace

/// A chain that was typed, as the scenario that it becomes: whatever shows, records or judges scenarios takes it.
struct ChainScenario: Equatable {
    let chain: Chain
    /// What it is called: a file's name, or `chain`.
    let name: String
    let scenario: Scenario

    /// - Parameter title: What it shows, in a few words.
    init(_ chain: Chain, name: String, title: String) {
        self.chain = chain
        self.name = name
        scenario = Scenario(
            id: name, title: title, group: .combine, explanation: "", tryThis: "",
            variants: [ChainScenario.variant(of: chain, name)])
    }

    static func == (lhs: ChainScenario, rhs: ChainScenario) -> Bool {
        lhs.chain.source == rhs.chain.source && lhs.name == rhs.name
    }

    private static func variant(of chain: Chain, _ name: String) -> Variant {
        Variant(
            id: "typed", point: "as typed", isEndless: chain.isEndless, lanes: chain.lanes,
            cell: chain.marbleUnit ?? .milliseconds(100),
            chain: { _ in chain.stages.filter { !$0.isInner }.map { $0.detail.isEmpty ? $0.name : "\($0.name) \($0.words)" } },
            code: chain.source.text,
            controls: controls(of: chain),
            numbers: chain.numbers.map(ScenarioNumber.init),
            build: { build(chain, name, on: $0) })
    }

    private static func build(_ chain: Chain, _ name: String, on context: ScenarioContext) {
        let changed: Chain
        do {
            changed = try chain.with(context.numbers.values)
        } catch {
            return context.stop(because: ChainFailure(error, in: chain.source, name: name, isUsage: true))
        }
        let run = ChainRun(changed, scheduler: context.scheduler, recorder: context.recorder) { [unowned context] problem in
            context.stop(because: ChainFailure(problem, in: changed.source, name: name, isUsage: false))
        }
        context.retain(run)
        context.at(.zero) { run.start() }
        for name in controls(of: chain) { context.on(name) { run.perform($0) } }
    }

    private static func controls(of chain: Chain) -> [ControlName] {
        (chain.takesInput ? [.emit, .burst, .finish] : []) + (chain.canPause ? [.pause, .resume] : [])
    }
}
