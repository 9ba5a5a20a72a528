import FlowModel
import FlowTrace

extension StreamModel {
    /// The sequence of the event that led to an event, also where it did so after its own call.
    ///
    /// A replay hands over what it has kept just after its subscriber has got the subscription, not within that call.
    func cause(of entry: TraceEntry) -> Int? {
        guard entry.kind == .value || entry.kind == .finished || entry.kind == .failure else { return entry.cause }
        guard let lane = laneIndex(of: entry), isBelowReplay(lane: lane) else { return entry.cause }
        guard let mark = lanes[lane].lastMark(of: \.subscriptions, upTo: entry.sequence), mark.time == entry.time else {
            return entry.cause
        }
        return log[sequence: mark.sequence]?.cause == entry.cause ? mark.sequence : entry.cause
    }

    /// Whether an output is fed by a node that replays.
    func isBelowReplay(lane: Int) -> Bool {
        replay(aboveLane: lane) != nil
    }

    /// The node that replays to an output lane.
    func replay(aboveLane lane: Int) -> NodeFact? {
        node(edge(ofLane: lane)?.upstream).flatMap { $0.role == .replay ? $0 : nil }
    }
}
