import FlowGraph
import FlowTrace
import FlowVerdict

/// The values that edges lost, by reason.
///
/// - Complexity: O(1) an event; memory of O(edges that lost values).
struct LossTally: Sendable {
    /// The losses of an edge for one reason.
    private struct Losses: Sendable {
        let first: (sequence: Int, time: TraceTime, value: String?)
        /// Whether the operator's purpose is to drop values.
        let leavesOut: Bool
        var count = 0

        /// Whether the operator chose another value in place of each, as is its purpose.
        func isByDesign(_ reason: DropReason) -> Bool { reason == .superseded || leavesOut && reason == .overflowNewest }
    }

    private var losses = DenseTable<EdgeID, [DropReason: Losses]>()
    private var late = LateValues()

    mutating func fold(_ entry: TraceEntry, in log: TraceLog) {
        let late = late.fold(entry, in: log)
        if let found = late?.found { losses[found.edge]?[found.reason]?.count -= 1 }
        if let lost = late?.lost {
            count(entry, lost.reason, in: log)
        } else if entry.kind == .dropped {
            count(entry, entry.event.dropReason ?? .noDemand, in: log)
        }
    }

    private mutating func count(_ entry: TraceEntry, _ reason: DropReason, in log: TraceLog) {
        if losses[entry.edge]?[reason]?.count == 0 { losses[entry.edge]?[reason] = nil }
        if losses[entry.edge]?[reason] == nil {
            losses[entry.edge, default: [:]][reason] = Losses(
                first: (entry.sequence, entry.time, log.value(of: entry)?.description),
                leavesOut: log.leavesOut(on: entry.edge))
        }
        losses[entry.edge, default: [:]][reason]?.count += 1
    }

    /// The losses of the stages that an expectation covers, without its exceptions, in order of the first loss.
    ///
    /// - Complexity: O(edges that lost values).
    func losses(against expectation: Expectation, _ tally: RunTally) -> [StageLoss] {
        guard case .noDrops(let stage, let exceptions) = expectation else { return [] }
        let excepted = expectation.exceptedStages
        let subscribers = losses.keys.isEmpty ? [:] : tally.subscribers
        var found: [String: StageLoss] = [:]
        for edge in losses.keys where tally.isOf(stage, edge) && !excepted.contains(where: { tally.isOf($0, edge) }) {
            let name = tally.name(of: edge)
            for (reason, lost) in losses[edge] ?? [:]
            where lost.count > 0 && !(exceptions.contains(.superseded) && lost.isByDesign(reason)) {
                var loss = found[name] ?? StageLoss(stage: name, sequence: .max, time: lost.first.time)
                loss.counts[reason] += lost.count
                loss.leavesOut = lost.leavesOut
                loss.miss(lost.count, at: subscribers[edge])
                if lost.first.sequence < loss.sequence {
                    (loss.sequence, loss.time, loss.first) = (lost.first.sequence, lost.first.time, lost.first.value)
                }
                found[name] = loss
            }
        }
        return found.values.sorted { $0.sequence < $1.sequence }
    }
}

extension TraceLog {
    /// Whether the purpose of the operator above an edge is to drop values.
    package func leavesOut(on edge: EdgeID) -> Bool {
        self.edge(edge)?.upstream.flatMap { node($0)?.operation }?.limitsRate == true
    }
}
