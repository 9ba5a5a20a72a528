import FlowAnalysis
import FlowTrace
import FlowVerdict

extension TraceLog {
    /// Why the value of an event was dropped, in words; `nil` of any other event.
    func dropWords(_ entry: TraceEntry) -> String? {
        entry.event.dropReason.map { $0.words(leavesOut: leavesOut(on: entry.edge)) }
    }
}
