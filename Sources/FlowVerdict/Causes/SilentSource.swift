import FlowTrace
import FlowWords

/// Nothing has moved for some time, because a source sends nothing.
struct SilentSource: Cause {
    let source: String
    let since: TraceTime
    /// Whether it is the socket of a connection, which is as quiet as its peer.
    var isSocket = false

    static func found(by reporter: BottleneckReporter, _ span: VerdictSpan) -> FoundCause? {
        guard let since = reporter.stalledSince, reporter.judge.presentCulprit == nil else { return nil }
        if span.isRun, reporter.blame(.run) != nil { return nil }
        let stages = reporter.stages
        let source = reporter.judge.order.first {
            stages[$0].inputs.isEmpty && (stages[$0].meter.condition == .starved || stages[$0].isUnobserved)
        }
        return source.map { source in
            let isSocket = stages[source].node?.operation == .channelRead
            return FoundCause(SilentSource(source: stages[source].name, since: since, isSocket: isSocket), at: source)
        }
    }

    var kind: Verdict.Kind { isSocket ? .waitingForSource : .stalled }
    var limits: Bool { false }
    var standstill: Standstill { .always }

    func proven(_ verdict: Verdict, by reporter: BottleneckReporter, at culprit: Int?) -> Verdict? {
        reporter.knowsDemandIsOpen(culprit) ? verdict : nil
    }

    /// `stalled since 1.00 s: waiting for source, which sends nothing`; `waiting for channelRead: nothing came from its socket since
    /// 1.00 s`.
    var words: VerdictWords {
        if isSocket {
            let brief = "waiting for \(source)"
            return VerdictWords("\(brief): nothing came from its socket since \(Seconds.text(since)) s", brief: brief)
        }
        let (head, reason) = (Stalled.head(since), "waiting for \(source)")
        return VerdictWords(
            "\(head): \(reason), which sends nothing", brief: "stalled, \(reason)", shorter: ["\(head): \(reason)"])
    }
}
