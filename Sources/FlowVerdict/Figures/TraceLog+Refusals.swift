import FlowGraph
import FlowTrace

extension TraceLog {
    /// Whether a value was lost before it entered a store, or at a source.
    package func isRefusal(_ drop: TraceEntry) -> Bool {
        switch drop.event.dropReason {
        case .overflowNewest, .noDemand, .noSubscriber, nil: return true
        case .overflowOldest, .superseded: return false
        case .cancelled, .ended:
            // An ended stream refuses the value that caused its end.
            guard let cause = drop.cause.flatMap({ self[sequence: $0] }), cause.kind == .value else { return false }
            return edge(cause.edge)?.downstream == edge(drop.edge)?.upstream && cause.event.payload == drop.event.payload
        case .error:
            // A value that does not fit makes the buffer fail, and is lost within its own call. The held values are lost when it
            // ends.
            let cause = drop.cause.flatMap { self[sequence: $0] }
            return cause?.kind == .offered || cause?.kind == .value
        }
    }
}
