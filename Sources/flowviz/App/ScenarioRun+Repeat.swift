import FlowScenarios

extension ScenarioRun {
    /// The command that repeats what was changed and pressed in this run, `nil` where nothing was.
    var repeatLine: String? {
        guard !pressed.isEmpty || !settings.isEmpty else { return nil }
        let sends = pressed.map { " --send \"\($0.time):\($0.control)\"" }.joined()
        let sets = settings.map { " --set \($0)" }.joined()
        let until = variant.isEndless ? " --until \(now)" : ""
        return "flowviz run \(scenario.id) --variant \(variant.id)\(until)\(sets)\(sends)"
    }
}
