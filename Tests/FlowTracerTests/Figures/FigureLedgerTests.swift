import FlowOperators
import FlowTrace
import FlowCombine
import Testing
@testable import FlowCore
@testable import FlowGraph
@testable import FlowVerdict

/// The counts for metrics engines agree with the ledger.
@Suite("figures and ledger, traced", .serialized)
struct FigureLedgerTests {
    /// The input and the losses of a stage.
    private struct Counts: Equatable {
        var values = 0
        var dropped: [DropReason: Int] = [:]
    }

    /// Losses that the ledger derives without a report: the value that an operator failed with, values of a subject without
    /// subscribers, values that a cancel cut off.
    private static let concluded: [OperatorID: DropReason] = [
        .tryMap: .error, .tryFilter: .error, .tryScan: .error, .tryReduce: .error, .tryAllSatisfy: .error,
        .passthroughSubject: .noSubscriber, .currentValueSubject: .noSubscriber, .published: .noSubscriber,
        .flatMap: .cancelled, .subscribeOn: .cancelled,
    ]

    @Test("every stage has the counts of its ledger", arguments: Pipeline.all.indices)
    func pipelines(_ index: Int) {
        for run in Pipeline.runs(index) {
            let log = run.found.log
            let (ledger, meter) = (LedgerTests.ledger(of: log), UtilizationMeter.measuring(log))
            for stage in meter.stages {
                guard let node = stage.node, let fact = log.node(node) else { continue }
                let lines = ledger.lines(of: node, in: log)
                guard let first = lines.first else { continue }
                var (own, found) = (Counts(), Counts())
                own.values = stage.values
                own.dropped = stage.drops.reduce(into: [:]) { $0[$1.reason] = $1.count }
                // Values of the publishers that an operator made are not its own values.
                found.values = (first.law == .oneToMany ? [first] : lines).reduce(0) { $0 + $1.arrived }
                if first.law == nil {
                    let made = first.inputs.filter { edge in meter.index(of: edge).map { meter.edges[$0].isInner } ?? false }
                    found.values -= log.entries.count { $0.kind == .value && made.contains($0.edge) }
                }
                for reason in DropReason.allCases {
                    let count = lines.reduce(0) { $0 + $1.dropped[reason] }
                    if count > 0, own.dropped[reason] != nil || Self.concluded[fact.operation] != reason {
                        found.dropped[reason] = count
                    }
                }
                // A subject's initial value did not arrive, but the subject holds it.
                if [.currentValueSubject, .published].contains(fact.operation), stage.inputs.ever > 0 { found.values += 1 }

                #expect(own == found, "\(Pipeline.all[index]), \(run.appetite): \(fact.name)")
            }
        }
    }
}

extension UtilizationMeter {
    /// The measures of a whole log.
    static func measuring(_ log: TraceLog) -> UtilizationMeter {
        var meter = UtilizationMeter()
        for entry in log.entries { meter.fold(entry, in: log) }
        return meter
    }
}
