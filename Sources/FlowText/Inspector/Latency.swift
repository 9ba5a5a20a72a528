import FlowModel
import FlowTrace

/// Finds how long values took from source to output.
enum Latency {
    private static let measured = 64
    private static let searched = 512

    /// The times of the newest values, in nanoseconds, the newest first.
    ///
    /// A value of the output is matched with the newest value of the source that reads the same and was sent before it, and
    /// before the match of the value after it; one that reads like none, as after a `map`, is left out, and so is
    /// one that was not written down.
    static func newest(from source: LaneHistory, to output: LaneHistory, in model: StreamModel, upTo sequence: Int) -> [UInt64] {
        var found: [UInt64] = []
        var before = Int.max
        for value in output.newest(measured, of: \.values, upTo: sequence).reversed() {
            let limit = min(before - 1, value.sequence)
            let text = model.text(of: value.sequence)
            guard text != StreamModel.undescribed, let sent = sender(of: text, in: source, model, upTo: limit) else { continue }
            found.append(value.time - sent.time)
            before = sent.sequence
        }
        return found
    }

    private static func sender(of text: String, in source: LaneHistory, _ model: StreamModel, upTo limit: Int) -> Mark? {
        let end = source.countOfMarks(upTo: limit)
        return source.marks[max(0, end - searched)..<end].last { $0.kind == .offered && model.text(of: $0.sequence) == text }
    }
}
