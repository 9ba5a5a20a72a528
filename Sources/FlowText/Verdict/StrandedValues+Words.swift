import FlowAnalysis

extension StrandedValues {
    /// `AsyncStream holds 3 values that were never taken: its consumers have left`.
    var text: String { "\(stage) holds \(held.ofValues) that were never taken: its consumers have left" }
}
