import FlowOperators
import FlowTrace

/// Rule: the result of `sink` and `assign` must be kept.
enum CancelledAtOnce: Rule {
    static let number: RuleNumber = "C2"
    static let title = "AnyCancellable dropped at once"
    static let explanation =
        "The AnyCancellable that sink and assign return cancels when it is released. If it is not "
        + "kept, the subscription ends before any value can arrive."
    static let source = "Combine: AnyCancellable"
    static let kinds: [SignalKind] = [.cancel]

    /// The maximum time between a subscription and its immediate cancel, in nanoseconds.
    private static let atOnce: UInt64 = 1_000_000

    static func seemsBroken(by signal: RuleSignal, on edge: RuleEdge) -> Bool {
        guard edge.isOpen, let subscribed = edge.subscribed else { return false }
        return signal.entry.time - subscribed.time < atOnce
    }

    static func weigh(in context: RuleContext) -> ViolationDraft? {
        let (entry, edge) = (context.entry, context.edge)
        // The sink's subscription must be the last event before its cancel.
        guard entry.cause == nil, context.root == edge.subscribed?.root else { return nil }
        let operation = context.log.edge(entry.edge)?.downstream.flatMap { context.log.node($0)?.operation }
        return operation == .sink || operation == .assign ? context.violation(of: CancelledAtOnce.self) : nil
    }

    static func words(of violation: Violation) -> String {
        "\(violation.subscriber) cancelled as soon as it had subscribed to \(violation.publisher)"
    }
}
