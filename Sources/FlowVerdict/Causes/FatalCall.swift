/// The program ended in a call of `next` while another consumer of the same stream waited: the standard library traps there.
struct FatalCall: Cause {
    let caller: String
    let stream: String

    static func found(by reporter: BottleneckReporter, _ span: VerdictSpan) -> FoundCause? {
        guard let edge = reporter.lastCall, let stream = edge.upper, let caller = edge.lower else { return nil }
        let cause = FatalCall(caller: reporter.stages[caller].name, stream: reporter.stages[stream].name)
        return FoundCause(cause, at: caller)
    }

    var kind: Verdict.Kind { .failed }

    /// `the program ended in this call: for await 2 called next() while another consumer of AsyncThrowingStream waited`.
    var words: VerdictWords {
        let head = "the program ended in this call"
        return VerdictWords(
            "\(head): \(caller) called next() while another consumer of \(stream) waited", brief: "ended in next() of \(caller)",
            shorter: ["\(head): \(caller) called next()"])
    }
}
