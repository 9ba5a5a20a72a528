import FlowAnalysis
import FlowTrace
import FlowVerdict
import FlowWords

extension TraceLog {
    /// The reason of a drop, in words; `nil` for any other event.
    func dropWords(_ entry: TraceEntry) -> String? {
        entry.event.dropReason.map { reason in
            let words = reason.words(leavesOut: leavesOut(on: entry.edge))
            return failure(behind: entry).map { "\(words): \($0)" } ?? words
        }
    }

    /// The text of the error because of which a value was dropped; `nil` if it was dropped for another reason.
    private func failure(behind entry: TraceEntry) -> String? {
        guard entry.event.dropReason == .error, let cause = entry.cause.flatMap({ self[sequence: $0] }), cause.kind == .failure
        else { return nil }
        return value(of: cause).flatMap { FailureText.line($0.description) }
    }
}
