import FlowAnalysis
import FlowModel

extension ReaderLeft {
    /// `1 producer waits in send since 0.07 s (value 4): its reader left at 0.11 s`.
    var words: VerdictWords {
        let reason = "\(producers == nil ? "its" : held == 1 ? "its" : "their") reader left at \(Seconds.text(left)) s"
        return VerdictWords("\(head): \(reason)", brief: "\(stream) has no reader left", shorter: ["\(stream): \(reason)"])
    }

    private var head: String {
        guard let producers else { return "\(stream) holds \(held.words)\(isGrowing ? " and grows" : "")" }
        let wait = held == 1 ? "producer waits" : "producers wait"
        let value = producers.value.map { " (value \($0))" } ?? ""
        return "\(held.words) \(wait) in \(producers.call) since \(Seconds.text(producers.since)) s\(value)"
    }
}
