import FlowOperators
import FlowTrace

extension DropReason {
    /// The reason in words.
    ///
    /// - Parameter leavesOut: Whether the operator is there to leave out values: it has no room that could overflow.
    func words(leavesOut: Bool) -> String { leavesOut && self == .overflowNewest ? "left out" : name }
}

extension TraceLog {
    /// Why the value of an event was dropped, in words; `nil` of any other event.
    func dropWords(_ entry: TraceEntry) -> String? {
        entry.event.dropReason.map { $0.words(leavesOut: leavesOut(on: entry.edge)) }
    }
}
