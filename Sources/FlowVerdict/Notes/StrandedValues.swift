import FlowModel
import FlowWords

/// Values that wait in a stage and will never be taken.
public struct StrandedValues: Hashable, Sendable {
    /// The reason that they will never be taken.
    package enum Reason: Hashable, Sendable {
        case consumersLeft
        /// The sources had ended before the program did, while a loop still waited. Only for streams of tasks: the subscriber of
        /// a publisher may not want more.
        case programEnded
    }

    /// The name of the stage.
    public let stage: String
    public let held: HeldCount
    let reason: Reason

    package init(stage: String, held: HeldCount, reason: Reason) {
        (self.stage, self.held, self.reason) = (stage, held, reason)
    }

    /// `AsyncStream holds 3 values that were never taken: its consumers have left`.
    package var text: String {
        let values = "\(stage) holds \(held.ofValues) that \(held.count == 1 ? "was" : "were") never taken"
        return switch reason {
        case .consumersLeft: "\(values): its consumers have left"
        case .programEnded: "\(values), though its source had ended"
        }
    }
}

extension BottleneckReporter {
    /// The stages with values that will never be taken. A replay keeps its values for later subscribers.
    ///
    /// - Complexity: O(edges × stages that hold values).
    var stranded: [StrandedValues] {
        let sourcesAreOver = isOver || program == .ended ? sourcesAreOver : []
        return judge.order.compactMap { stage in
            let view = stages[stage]
            guard view.meter.isStore, !view.meter.isReplay, view.meter.held > 0 else { return nil }
            guard let reason = reason(of: stage, sourcesAreOver) else { return nil }
            return StrandedValues(
                stage: view.name, held: HeldCount(view.meter.held, isLeast: view.meter.heldIsLowerBound), reason: reason)
        }
    }

    private func reason(of stage: Int, _ sourcesAreOver: Set<Int>) -> StrandedValues.Reason? {
        let outputs = edges.filter { $0.role == .link && $0.upper == stage && $0.life != .unseen }
        guard !outputs.isEmpty else { return nil }
        guard outputs.contains(where: \.isLive) else { return .consumersLeft }
        let isAsked = stages[stage].node?.operation.isOfTasks == true && outputs.contains(where: \.account.hasAsked)
        return isAsked && sourcesAreOver.contains(stage) ? .programEnded : nil
    }

    /// The stages whose sources have all ended. An input that is still live after its sources have ended only waits for demand.
    ///
    /// - Complexity: O(edges + stages).
    private var sourcesAreOver: Set<Int> {
        let inputs = Dictionary(grouping: edges.filter { $0.role == .link && $0.life != .unseen && $0.lower != nil }) { $0.lower }
        return judge.order.reduce(into: []) { over, stage in
            guard let inputs = inputs[stage] else { return }
            let isOver = inputs.allSatisfy { $0.life == .over || $0.upper.map(over.contains) == true }
            if isOver { over.insert(stage) }
        }
    }
}
