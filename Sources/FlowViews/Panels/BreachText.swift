import FlowModel
import FlowTrace

/// The words of a rule that was broken.
struct BreachText {
    let rule: ContractRule
    let times: [TraceTime]

    /// `§1.1 more values than demand at 2.00`, with how often where it was more than once.
    var fact: String {
        let last = times.last.map { " at \(Seconds.text($0))" } ?? ""
        return "§\(rule.number) \(rule.title)\(last)" + (times.count > 1 ? ", \(times.count) times" : "")
    }
}
