import FlowAnalysis

extension EarlyBurst {
    /// `a burst of 5 before the loop began`.
    var text: String { "a burst of \(count) before the loop began" }
}
