/// Gives stages the names of their lanes.
enum StageNames {
    /// Operators that subscribe to their upstream once, however many subscribe to them.
    private static let sharing: Set<String> = ["share", "shareReplay", "multicast", "makeConnectable", "autoconnect", "publish"]

    /// The stages with labels: an operator's name, with a number from the second on.
    ///
    /// - Parameter links: Stages that something else than a stage passes on.
    static func named(_ stages: [ChainStage], links: [Int]) -> [ChainStage] {
        var stages = stages
        for stage in links { stages[stage].isLinked = true }
        for index in stages.indices {
            for input in stages[index].inputs {
                stages[input].uses += 1
                if !stages[index].isSink { stages[input].isLinked = true }
            }
        }
        var counts: [String: Int] = [:]
        counts.reserveCapacity(stages.count)
        // Sinks first: an operator is called 'output' too.
        for areSinks in [true, false] {
            for index in stages.indices where stages[index].isSink == areSinks {
                let name = areSinks ? "output" : stages[index].name
                let count = counts[name, default: 0] + 1
                counts[name] = count
                stages[index].label = count == 1 ? name : "\(name) \(count)"
            }
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
