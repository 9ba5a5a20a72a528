extension Recorder {
    /// Moves all that is committed to the end of `log`, merged by time, then thread, then position.
    ///
    /// Records of what happens while this runs come with the next drain. No thread that records waits for it.
    ///
    /// - Precondition: No other drain of this recorder runs.
    /// - Complexity: O(*n* log *t*) for *n* records of *t* threads.
    public func drain(into log: inout some RecordSink) {
        precondition(!isDraining.exchange(true, ordering: .acquiring), "Recorder is being drained already")
        defer { isDraining.store(false, ordering: .releasing) }
        let known = facts.withLock { facts in
            defer {
                facts.nodes.removeAll(keepingCapacity: true)
                facts.edges.removeAll(keepingCapacity: true)
            }
            return (facts.nodes, facts.edges)
        }
        log.declare(nodes: known.0, edges: known.1)
        log.note(missed: missed)
        guard file == nil else { return }
        // What happens from here on waits: a thread looked at later may already hold what followed from another's unread record.
        let horizon = now
        let runs = writers.withLock { $0.all }.map { DrainRun(of: $0, until: horizon) }
        DrainMerge(runs).drain(into: &log)
        runs.forEach { $0.giveBack(to: pool) }
        forget(runs.filter(\.isWritersLast).map(\.writer))
    }

    /// Lets go of the writers of threads that have ended and were read to the end.
    private func forget(_ ended: [ThreadWriter]) {
        guard !ended.isEmpty else { return }
        for writer in ended { writer.chunks.withLock { $0 }.forEach(pool.release) }
        let gone = Set(ended.map(ObjectIdentifier.init))
        writers.withLock { $0.all.removeAll { gone.contains(ObjectIdentifier($0)) } }
    }
}
