import FlowAnalysis
import FlowTrace
import FlowVerdict

extension TraceLog {
    /// The reason of a drop, in words; `nil` for any other event.
    func dropWords(_ entry: TraceEntry) -> String? {
        entry.event.dropReason.map { $0.words(leavesOut: leavesOut(on: entry.edge)) }
    }
}
