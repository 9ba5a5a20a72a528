import FlowModel
import FlowTrace
import FlowWords

/// The end of all sinks, with the notable facts of the pipeline's life.
struct Ended: Cause {
    /// The losses of a stage for one reason, over the whole run.
    struct Loss: Hashable, Sendable {
        let stage: String
        let count: Int
        /// The texts of the first values.
        let values: [String]
        let reason: DropReason
        let missed: [MissedValues]
    }

    let end: SignalKind
    let time: TraceTime
    /// The text of the last failure; `nil` if the end is none, or if its text is unknown.
    let failure: String?
    /// The reader that left after its stream had failed, before the error reached it; `nil` if it got its end.
    var left: String?
    let leak: LeakingDemand?
    var blame: AnyReason?
    let join: JoinWait?
    let losses: [Loss]
    let rateLimits: [RateLimit]
    let burst: EarlyBurst?
    /// The sinks that subscribed when no more values could arrive.
    let late: [String]
    /// The subject that ended as soon as it was subscribed, and had sent nothing.
    let endedSubject: String?
    /// Whether the last end is that of a stream which was released before it had ended.
    let isLetGo: Bool

    static func found(by reporter: BottleneckReporter, _ span: VerdictSpan) -> FoundCause? {
        let links = reporter.exits
        guard !links.isEmpty, links.allSatisfy({ $0.life == .over || isForgotten($0, reporter) }),
            let link = links.filter({ $0.times.end != nil }).max(by: { $0.endTime < $1.endTime }), let last = link.times.end
        else { return nil }
        // A run without duration has no shares of time.
        let held = reporter.window > 0 ? reporter.blame(.run) : nil
        let blame = held ?? SilentRateLimiter.found(by: reporter, .run)
        // Beside a failure, a burst would read as its cause.
        let broken = last.kind == .cancel ? brokenStream(above: link, reporter) : nil
        let burst = held == nil && last.kind != .failure && broken == nil ? EarlyBurst.found(by: reporter) : nil
        let cause = Ended(
            end: broken == nil ? last.kind : .failure, time: last.moment.time,
            failure: last.kind == .failure ? link.failure : broken?.failure,
            left: broken == nil ? nil : link.lower.map { reporter.stages[$0].name },
            leak: LeakingDemand.past(reporter),
            blame: (blame?.reason).map(AnyReason.init), join: reporter.joinWait?.join, losses: losses(reporter),
            rateLimits: RateLimit.all(in: reporter), burst: burst,
            late: lateSinks(reporter), endedSubject: endedSubject(reporter), isLetGo: link.times.isLetGo)
        return FoundCause(cause, at: blame?.stage)
    }

    /// The edge into the stream of a consumer that left, if the stream had failed before.
    private static func brokenStream(above link: EdgeMeter, _ reporter: BottleneckReporter) -> EdgeMeter? {
        guard let stream = link.upper, reporter.streams.contains(stream) else { return nil }
        return reporter.edges.first { edge in
            edge.connects && edge.lower == stream && edge.account.end == .failure && edge.ended ?? .max <= link.ended ?? 0
        }
    }

    /// Whether an idle iterator can receive no more values, because another iterator of its stream has received the end.
    static func isForgotten(_ link: EdgeMeter, _ reporter: BottleneckReporter) -> Bool {
        guard !link.isOpen, let stream = link.upper, reporter.streams.contains(stream), reporter.stages[stream].meter.held == 0
        else {
            return false
        }
        return reporter.edges.contains { $0.upper == stream && $0.role == .link && ($0.account.end ?? .cancel) != .cancel }
    }

    /// All losses, except that an operator whose purpose is to drop values counts only with the losses at its end.
    private static func losses(_ reporter: BottleneckReporter) -> [Loss] {
        reporter.judge.order.flatMap { stage in
            let view = reporter.stages[stage]
            return view.meter.drops.filter { !view.limitsRate || [.cancelled, .error, .ended].contains($0.reason) }.map {
                Loss(
                    stage: view.place, count: $0.count, values: $0.values, reason: $0.reason,
                    missed: reporter.missed(of: stage, because: $0.reason))
            }
        }
    }

