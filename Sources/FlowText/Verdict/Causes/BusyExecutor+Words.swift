import FlowAnalysis
import FlowModel

extension BusyExecutor {
    /// `held back by for await: it has asked and is not resumed, 46 values wait in AsyncStream; its executor is busy`.
    var words: VerdictWords {
        // Where there is no room, the consumer is not blamed: it is its executor that does something else.
        let held = Verdict.Hold.brief(consumer)
        guard let waiting else {
            let share = "for \(Percent.seconds(time)) of \(Percent.seconds(span))"
            return VerdictWords(
                "\(held): it had asked and was not resumed \(share) while values waited in \(stream); its executor was busy",
                brief: "the executor of \(consumer) was busy", shorter: ["\(held): its executor was busy \(share)"])
        }
        let values = Verdict.Holding.waitText([waiting]) ?? ""
        let head = "\(held): it has asked and is not resumed"
        return VerdictWords(
            "\(head), \(values); its executor is busy", brief: "the executor of \(consumer) is busy",
            shorter: ["\(head): its executor is busy"])
    }
}
