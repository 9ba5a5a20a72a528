import FlowAnalysis
import FlowTrace
import FlowVerdict

/// The losses of a finished run as a diagnosis, a gate and the metrics count them.
public struct LossAccounts {
    private var diagnosed: [DropReason: Int] = [:]
    private var checked: [DropReason: Int] = [:]
    private var counted: [DropReason: Int] = [:]
    /// The numbers of values left in stages without consumers.
    private var left = (diagnosed: 0, checked: 0)
    /// Each failure of the gate.
    public private(set) var failures: [String] = []
    /// Each loss of the diagnosis, as `flatMap error 3: 4, 5, 6`.
    public private(set) var losses: [String] = []

    public init(_ log: TraceLog) {
        var (meter, check) = (UtilizationMeter(), RunCheck([.noDrops()]))
        for entry in log.entries {
            meter.fold(entry, in: log)
            check.fold(entry, in: log)
        }
        let reports = meter.reports(in: log, isOver: true)
        for stage in reports.flatMap(\.stages) {
            for loss in stage.losses {
                diagnosed[loss.reason, default: 0] += loss.count
                losses.append("\(stage.name) \(loss.reason.name) \(loss.count): \(loss.values.joined(separator: ", "))")
            }
        }
        left.diagnosed = reports.flatMap(\.stranded).reduce(0) { $0 + $1.held.count }
        for failure in check.failures() { read(failure) }
        for row in meter.figures(in: log, isOver: true) {
            for reason in DropReason.allCases where row.figures.dropped[reason] > 0 {
                counted[reason, default: 0] += row.figures.dropped[reason]
            }
        }
    }

    private mutating func read(_ failure: CheckFailure) {
        switch failure.fact {
        case .lost(let loss):
            for reason in DropReason.allCases where loss.counts[reason] > 0 { checked[reason, default: 0] += loss.counts[reason] }
        case .stranded(let values): left.checked += values.held.count
        case .held, .left, .discarding, .unread, .waited, .violated, .notFinished, .nothingSubscribed, .noStage, .gaps, .unasked,
            .delayed, .unmeasured:
            break
        }
    }

    /// The reasons whose counts differ; empty if all three count the same.
    public var differences: [String] {
        let drops = DropReason.allCases.compactMap { reason -> String? in
            let counts = [diagnosed, checked, counted].map { $0[reason] ?? 0 }
            return Set(counts).count == 1 ? nil : "\(reason.name): diagnosed, checked, counted \(counts)"
        }
        return drops + (left.diagnosed == left.checked ? [] : ["left: diagnosed \(left.diagnosed), checked \(left.checked)"])
    }
}
