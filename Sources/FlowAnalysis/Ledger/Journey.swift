import FlowTrace

/// Where one value went: the events of its way, from where it came from to where it is or was lost.
public struct Journey: Hashable, Sendable {
    /// How the way ends, as far as the log goes.
    public enum End: Hashable, Sendable {
        /// The subscriber at the end of the stream has it, or an operator whose output is not seen.
        case delivered
        /// A store holds it.
        case held
        /// It was lost.
        case dropped(DropReason)
        /// An operator left it out, as is its law.
        case filtered(by: NodeID)
        /// It became part of a result that stands for many.
        case collected(by: NodeID)
        /// It went into an operator and did not come out again, so far.
        case inside(NodeID)
    }

    /// The sequence numbers of its events, in order.
    public let events: [Int]
    /// How it ends.
    public let end: End

    /// Follows the value of the event `sequence` back to where it came from and on to where it went, along causes and through stores.
    ///
    /// A value is known again behind a store by being the oldest of those equal to it. Of several copies the first is followed. Where the
    /// log has forgotten its oldest entries the way begins with what is known.
    ///
    /// - Parameter last: The event up to which it is followed; what comes later has not happened yet.
    /// - Returns: `nil` where the log has no such event, or it is not of a value.
    /// - Complexity: O(*n*) for *n* events kept, where the value passed a store; otherwise O(events in its calls).
    public init?(of sequence: Int, in log: TraceLog, upTo last: Int = .max) {
        guard let entry = log[sequence: sequence], entry.kind.isOfValue else { return nil }
        let follower = JourneyFollower(log: log, last: last)
        let way = follower.back(from: entry).reversed() + follower.on(from: entry)
        events = way.map(\.sequence)
        end = follower.end(after: way.last ?? entry)
    }
}
