import FlowTrace

/// Names pipelines and stages by what the program says of them, never by the order of its run.
///
/// A stage has the label of its output, or else the name of its operator. One below a stage of the same name has a number: the second
/// `map` of a chain is `map 2`, in each branch alike. A pipeline has the names of its stages on the path to its oldest sink.
struct StageNaming {
    /// How many stages of a path are named; of a longer one those at its ends.
    private static let longestPath = 12
    /// How many characters a name has at most; of a longer one those at its ends.
    private static let longestName = 200

    /// The labels that each line of the program's source made.
    private let labels: [CodeLocation: Set<String>]

    init(in log: TraceLog) {
        labels = log.edges.reduce(into: [:]) { labels, fact in
            if let location = fact.location { labels[location, default: []].insert(fact.label) }
        }
    }

    /// The names of a pipeline's stages, by their index.
    func names(of stages: [StageView], in order: [Int], outputs: [[EdgeFact]]) -> [String] {
        let own = ownNames(of: stages, outputs: outputs)
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
    func pipeline(of stages: [StageView], upTo sink: Int, outputs: [[EdgeFact]]) -> String {
        let own = ownNames(of: stages, outputs: outputs)
        var (path, seen, next) = ([String](), Set<Int>(), Optional(sink))
        while let stage = next, seen.insert(stage).inserted {
            path.append(own[stage])
            next = stages[stage].inputs.first
        }
        path.reverse()
        if path.count > StageNaming.longestPath {
            let half = StageNaming.longestPath / 2
            path = path.prefix(half) + ["…"] + path.suffix(half)
        }
        return StageNaming.shown(path.joined(separator: " → "))
    }

    private func ownNames(of stages: [StageView], outputs: [[EdgeFact]]) -> [String] {
        zip(stages, outputs).map { stage, outputs in
            let labels = Set(outputs.filter { $0.location != nil }.map(label))
            return StageNaming.shown(labels.count == 1 ? labels.first ?? stage.ownName : stage.ownName)
        }
    }

    /// A label as the program gave it: a further edge of one label has a number.
    private func label(of fact: EdgeFact) -> String {
        guard let location = fact.location, let blank = fact.label.lastIndex(of: " "),
            UInt(fact.label[fact.label.index(after: blank)...]) != nil
        else { return fact.label }
        let base = String(fact.label[..<blank])
        return labels[location]?.contains(base) == true ? base : fact.label
    }

    private static func shown(_ name: String) -> String { VisibleText.line(name, limit: longestName) }
}
