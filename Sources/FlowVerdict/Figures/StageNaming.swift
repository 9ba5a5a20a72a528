import FlowTrace

/// The name of a pipeline, and the source location that makes it.
struct PipelineNaming {
    let name: String
    /// The source location of the first stage that has a known location, such as `Shop/Orders.swift:8`.
    let place: String?

    /// Distinguishes it from pipelines that are numbered separately. A growing pipeline may change its name, but not its
    /// location.
    var key: String { place ?? name }

    /// - Parameter sink: The index of its oldest sink.
    init(_ stages: [StageSnapshot], upTo sink: Int) {
        var (path, seen, next) = ([StageSnapshot](), Set<Int>(), Optional(sink))
        while let stage = next, seen.insert(stage).inserted {
            path.append(stages[stage])
            next = stages[stage].inputs.first
        }
        path.reverse()
        name = StageNaming.pipeline(path)
        place = path.lazy.compactMap(\.node?.location).first.map { StageNaming.shown("\($0)") }
    }
}

/// Names pipelines and stages after the program's code, never after the order of events in a run.
///
/// A stage has the label of its output, or else the name of its operator. A stage below another one of the same name has a
/// number: the second `map` of a chain is `map 2`, in every branch. A pipeline has the names of its stages on the path to its
/// oldest sink.
enum StageNaming {
    /// The maximum number of named stages of a path; a longer one is cut in the middle.
    private static let longestPath = 12
    /// The maximum number of characters of a name; a longer one is cut in the middle.
    private static let longestName = 200

    /// The names of a pipeline's stages, by their index.
    static func names(of stages: [StageSnapshot], in order: [Int]) -> [String] {
        let own = stages.map { shown($0.ownName) }
        var above: [[String: Int]] = Array(repeating: [:], count: stages.count)
        var names = own
        for stage in order {
            let counts = stages[stage].inputs.map { above[$0] }
            var known = counts.first ?? [:]
            for other in counts.dropFirst() { known.merge(other, uniquingKeysWith: max) }
            known[own[stage], default: 0] += 1
            names[stage] = NameNumbers.title(own[stage], known[own[stage]] ?? 1)
            above[stage] = known
        }
        return names
    }

    /// The name of a pipeline with a path from a source to its oldest sink.
    fileprivate static func pipeline(_ path: [StageSnapshot]) -> String {
        var names = path.map { shown($0.ownName) }
        if names.count > longestPath {
            let half = longestPath / 2
            names = names.prefix(half) + ["…"] + names.suffix(half)
        }
        return shown(names.joined(separator: " → "))
    }

    fileprivate static func shown(_ name: String) -> String { VisibleText.line(name, limit: longestName) }
}
