import FlowGraph
import FlowOperators
import FlowTrace

/// Rule: no consumer waits for a continuation that was released without finishing.
///
/// While the run goes on, a violation is only a note, because the consumer may still be cancelled.
struct ForsakenConsumer: ObservingRule {
    static let number: RuleNumber = "A3"
    static let title = "continuation released unfinished"
    static let explanation =
        "A continuation must finish its stream before its last copy is released. Otherwise a waiting consumer never resumes."
    static let source = "Swift: AsyncStream.Continuation"
    static let isAdvisory = true

    static func words(of violation: Violation) -> String {
        let waits =
            violation.isNote
            ? "waited for a continuation that was gone and had not finished"
            : "waits for ever: the continuation of \(violation.publisher) is gone and has not finished"
        return "\(violation.subscriber) \(waits)"
    }

    /// The minimum time between the release of the continuation and the exit of the program, in nanoseconds: a continuation
    /// released by the exit does no harm.
    private static let gracePeriod: UInt64 = 100_000_000

    /// Consumers still waiting.
    private var waiting = DenseTable<EdgeID, Violation>()

    mutating func fold(_ entry: TraceEntry, on edge: RuleEdge, in log: TraceLog) -> ViolationDraft? {
        guard entry.kind == .note else {
            waiting[entry.edge] = nil
            return nil
        }
        guard entry.event.isForsaken, edge.isLink, edge.isSure else { return nil }
        let draft = ViolationDraft(ForsakenConsumer.self, by: entry, on: edge)
        waiting[entry.edge] = draft.violation(in: log)
        return draft
    }

    func violations(at end: TraceTime, _ edges: DenseTable<EdgeID, RuleEdge>) -> [Violation] {
        waiting.keys.compactMap { waiting[$0] }.filter { end - min(end, $0.time) >= ForsakenConsumer.gracePeriod }.map(\.broken)
    }
}
