import FlowAnalysis
import FlowModel

extension LaterInput {
    /// `held back by chain: it does not ask AsyncStream 2 before AsyncStream ends; AsyncStream 2 holds 76 and grows`.
    var words: VerdictWords {
        let brief = Verdict.Hold.brief(stage)
        let head = "\(brief): it \(isRun ? "did" : "does") not ask \(input) before \(first) \(isRun ? "ended" : "ends")"
        let store = isRun ? "\(input) held up to \(held.words)" : "\(input) holds \(held.words)\(isGrowing ? " and grows" : "")"
        return VerdictWords("\(head); \(store)", brief: brief, shorter: [head])
    }
}
