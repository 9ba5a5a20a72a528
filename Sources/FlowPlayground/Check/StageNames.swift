import FlowOperators

/// Gives stages the names of their lanes.
enum StageNames {
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
        label(&stages, \.label) { $0.operation.name }
        label(&stages, \.writtenLabel) { $0.name }
        // From the sinks up: what is above something with several subscriptions has several too.
        for index in stages.indices.reversed() {
            if stages[index].isInner || stages[index].uses > 1 { stages[index].isShared = true }
            let operation = stages[index].operation
            // What sends to each of its subscribers subscribes once, however many there are.
            let isOnce = operation.law.flow?.family == .fanOut
            guard stages[index].isShared && !isOnce || operation == .retry else { continue }
            for input in stages[index].inputs { stages[input].isShared = true }
        }
    }

    /// Sinks are called `output`, and first: an operator may be called so too.
    private static func label(
        _ stages: inout [ChainStage], _ label: WritableKeyPath<ChainStage, String>, _ name: (ChainStage) -> String
    ) {
        var counts = Dictionary<String, Int>(minimumCapacity: stages.count + 1)
        for areSinks in [true, false] {
            for index in stages.indices where stages[index].isSink == areSinks {
                let name = areSinks ? "output" : name(stages[index])
                counts[name, default: 0] += 1
                let count = counts[name] ?? 1
                stages[index][keyPath: label] = count == 1 ? name : "\(name) \(count)"
            }
        }
    }
}
