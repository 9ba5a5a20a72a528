import FlowModel
import FlowWords

/// Values that wait in a stage whose consumers have all left: they were never taken.
public struct StrandedValues: Hashable, Sendable {
    /// The name of the stage.
    public let stage: String
    public let held: HeldCount

    /// `AsyncStream holds 3 values that were never taken: its consumers have left`.
    var text: String { StrandedValues.text(held, in: stage) }

    package static func text(_ held: HeldCount, in stage: String) -> String {
        "\(stage) holds \(held.ofValues) that \(held.count == 1 ? "was" : "were") never taken: its consumers have left"
    }
}

extension BottleneckReporter {
    /// The stages that hold values though all their consumers have left. A replay keeps its values for later subscribers.
    ///
    /// - Complexity: O(edges × stages).
    var stranded: [StrandedValues] {
        judge.order.compactMap { stage in
            let view = stages[stage]
            guard view.meter.isStore, !view.meter.isReplay, view.meter.held > 0 else { return nil }
            let outputs = edges.filter { $0.role == .link && $0.upper == stage && $0.life != .unseen }
            guard !outputs.isEmpty, !outputs.contains(where: \.isLive) else { return nil }
            return StrandedValues(stage: view.name, held: HeldCount(view.meter.held, isLeast: view.meter.heldIsLowerBound))
        }
    }
}
