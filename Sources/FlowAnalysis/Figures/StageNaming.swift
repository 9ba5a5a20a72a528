import FlowTrace

/// Names pipelines and stages by what the program says of them, never by the order of its run.
///
/// A stage has the label of its output, or else the name of its operator. One below a stage of the same name has a number: the second
/// `map` of a chain is `map 2`, in each branch alike. A pipeline has the names of its stages on the path to its oldest sink.
enum StageNaming {
    /// How many stages of a path are named; of a longer one those at its ends.
    private static let longestPath = 12
    /// How many characters a name has at most; of a longer one those at its ends.
    private static let longestName = 200

    /// The names of a pipeline's stages, by their index.
    static func names(of stages: [StageView], in order: [Int]) -> [String] {
        let own = stages.map { shown($0.ownName) }
        var above: [[String: Int]] = Array(repeating: [:], count: stages.count)
        var names = own
        for stage in order {
            let counts = stages[stage].inputs.map { above[$0] }
            var known = counts.first ?? [:]
            for other in counts.dropFirst() { known.merge(other, uniquingKeysWith: max) }
            known[own[stage], default: 0] += 1
            let number = known[own[stage]] ?? 1
            if number > 1 { names[stage] = "\(own[stage]) \(number)" }
            above[stage] = known
        }
        return names
    }

    /// The name of a pipeline.
    ///
    /// - Parameter sink: The index of its oldest sink.
    static func pipeline(of stages: [StageView], upTo sink: Int) -> String {
        let own = stages.map { shown($0.ownName) }
        var (path, seen, next) = ([String](), Set<Int>(), Optional(sink))
        while let stage = next, seen.insert(stage).inserted {
            path.append(own[stage])
            next = stages[stage].inputs.first
        }
        path.reverse()
        if path.count > longestPath {
            let half = longestPath / 2
            path = path.prefix(half) + ["…"] + path.suffix(half)
        }
        return shown(path.joined(separator: " → "))
    }

    private static func shown(_ name: String) -> String { VisibleText.line(name, limit: longestName) }
}
