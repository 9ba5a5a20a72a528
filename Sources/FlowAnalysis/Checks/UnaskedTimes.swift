import FlowGraph
import FlowModel
import FlowTrace

/// The time without demand on each link, out of its life.
///
/// Two spans do not count: the time until the first request, if the subscriber makes it during the handover of the subscription,
/// and the time from a value on whose subscriber ends the subscription within the call. The subscriber wants no values in either.
///
/// - Complexity: O(1) an event, amortised.
struct UnaskedTimes: Sendable {
    private struct Link: Sendable {
        /// The event that began its subscription.
        var subscribed = 0
        var begin = TraceTime.zero
        /// The time since which there is no demand, and the event that spent the last of it; `nil` while there is some.
        var spent: (time: TraceTime, sequence: Int)?
        var isLive = false
        /// The sums of the ended subscriptions, in nanoseconds.
        var lived: UInt64 = 0
        var unasked: UInt64 = 0
        /// Whether demand ever was spent: in virtual time that time may have no length.
        var wasUnasked = false

        mutating func close(at time: TraceTime) {
            if let spent {
                unasked += time - spent.time
                wasUnasked = true
            }
            spent = nil
        }
    }

    private var links = DenseTable<EdgeID, Link>()

    /// Adds the next event of a link.
    ///
    /// - Parameter outstanding: The demand after it.
    mutating func fold(_ entry: TraceEntry, outstanding: Demand, in log: TraceLog) {
        let edge = entry.edge
        switch entry.kind {
        case .subscribed where links[edge]?.isLive != true || entry.event.beginsLife:
            end(edge, entry)
            links[edge, default: Link()].isLive = true
            links[edge]?.subscribed = entry.sequence
            links[edge]?.begin = entry.time
            links[edge]?.spent = (entry.time, entry.sequence)
        case .request, .returned:
            guard let link = links[edge], link.spent != nil, outstanding != .none else { return }
            // Within the call of a value only other threads can send, and for that they need time.
            let isWithin = entry.kind == .returned && link.spent?.time == entry.time
            if isWithin || isFirst(entry, of: link, in: log) {
                links[edge]?.spent = nil
            } else {
                links[edge]?.close(at: entry.time)
            }
        case .value:
            guard let link = links[edge], link.isLive, link.spent == nil, outstanding == .none else { return }
            links[edge]?.spent = (entry.time, entry.sequence)
        case .finished, .failure, .cancel:
            let isWithinLastValue = links[edge]?.spent.map { $0.sequence <= entry.cause ?? 0 } ?? false
            if entry.kind == .cancel, isWithinLastValue { links[edge]?.spent = nil }
            end(edge, entry)
        case .subscribed, .offered, .dropped, .buffered, .unbuffered, .state, .note, .causeLink: break
        }
    }

    private mutating func end(_ edge: EdgeID, _ entry: TraceEntry) {
        guard let link = links[edge], link.isLive else { return }
        links[edge]?.close(at: entry.time)
        links[edge]?.lived += entry.time - link.begin
        links[edge]?.isLive = false
    }

    /// Whether a request is made as the subscription is handed over.
    private func isFirst(_ request: TraceEntry, of link: Link, in log: TraceLog) -> Bool {
        guard link.spent?.sequence == link.subscribed else { return false }
        var cause = request.cause
        while let sequence = cause, sequence >= link.subscribed, let entry = log[sequence: sequence] {
            if entry.kind == .subscribed { return true }
            guard entry.kind == .request else { return false }
            cause = entry.cause
        }
        return false
    }

    /// The share of the life of some links without demand, `nil` if there always was demand.
    func share(of edges: [EdgeID], until end: TraceTime) -> Double? {
        let all = edges.compactMap { edge in
            links[edge].map { link in
                var link = link
                if link.isLive {
                    link.lived += end - link.begin
                    link.close(at: end)
                }
                return link
            }
        }
        guard all.contains(where: \.wasUnasked) else { return nil }
        let (lived, unasked) = all.reduce((0, 0)) { ($0.0 + Double($1.lived), $0.1 + Double($1.unasked)) }
        return lived > 0 ? unasked / lived : 0
    }
}
