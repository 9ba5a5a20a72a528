import FlowAnalysis
import FlowOperators
import FlowTrace

/// The words of a rule that was broken.
struct BreachText {
    let rule: ContractRule
    let count: Int
    let last: TraceTime

    /// `§1.1 more values than demand at 2.00`, with how often where it was more than once.
    var fact: String {
        "§\(rule.number) \(rule.title) at \(Seconds.text(last))" + (count > 1 ? ", \(count) times" : "")
    }
}
