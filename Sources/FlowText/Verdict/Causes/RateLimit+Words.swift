import FlowAnalysis

extension RateLimit {
    /// `throttle passed on 3 of 10`.
    var text: String { "\(stage) passed on \(outgoing) of \(incoming)" }
}
