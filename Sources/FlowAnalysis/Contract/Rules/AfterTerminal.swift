import FlowOperators
import FlowTrace

/// Rule: no signal follows a terminal signal.
enum AfterTerminal: Rule {
    static let number: RuleNumber = .afterTerminal
    static let title = "signal after the end"
    static let explanation =
        "Once a publisher has finished or failed it must send nothing more. The subscriber has released its state by then, and may trap."
    static let kinds: [SignalKind] = [.value, .finished, .failure]
    static let kindsOfSources: [SignalKind] = [.offered, .finished, .failure]

    static func seemsBroken(by signal: RuleSignal, on edge: RuleEdge) -> Bool {
        // In a stream of tasks, a yield after the end only returns that the stream has ended.
        edge.terminal != nil && !(edge.isLink && edge.isOfTasks)
    }

    static func weigh(in context: RuleContext) -> ViolationDraft? {
        context.edge.isLink && context.isConsequence ? nil : context.violation(of: AfterTerminal.self)
    }

    static func words(of violation: Violation) -> String {
        let end = violation.end.map { $0 == .failure ? "failed" : "finished" } ?? "ended"
        return "\(violation.publisher) sent \(violation.what) after it had \(end)"
    }
}
