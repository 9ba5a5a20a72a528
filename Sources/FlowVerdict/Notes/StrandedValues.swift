import FlowModel
import FlowWords

/// Values that wait in a stage and will never be taken.
public struct StrandedValues: Hashable, Sendable {
    /// Why nobody will take them.
    package enum Reason: Hashable, Sendable {
        case consumersLeft
        /// The program ended after the sources had, and a loop was still there. A subscriber of a publisher may want no more.
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
    /// The stages whose held values nobody will take. A replay is not among them: it keeps values for later subscribers.
    ///
    /// - Complexity: O(edges × stages).
    var stranded: [StrandedValues] {
        judge.order.compactMap { stage in
            let view = stages[stage]
            guard view.meter.isStore, !view.meter.isReplay, view.meter.held > 0 else { return nil }
            guard let reason = reason(of: stage) else { return nil }
            return StrandedValues(
                stage: view.name, held: HeldCount(view.meter.held, isLeast: view.meter.heldIsLowerBound), reason: reason)
        }
    }

    private func reason(of stage: Int) -> StrandedValues.Reason? {
        let outputs = edges.filter { $0.role == .link && $0.upper == stage && $0.life != .unseen }
        guard !outputs.isEmpty else { return nil }
        guard outputs.contains(where: \.isLive) else { return .consumersLeft }
        let isAsked = stages[stage].node?.operation.isOfTasks == true && outputs.contains(where: \.account.hasAsked)
        return (isOver || program == .ended) && isAsked && sourcesAreOver(above: stage) ? .programEnded : nil
    }

    /// Whether all sources above a stage have ended. An input that goes on, though they have, only waits for demand.
    private func sourcesAreOver(above stage: Int) -> Bool {
        var (found, known): (Bool, Set<Int>) = (false, [])
        var next = [stage]
        while let lower = next.popLast() {
            guard known.insert(lower).inserted else { continue }
            let inputs = edges.filter { $0.lower == lower && $0.role == .link && $0.life != .unseen }
            if inputs.isEmpty, lower != stage { return false }
            for input in inputs {
                found = true
                if input.life == .over { continue }
                guard let upper = input.upper else { return false }
                next.append(upper)
            }
        }
        return found
    }
}
