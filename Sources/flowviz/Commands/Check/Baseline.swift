import FlowAnalysis
import FlowText
import FlowTrace

/// The accepted breaches of a run, for a file in a repository.
///
/// A breach has no time, event or number in it, so that two runs of a program have the same breaches.
struct Baseline: Equatable {
    /// The fields by which a breach is found again in another run.
    struct Key: Hashable, Comparable {
        /// The kind of expectation without its limit: `no-drops`.
        let expectation: String
        /// The stage without its number.
        let stage: String
        /// The source file as in `#fileID`, without the line, which moves with every edit; empty if unknown.
        let file: String
        /// The kind of breach: `dropped: overflow: oldest`.
        let problem: String

        static func < (one: Key, other: Key) -> Bool {
            (one.expectation, one.stage, one.file, one.problem) < (other.expectation, other.stage, other.file, other.problem)
        }
    }

    /// A breach and its figure: a number of values, violations or subscriptions, or the milliseconds of a wait.
    struct Breach: Equatable {
        let key: Key
        let figure: Int
    }

    /// In order of their keys, then the worst first.
    let breaches: [Breach]

    init(_ breaches: [Breach]) {
        self.breaches = breaches.sorted { $0.key == $1.key ? $0.figure > $1.figure : $0.key < $1.key }
    }

    /// The breaches of a run.
    init(accepting failures: [CheckFailure]) {
        self.init(failures.filter { $0.kind == .broken }.flatMap(\.breaches).map { Breach(key: $0.key, figure: $0.rounded) })
    }

    /// Judges the failures of a run, in their order; also counts the accepted breaches that did not occur.
    ///
    /// Several breaches with one key are stages of one name in one file. The worst of the run is compared with the worst
    /// accepted one, and so on.
    ///
    /// - Parameter tolerance: The share by which a figure may be worse.
    func judge(_ failures: [CheckFailure], tolerance: Double) -> (findings: [CheckFinding], absent: Int) {
        var accepted = Dictionary(grouping: breaches, by: \.key).mapValues { ArraySlice($0.map(\.figure)) }
        let occurring = failures.enumerated().filter { $0.element.kind == .broken }
            .flatMap { index, failure in failure.breaches.map { (index: index, breach: $0) } }
            .sorted { $0.breach.figure > $1.breach.figure }
        var judgements: [Int: [CheckFinding.Judgement]] = [:]
        for (index, breach) in occurring {
            let figure = accepted[breach.key]?.popFirst()
            judgements[index, default: []].append(breach.judgement(accepted: figure, tolerance: tolerance))
        }
        let findings = failures.indices.map { index in
            let own = judgements[index] ?? [.new]
            let worst = own.contains(.new) ? .new : own.first { $0 != .accepted } ?? .accepted
            return CheckFinding(failure: failures[index], judgement: worst)
        }
        return (findings, accepted.values.reduce(0) { $0 + $1.count })
    }
}

/// A breach of a run, with its figure in full precision.
struct OccurringBreach {
    let key: Baseline.Key
    /// A count, or nanoseconds.
    let figure: UInt64
    let isTime: Bool

    /// The figure for a file. A wait is rounded up to 1, 2 or 5 milliseconds or a tenfold, because waits vary between runs.
    var rounded: Int {
        guard isTime else { return Int(clamping: figure) }
        var step: UInt64 = 1
        let milliseconds = figure / 1_000_000 + (figure % 1_000_000 == 0 ? 0 : 1)
        while step < milliseconds, step < 1_000_000_000_000 {
            if let next = [2, 5].map({ $0 * step }).first(where: { $0 >= milliseconds }) { return Int(clamping: next) }
            step *= 10
        }
        return Int(clamping: max(step, milliseconds))
    }

    func judgement(accepted: Int?, tolerance: Double) -> CheckFinding.Judgement {
        guard let accepted else { return .new }
        let limit = Double(accepted) * (isTime ? 1_000_000 : 1) * (1 + tolerance)
        if Double(figure) <= limit { return .accepted }
        return .worse(than: isTime ? Seconds.duration(nanoseconds: UInt64(clamping: accepted) * 1_000_000) : "\(accepted)")
    }
}

extension CheckFailure {
    /// The breaches of a broken expectation: one, or one for each reason of dropped values.
    var breaches: [OccurringBreach] {
        func breach(_ problem: String, _ figure: UInt64, isTime: Bool = false) -> OccurringBreach {
            let key = Baseline.Key(
                expectation: expectation.kindName, stage: place?.name ?? "", file: place?.location?.fileID ?? "", problem: problem
            )
            return OccurringBreach(key: key, figure: figure, isTime: isTime)
        }
        let count = UInt64(clamping: count)
        switch fact {
        case .lost(let loss):
            return DropReason.allCases.filter { loss.counts[$0] > 0 }.map {
                breach("dropped: \($0.name)", UInt64(clamping: loss.counts[$0]))
            }
        case .held: return [breach("held", worst ?? 0)]
        case .waited: return [breach("waited", worst ?? 0, isTime: true)]
        case .stranded: return [breach("never taken", count)]
        case .left: return [breach("left over", count)]
        case .unread: return [breach("never read", count)]
        case .violated(let violation): return [breach("rule \(violation.rule.number)", count)]
        case .notFinished(_, let end): return [breach(end.map { "ended: \($0.name)" } ?? "not finished", count)]
        case .nothingSubscribed: return [breach("nothing subscribed", 1)]
        case .delayed(let executor, _, _, _): return [breach("waited for \(executor.word)", worst ?? 0, isTime: true)]
        case .noStage, .gaps, .unasked, .discarding, .unmeasured: return []
        }
    }
}

extension Expectation {
    /// The option without its limit: `max-wait`.
    fileprivate var kindName: String {
        switch self {
        case .maxHeld: "max-buffered"
        case .maxWait: "max-wait"
        case .noDrops: "no-drops"
        case .noViolations: "no-violations"
        case .completes: "completes"
        case .maxExecutorDelay: "max-executor-delay"
        }
    }
}
