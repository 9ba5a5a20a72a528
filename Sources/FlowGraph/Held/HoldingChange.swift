import FlowTrace

/// Something that happened in a store.
struct HoldingChange: Equatable {
    enum Kind: Equatable {
        case buffered, unbuffered
        case dropped(DropReason)
        /// It had ended before the value came, or was cancelled.
        case refused(DropReason)
        /// The records of a held value's fate are missing.
        case forgotten
        /// From here on, more may be held than is known.
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
