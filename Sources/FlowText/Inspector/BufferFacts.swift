import FlowModel
import FlowTrace

/// What a buffer is, and since when it is full.
struct BufferFacts {
    /// How many values it may hold; `nil` where there is no limit.
    let capacity: Int?
    /// What it does when it is full, as typed.
    let strategy: String
    /// How it asks its upstream.
    let prefetch: String

    private static let prefetches: Set<String> = ["byRequest", "keepFull"]

    /// Reads a node's detail: `20 · dropOldest`, `5 · dropOldest · keepFull`.
    init(_ node: NodeFact?) {
        capacity = node?.capacity
        let parts = (node?.detail ?? "").split(separator: "·").map { $0.drop { $0 == " " } }
            .map { part in String(part.reversed().drop { $0 == " " }.reversed()) }
        prefetch = parts.first(where: BufferFacts.prefetches.contains) ?? "byRequest"
        strategy = parts.dropFirst().first { !BufferFacts.prefetches.contains($0) } ?? ""
    }

    /// Since when a lane's buffer is full; `nil` while it is not.
    func fullSince(_ lane: LaneHistory, upTo sequence: Int) -> TraceTime? {
        guard let capacity, capacity > 0, lane.totals(upTo: sequence).held >= capacity else { return nil }
        let known = lane.marks[..<lane.countOfMarks(upTo: sequence)]
        // From the last value that left on it only fills: what it drops makes room for what comes in.
        let exit = lane.lastMark(of: \.unbuffered, upTo: sequence)
        let start = exit.map { exit in known.partitioningIndex { $0.sequence >= exit.sequence } } ?? known.startIndex
        let dropped = exit?.totals.dropped ?? 0
        let filled = known[start...].partitioningIndex { $0.totals.held >= capacity || $0.totals.dropped > dropped }
        return filled < known.endIndex ? known[filled].time : nil
    }
}
