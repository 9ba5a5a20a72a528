import FlowScenarios

extension ScenarioRun {
    /// The command that repeats what was changed and pressed in this run, `nil` where nothing was.
    var repeatLine: String? {
        guard !pressed.isEmpty || !settings.isEmpty else { return nil }
        let sets = settings.map { " --set \($0)" }.joined()
        return "flowviz run \(scenario.id) --variant \(variant.id)\(until)\(sets)\(sends)"
    }

    /// The command that repeats the run of a chain, with the numbers that it has now; a shell would complete at a tab.
    func repeatLine(of chain: ChainScenario) -> String {
        let text = chain.text(numbers).replacing("\t", with: " ").replacing("'", with: "'\\''")
        return "flowviz eval '\(text)'\(until)\(sends)"
    }

    private var sends: String {
        pressed.map { " --send \"\($0.time):\($0.control)\"" }.joined()
    }

    private var until: String {
        variant.isEndless ? " --until \(now)" : ""
    }
}
