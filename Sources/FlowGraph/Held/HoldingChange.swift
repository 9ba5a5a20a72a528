import FlowTrace

/// A change in a store.
struct HoldingChange: Equatable {
    enum Kind: Equatable {
        case buffered, unbuffered
        case dropped(DropReason)
        /// The value was not accepted: the store had ended, failed, or was cancelled.
        case refused(DropReason)
        /// The records of a held value's fate are missing.
        case forgotten
        /// From here on, the known values are a lower bound.
        case least
        /// From here on, the buffer is exact.
        case known
    }

    /// The edge below the operator.
    let edge: TracedEdge.Index
    let kind: Kind
    /// `nil` for a change without a value.
    let value: HeldValue?
    /// The edge that brought the value.
    let input: TracedEdge.Index
}
