import FlowAnalysis
import FlowModel

extension BlockedSink {
    /// `held back by sink: 337 values wait in receive(on:), it blocks for 20 ms at each value and for 98 % of the last 2.3 s`.
    var words: VerdictWords {
        let brief = Verdict.Hold.brief(sink)
        let isRun = window == nil
        let busy = "for \(Percent.text(share)) of \(window.map { "the last \(Percent.seconds($0))" } ?? "its time")"
        let call = present.map { "it has not returned from a value for \(Percent.seconds($0))" }
        let usual = each.map { "it block\(isRun ? "ed" : "s") for \(Percent.seconds($0)) at each value" }
        let work = [call, usual].compactMap(\.self).joined(separator: ", ")
        let head = [isRun ? nil : Verdict.Holding.waitText(waiting), work.isEmpty ? nil : work].compactMap(\.self)
        let peak = isRun ? waiting.first.map { "; \($0.stage) held up to \($0.count.words)" } ?? "" : ""
        let text = "\(brief): \(head.joined(separator: ", "))"
        return VerdictWords("\(text) and \(busy)\(peak)", brief: brief, shorter: [text])
    }
}
