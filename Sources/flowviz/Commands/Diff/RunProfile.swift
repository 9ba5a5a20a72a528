import FlowAnalysis
import FlowTrace

/// The stages of a run by name and place, and the durations of their work, for a comparison with another run.
struct RunProfile {
    /// A stage by its name without a number, which depends on the order of threads, and by its source location.
    struct Key: Hashable, Comparable, CustomStringConvertible {
        let name: String
        let location: CodeLocation?

        /// `for await at Service.swift:9`.
        var description: String { name + (location.map { " at \($0.short)" } ?? "") }

        static func < (one: Key, other: Key) -> Bool { one.description < other.description }
    }

    /// The calls or iterations of a subscriber.
    struct Work {
        /// The time of the value at which it works; `nil` while it does not.
        fileprivate var since: TraceTime?
        fileprivate(set) var nanoseconds: UInt64 = 0
        fileprivate(set) var count: UInt64 = 0

        /// The mean duration in nanoseconds.
        var mean: Double { count > 0 ? Double(nanoseconds) / Double(count) : 0 }

        fileprivate mutating func add(_ other: Work) {
            nanoseconds += other.nanoseconds
            count += other.count
        }
    }

    private var works: [EdgeID: Work] = [:]
    /// The stages by their names in the trace.
    private(set) var keys: [String: Key] = [:]
    /// The work of subscribers.
    private(set) var work: [Key: Work] = [:]

    /// Adds an event: a subscriber works from a value until it returns or asks for the next one.
    mutating func fold(_ entry: TraceEntry) {
        switch entry.kind {
        case .value: works[entry.edge, default: Work()].since = entry.time
        case .returned, .request:
            guard let since = works[entry.edge]?.since else { return }
            works[entry.edge]?.since = nil
            works[entry.edge]?.nanoseconds += entry.time - since
            works[entry.edge]?.count += 1
        default: break
        }
    }

    /// Takes the names of the stages from the whole log.
    mutating func finish(_ log: TraceLog) {
        for edge in log.edges {
            let title = edge.upstream.flatMap(log.stageName) ?? edge.plainLabel
            let key = key(of: edge.upstream, edge, in: log)
            if keys[title]?.location == nil { keys[title] = key }
            guard edge.role == .link, let done = works[edge.id] else { continue }
            let subscriber = edge.downstream == nil ? key : self.key(of: edge.downstream, nil, in: log)
            work[subscriber, default: Work()].add(done)
        }
    }

    private func key(of node: NodeID?, _ edge: EdgeFact?, in log: TraceLog) -> Key {
        let name = node.flatMap(log.stageNameAlone) ?? edge?.plainLabel ?? "?"
        return Key(name: name, location: node.flatMap { log.node($0)?.location } ?? edge?.location)
    }
}
