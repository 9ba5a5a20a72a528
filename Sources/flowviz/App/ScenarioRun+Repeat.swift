import FlowScenarios

extension ScenarioRun {
    /// The command that repeats what was pressed in this run, `nil` where nothing was.
    var repeatLine: String? {
        guard !pressed.isEmpty else { return nil }
        let sends = pressed.map { " --send \"\($0.time):\($0.control)\"" }.joined()
        let sets = startedWith.map { " --set \($0.key)=\(Numbers.text($0.value))" }.sorted().joined()
        let until = variant.isEndless ? " --until \(now)" : ""
        return "flowviz run \(scenario.id) --variant \(variant.id)\(until)\(sets)\(sends)"
    }
}
