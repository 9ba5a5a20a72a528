import FlowTrace

/// Something that happened in a store.
struct HoldingChange: Equatable {
    /// Which kind of event it is.
    enum Kind: Equatable {
        case buffered, unbuffered
        case dropped(DropReason)
    }

    /// The edge below the operator.
    let edge: Int
    let kind: Kind
    let value: HeldValue
    /// The edge that brought the value.
    let input: Int
}
