import FlowAnalysis
import FlowTrace

extension Violation {
    /// What happened, in a line.
    public var words: String {
        let isCall = rule == .sharedIterator || rule == .nextAfterEnd
        return isCall ? "next() of \(label) was called \(clause)" : "\(label) \(clause)"
    }

    private var clause: String {
        let isValue = signal == .value || signal == .offered
        let what = isValue ? "a value" : "an end"
        switch rule {
        case .moreThanDemanded: return "got a value with no demand outstanding"
        case .notSerial: return "got a signal on one thread while another was still delivering"
        case .lostFailure: return "lost the failure\(failure.map { " \($0)" } ?? "") and ended as if finished"
        case .lostEnd: return "was never told of the end that another subscriber of its publisher was told of"
        case .afterTerminal:
            let end = end.map { $0 == .failure ? "failed" : "finished" } ?? "ended"
            return "got \(what) after it had \(end)"
        case .afterCancel:
            return isNote ? "got \(what) that was under way at its cancel" : "got \(what) too late after its cancel"
        case .beforeSubscription: return isValue ? "got a value before its subscription" : "ended before its subscription"
        case .secondSubscription: return "was handed a second subscription"
        case .recursion: return "\(RuleCheck.recursionLimit) requests and values lie within each other, and no end in sight"
        case .requestAfterEnd:
            return isNote
                ? "asked for \(demand) after the \(isCancelled ? "cancel" : "end")"
                : "got \(what) for the request it made after its cancel"
        case .nonPositiveRequest: return "asked for 0 values"
        case .cancelledAtOnce: return "was cancelled as soon as it was subscribed"
        case .demandLeftOver: return "ended with \(demand) still asked for"
        case .sharedIterator: return "while another call of it had not returned"
        case .nextAfterEnd: return "after the \(isCancelled ? "cancel" : "end")"
        case .forsakenConsumer:
            return isNote
                ? "waited for a continuation that was gone and had not finished"
                : "waits for ever: its continuation is gone and has not finished"
        case .leak: preconditionFailure("No event shows that a subscription has leaked")
        }
    }
}
