/// Gives stages the names of their lanes.
enum StageNames {
    /// Operators that subscribe to their upstream once, however many subscribe to them.
    private static let sharing: Set<String> = ["share", "shareReplay", "multicast", "makeConnectable", "autoconnect", "publish"]

    /// The stages with labels: an operator's name, with a number from the second on.
    static func named(_ stages: [ChainStage]) -> [ChainStage] {
        var stages = stages
        var counts: [String: Int] = [:]
        // Sinks first: an operator is called 'output' too.
        for index in stages.indices.filter({ stages[$0].isSink }) + stages.indices.filter({ !stages[$0].isSink }) {
            let name = stages[index].isSink ? "output" : stages[index].name
            counts[name, default: 0] += 1
            stages[index].label = counts[name] == 1 ? name : "\(name) \(counts[name] ?? 0)"
        }
        // From the sinks up: what is above something with several subscriptions has several too.
        for index in stages.indices.reversed() {
            let stage = stages[index]
            stages[index].isShared = stage.isShared || stage.isInner || stage.uses > 1
            guard stages[index].isShared && !sharing.contains(stage.name) || stage.name == "retry" else { continue }
            for input in stage.inputs { stages[input].isShared = true }
        }
        return stages
    }
}
