import FlowTrace
import FlowWords

extension StageReport {
    /// `over its mark of 10 at 606.99 s`: the time at which a stream that only stops its producer held the most, if that was more
    /// than its high mark; `nil` otherwise. The producer may still have delivered what it had.
    package var excess: String? {
        guard node?.overflow == .stopProducer, let capacity, peak > capacity else { return nil }
        let end = isOfEnd ? ", as its producer ended" : ""
        return "over its mark of \(capacity) at \(Seconds.text(peakTime)) s\(end)"
    }
}
