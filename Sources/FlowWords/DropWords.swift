import FlowTrace

extension DropReason {
    /// The reason in words.
    ///
    /// - Parameter leavesOut: Whether the operator's purpose is to drop values: such an operator has no room that could overflow.
    package func words(leavesOut: Bool) -> String { leavesOut && self == .overflowNewest ? "left out" : name }
}
