import FlowTrace

/// The last event of each thread: what the thread ran when it was last seen.
struct ThreadRuns: Sendable {
    struct Run: Sendable {
        /// The index of the edge in the meter.
        let edge: Int
        let time: UInt64
        /// Whether a loop of a task took a value, and has the thread for its body.
        let beganBody: Bool
    }

    private(set) var all: [Run?] = []
    /// The number of threads that are told apart; further ones are not kept.
    private static let limit: UInt32 = 256

    /// Adds the next event.
    mutating func fold(_ entry: TraceEntry, edge: Int) {
        guard entry.thread < ThreadRuns.limit else { return }
        let thread = Int(entry.thread)
        if thread >= all.count { all += repeatElement(nil, count: thread + 1 - all.count) }
        let run = Run(edge: edge, time: entry.event.time, beganBody: entry.kind == .value && !entry.event.isCall)
        all[thread] = run
    }
}

/// A loop of a task that took a value, and whose thread has recorded nothing since.
struct AbsentLoop: Hashable, Sendable {
    /// Its name and place, such as `for await at Feed.swift:31`.
    let name: String
    /// The time since which its thread has recorded nothing, in nanoseconds.
    let since: UInt64
}

extension UtilizationMeter {
    /// The loops of the pool that took a value before a time, and whose threads have recorded nothing since: those not back, the first one
    /// first.
    ///
    /// A loop that waits in its body may leave its thread, which then records something else sooner or later.
    func absentLoops(before time: UInt64, in log: TraceLog) -> [AbsentLoop] {
        let runs = threadRuns.all.compactMap(\.self).filter { $0.beganBody && $0.time <= time }
        return runs.compactMap { run -> AbsentLoop? in
            let edge = edges[run.edge]
            guard edge.isLive, let lower = edge.lower, stages[lower].lastValue == run.time, stages[lower].condition == .busy,
                let fact = log.edge(id(run.edge)), fact.executor == .pool
            else { return nil }
            let node = stages[lower].node
            let name = node.flatMap(log.stageName) ?? node.flatMap { log.node($0)?.name } ?? fact.label
            let place = node.flatMap { log.node($0)?.place }?.location.map { " at \($0.short)" } ?? ""
            return AbsentLoop(name: name + place, since: run.time)
        }.sorted { ($0.since, $0.name) < ($1.since, $1.name) }
    }
}
