/// Gives stages the names of their lanes.
enum StageNames {
    /// Operators that subscribe to their upstream once, however many subscribe to them.
    private static let sharing: Set<String> = ["share", "shareReplay", "multicast", "makeConnectable", "autoconnect", "publish"]

    /// Gives stages their labels: an operator's name, with a number from the second on.
    ///
    /// - Parameter links: Stages that something else than a stage passes on.
    static func name(_ stages: inout [ChainStage], links: [Int]) {
        for stage in links { stages[stage].isLinked = true }
        for index in stages.indices {
            for input in stages[index].inputs {
                stages[input].uses += 1
                if !stages[index].isSink { stages[input].isLinked = true }
            }
        }
        // Sinks first: an operator is called 'output' too.
        var sinks = 0
        for index in stages.indices where stages[index].isSink {
            stages[index].label = label("output", &sinks)
        }
        var counts = Dictionary<String, Int>(minimumCapacity: stages.count + 1)
        counts["output"] = sinks
        for index in stages.indices where !stages[index].isSink {
            let name = stages[index].name
            stages[index].label = label(name, &counts[name, default: 0])
        }
        // From the sinks up: what is above something with several subscriptions has several too.
        for index in stages.indices.reversed() {
            if stages[index].isInner || stages[index].uses > 1 { stages[index].isShared = true }
            let name = stages[index].name
            guard stages[index].isShared && !sharing.contains(name) || name == "retry" else { continue }
            for input in stages[index].inputs { stages[input].isShared = true }
        }
    }

    /// The label of one more stage of a name.
    private static func label(_ name: String, _ count: inout Int) -> String {
        count += 1
        return count == 1 ? name : "\(name) \(count)"
    }
}
