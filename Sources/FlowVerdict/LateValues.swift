import FlowGraph
import FlowTrace

/// Finds the values that arrive at a subscription after its end, and so are not delivered.
///
/// Some operators of OpenCombine pass such a value on anyway, or report its fate. Then the value is not lost on this edge; its
/// next event tells its fate.
///
/// - Complexity: O(1) an event; memory of O(ended edges).
package struct LateValues: Sendable {
    /// The effect of an event on the count of late values.
    package struct Change: Sendable {
        /// An earlier loss to take back: the value was passed on after all.
        package var retracted: Loss?
        /// The event's own value is lost.
        package var lost: Loss?
    }

    /// A late value on an edge.
    package struct Loss: Sendable {
        package let edge: EdgeID
        package let reason: DropReason
        /// The event of the value.
        package let sequence: Int
    }

    /// The maximum number of late values to remember. Their calls may still be open.
    private static let limit = 64

    /// An edge that has ended at least once.
    private struct Link: Sendable {
        /// The reason for losses after its end; `nil` while it is live.
        var reason: DropReason?
        var lost = 0
    }

    private var links = DenseTable<EdgeID, Link>()
    /// The last late values, oldest first.
    private var recent: [Loss] = []

    package init() {}

    /// The number of values an edge has lost after its end.
    package func lost(on edge: EdgeID) -> Int { links[edge]?.lost ?? 0 }

    /// Adds the next event; returns its effect on late values, nearly always `nil`.
    package mutating func fold(_ entry: TraceEntry, in log: TraceLog) -> Change? {
        switch entry.kind {
        case .subscribed: if entry.event.beginsLife { links[entry.edge]?.reason = nil }
        case .finished: end(entry.edge, .ended)
        case .failure: end(entry.edge, .error)
        case .cancel: end(entry.edge, supersedes(entry, in: log) ? .superseded : .cancelled)
        case .value, .buffered, .dropped: return judge(entry, in: log)
        case .request, .returned, .offered, .unbuffered, .state, .note, .causeLink: break
        }
        return nil
    }

    private mutating func end(_ edge: EdgeID, _ reason: DropReason) {
        if links[edge]?.reason == nil { links[edge, default: Link()].reason = reason }
    }

    private mutating func judge(_ entry: TraceEntry, in log: TraceLog) -> Change? {
        let index =
            recent.isEmpty
            ? nil
            : entry.cause.flatMap { cause in
                recent.lastIndex { $0.sequence == cause && leads($0.edge, to: entry.edge, log) }
            }
        let retracted = index.map { recent.remove(at: $0) }
        if let retracted { links[retracted.edge]?.lost -= 1 }
        // The cancel may end only the task that called `next`; another task may continue.
        guard entry.event.isCall, let reason = links[entry.edge]?.reason, log.edge(entry.edge)?.doubts.isEmpty ?? false else {
            return retracted.map { Change(retracted: $0) }
        }
        let lost = Loss(edge: entry.edge, reason: reason, sequence: entry.sequence)
        if recent.count == LateValues.limit { recent.removeFirst() }
        recent.append(lost)
        links[entry.edge]?.lost += 1
        return Change(retracted: retracted, lost: lost)
    }

    /// Whether `other` is an output or a store of the node below `edge`. Values on other edges may answer a request within the
    /// call of the late value.
    private func leads(_ edge: EdgeID, to other: EdgeID, _ log: TraceLog) -> Bool {
        guard let node = log.edge(edge)?.downstream else { return false }
        return log.edge(other)?.upstream == node
    }

    /// Whether `switchToLatest` cancels a publisher within the call that delivers a newer one.
    private func supersedes(_ cancel: TraceEntry, in log: TraceLog) -> Bool {
        guard let cause = cancel.cause.flatMap({ log[sequence: $0] }), cause.edge != cancel.edge else { return false }
        // The cancel goes up the publisher's own chain.
        if cause.kind == .cancel { return links[cause.edge]?.reason == .superseded }
        guard cause.kind == .value, let node = log.edge(cancel.edge)?.downstream else { return false }
        return log.node(node)?.operation == .switchToLatest && log.edge(cause.edge)?.downstream == node
    }
}
