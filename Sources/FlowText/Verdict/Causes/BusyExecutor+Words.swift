import FlowAnalysis
import FlowModel

extension BusyExecutor {
    /// `held back by for await: it has asked and is not resumed, 46 values wait in AsyncStream; its executor is busy`.
    var words: VerdictWords {
        let brief = Verdict.Hold.brief(consumer)
        guard let waiting else {
            let share = "for \(Percent.seconds(time)) of \(Percent.seconds(span))"
            return VerdictWords(
                "\(brief): it had asked and was not resumed \(share) while values waited in \(stream); its executor was busy",
                brief: brief, shorter: ["\(brief): its executor was busy \(share)"])
        }
        let values = Verdict.Holding.waitText([waiting]) ?? ""
        let head = "\(brief): it has asked and is not resumed"
        return VerdictWords("\(head), \(values); its executor is busy", brief: brief, shorter: ["\(head): its executor is busy"])
    }
}
