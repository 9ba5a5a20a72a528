import FlowAnalysis
import FlowTrace

extension FoundEvent {
    /// `D dropped, overflow: newest`, `output value D`; unsanitised.
    public var words: String {
        let value = value ?? (kind.isOfValue ? "a value" : "")
        if let reason { return "\(value) dropped, \(reason.words(leavesOut: leavesOut))" }
        return [lane, kind.word, value, demand?.description ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
    }
}

extension TraceSearch {
    /// The noun for the found event.
    public var noun: String { filter != nil ? "match" : broken.isEmpty ? "drop" : "drop or violation" }
}

extension Breakpoint.Problem {
    /// The problem and a remedy.
    public var text: String {
        switch self {
        case .noBuffer(let name, let buffers):
            "no buffer '\(name)'; "
                + (buffers.isEmpty ? "nothing is held here" : "buffers are \(buffers.joined(separator: ", "))")
        case .noLimit(let name): "\(name) has no limit; compare it with a count"
        case .beyondCapacity(let name, let count, let capacity):
            "\(name) holds \(capacity) at most" + (count <= 100 ? "; do you mean \(count)%?" : "")
        }
    }
}

extension BreakpointHit {
    /// The met condition: `buffer holds 4 of 5`; unsanitised.
    public var words: String {
        switch cause {
        case .event(let event): event.words
        case .held(let lane, let count, let capacity): "\(lane) holds \(count.words)" + (capacity.map { " of \($0)" } ?? "")
        case .asked(let lane, let demand, let nanoseconds):
            "\(lane) is asked for \(demand)" + (nanoseconds > 0 ? " for \(Seconds.duration(nanoseconds: nanoseconds))" : "")
        }
    }
}