    /// The sinks that received an end but no value, because they subscribed to a subject after it had ended.
    private static func lateSinks(_ reporter: BottleneckReporter) -> [String] {
        reporter.edges.compactMap { edge -> String? in
            guard edge.connects, let sink = edge.lower, reporter.stages[sink].outputs.isEmpty, edge.account.values == 0,
                edge.account.end == .finished, let began = edge.began, let above = edge.upper, isSubject(reporter.stages[above]),
                reporter.edges.contains(where: {
                    $0.upper == above && ($0.ended ?? .max) <= began && $0.account.end != .cancel
                })
            else { return nil }
            return reporter.stages[sink].name
        }
    }

    private static func isSubject(_ view: StageSnapshot) -> Bool {
        [.passthroughSubject, .currentValueSubject].contains(view.node?.operation)
    }

    /// The longest life of a subject that ends as soon as it is subscribed, in nanoseconds.
    private static let instant: UInt64 = 1_000_000

    /// The only source, if it is a subject that ended as soon as it was subscribed.
    private static func endedSubject(_ reporter: BottleneckReporter) -> String? {
        let sources = reporter.judge.order.filter { reporter.stages[$0].inputs.isEmpty }
        guard sources.count == 1, let source = sources.first else { return nil }
        let view = reporter.stages[source]
        guard view.meter.totals.outgoing == 0, isSubject(view) else { return nil }
        let links = reporter.edges.filter { $0.connects && $0.upper == source }
        let isInstant = links.allSatisfy { link in
            link.account.end == .finished && (link.ended ?? .max) <= (link.began ?? 0) + instant
        }
        return isInstant && !links.isEmpty ? view.name : nil
    }

    var beyond: StageBeyond? { blame?.facts.beyond }

    func blaming(_ beyond: StageBeyond) -> (any Reason)? {
        guard let blame = blame?.facts.blaming(beyond) else { return nil }
        var reason = self
        reason.blame = AnyReason(facts: blame)
        return reason
    }

    var kind: Verdict.Kind { end == .failure ? .failed : end == .cancel ? .cancelled : .finished }
    var limits: Bool { false }
    var standstill: Standstill { .never }

    /// If records are missing, no stage is blamed.
    func proven(_ verdict: Verdict, by reporter: BottleneckReporter, at culprit: Int?) -> Verdict? {
        var ended = self
        ended.blame = nil
        return Verdict(ended)
    }

    /// `finished`, `failed`, `cancelled` or `let go`.
    var word: String { isLetGo ? Ended.letGo : kind.word }

    static let letGo = "let go"

    /// `finished at 9.00 s; held back by pace: …; 3 and 6 dropped at source: no demand`; `failed at 9.00 s: timed out`.
    var words: VerdictWords {
        let head = "\(word) at \(Seconds.text(time)) s"
        let error = failure.map { "\(head): \($0)" } ?? head
        let told = left.map { "\(error), and \($0) had left before the error reached it" } ?? error
        let count = losses.reduce(0) { $0 + $1.count }
        let lost = losses.isEmpty ? nil : losses.map(\.text).joined(separator: "; ")
        let notes = rateLimits.map(\.text) + [burst?.text, lateText].compactMap(\.self)
        let hold = blame?.facts.words
        let parts = [told, leak?.text, hold?.text, join?.past, lost].compactMap(\.self) + notes
        let clauses =
            [
                leak?.brief, hold?.brief, join?.past,
                lost.map { _ in "\(ValueCount.words(count)) dropped" },
            ].compactMap(\.self) + notes
        let shorter = (failure == nil ? [head] : [told, head]).map { ([$0] + clauses).joined(separator: "; ") }
        return VerdictWords(
            parts.joined(separator: "; "), brief: ([head] + clauses).prefix(2).joined(separator: "; "), shorter: shorter)
    }

    private var lateText: String? {
        if !late.isEmpty { return "\(ValueList.names(late)) subscribed after the end" }
        return endedSubject.map { "subscribed after the end: \($0) ended at once" }
    }
}

extension EdgeMeter {
    /// The time of its first end, 0 before it.
    fileprivate var endTime: TraceTime { times.end?.moment.time ?? .zero }
}

extension Ended.Loss {
    /// `3 and 6 dropped at source: no demand`. A single value must not read as a count.
    fileprivate var text: String {
        let briefs = values.map(ValueList.brief)
        let names = count == 1 ? "value \(briefs[0])" : ValueList.names(briefs)
        let isCounted = count > values.count || count > 9 || values.contains(StreamModel.undescribed)
        let named = isCounted ? ValueCount.words(count) : names
        let who = MissedValues.text(missed).map { " (\($0))" } ?? ""
        return "\(named) dropped at \(stage): \(reason.name)\(who)"
    }
}
