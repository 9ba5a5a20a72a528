import FlowTrace

/// A value that an operator holds.
struct HeldValue: Equatable, Sendable {
    /// What the trace shows for it; text stands in the log already.
    var payload: TraceEvent.Payload
    /// The entry of its delivery to the operator.
    let sequence: Int
}
