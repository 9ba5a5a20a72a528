import FlowAnalysis
import FlowModel

extension UnreadStream {
    /// `unread AsyncStream: nobody has ever read it; it holds 100 and grows`.
    var words: VerdictWords {
        let brief = "unread \(stream)"
        let dropped = lost == 0 ? nil : "\(lost) \(lost == 1 ? "value was" : "values were") dropped there"
        let facts = [held.count > 0 || lost == 0 ? held.holds(isGrowing: isGrowing) : nil, dropped].compactMap(\.self)
        let head = "\(brief): nobody has ever read it"
        return VerdictWords("\(head); \(facts.joined(separator: ", "))", brief: brief, shorter: [head])
    }
}
