import FlowAnalysis
import FlowModel

extension StrandedValues {
    /// `AsyncStream holds 3 values that were never taken: its consumers have left`.
    var text: String { StrandedValues.text(held, in: stage) }

    static func text(_ held: HeldCount, in stage: String) -> String {
        "\(stage) holds \(held.ofValues) that \(held.count == 1 ? "was" : "were") never taken: its consumers have left"
    }
}
