import FlowTrace
import FlowWords

/// The records allow no verdict.
struct NoVerdict: Reason {
    let missing: Verdict.Missing

    var kind: Verdict.Kind { .unknown }
    var limits: Bool { false }
    var standstill: Standstill { .never }

    var words: VerdictWords { VerdictWords("no verdict: \(missing.text)", brief: "no verdict") }
}

/// No subscription is recorded. Losses may still be known.
enum NoSubscription: Condition {
    static func found(by reporter: BottleneckReporter, _ span: VerdictSpan) -> FoundCause? {
        guard !reporter.isSubscribed else { return nil }
        return Dropping.found(by: reporter, .present)
            ?? FoundCause(NoVerdict(missing: reporter.lack ?? reporter.missing.first ?? .subscription))
    }
}

/// The demand of no stage is known.
enum UnknownDemand: Condition {
    static func found(by reporter: BottleneckReporter, _ span: VerdictSpan) -> FoundCause? {
        guard !reporter.isDemandKnown else { return nil }
        return FoundCause(NoVerdict(missing: reporter.lack ?? reporter.missing.first ?? .demand))
    }
}

extension Verdict {
    /// The missing records.
    public enum Missing: Hashable, Sendable {
        case events
        case subscription
        case subscriptionAndValue
        /// The demand on any edge.
        case demand
        /// The demand of a stage that received values without recorded demand, with the doubts about the edges above it.
        case demandOfStage(String, EdgeUncertainty)
        /// This number of events was not recorded.
        case records(Int)
        /// Records about the buffers and the demand of stages, with the time up to which they are missing, if known.
        case past(held: [String], asked: [String], before: TraceTime?)
        /// The measurements of the events before this time, which are still in progress.
        case measures(before: TraceTime)
    }
}

extension Verdict.Missing {
    /// The missing data, in a clause.
    public var text: String {
        switch self {
        case .events: "there are no events"
        case .subscription: "no subscription was seen"
        case .subscriptionAndValue: "no subscription and no value was seen"
        case .demand: "the demand is not known"
        case .demandOfStage(let name, let doubts): "the demand of \(name) is not known: \(Verdict.Missing.reason(doubts))"
        case .records(let count): "\(count) events were not recorded"
        case .past(let held, let asked, let time):
            "records\(time.map { " before \(Seconds.text($0)) s" } ?? "") are missing, so "
                + [Verdict.Missing.clause("contents", held), Verdict.Missing.clause("demand", asked)].compactMap(\.self)
                .joined(separator: " and ") + " \(held.isEmpty ? "is" : "are") unknown"
        case .measures(let time): "the time before \(Seconds.text(time)) s is still being measured"
        }
    }

    /// `the contents of buffer`, for many stages `the contents of buffer, zip and 3 others`.
    private static func clause(_ quantity: String, _ stages: [String]) -> String? {
        guard let last = stages.last else { return nil }
        if stages.count == 1 { return "the \(quantity) of \(last)" }
        guard stages.count > 3 else { return "the \(quantity) of \(stages.dropLast().joined(separator: ", ")) and \(last)" }
        return "the \(quantity) of \(stages[0]), \(stages[1]) and \(stages.count - 2) others"
    }

    /// The reason for values without demand; the most likely one if there are several.
    private static func reason(_ doubts: EdgeUncertainty) -> String {
        switch doubts.each.first {
        case .incomplete?: "it began before the trace, or records of it are missing"
        case .ambiguousSubscriber?: "one subscriber has several publishers, and which of them got the request is a guess"
        case .sharedSubscription?: "several subscribers share one subscription, and which of them made the request is a guess"
        default: "values arrived without a request"
        }
    }
}
