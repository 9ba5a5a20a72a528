import FlowSizing
import FlowText
import FlowTrace

/// The values that a store would hold over time with another size, to be drawn below its lane.
public struct ForetoldLane: Equatable, Sendable {
    /// The edge of the store's lane.
    package let edge: EdgeID
    package let size: Int
    /// In order of time.
    private let steps: [QueueStep]
    /// The end of the events that it was foretold from.
    package let end: TraceTime

    package init(of edge: EdgeID, size: Int, _ steps: [QueueStep], until end: TraceTime) {
        (self.edge, self.size, self.steps, self.end) = (edge, size, steps, end)
    }

    /// The last step up to a moment; `nil` before the first value.
    ///
    /// - Complexity: O(log *n*).
    func step(at time: TraceTime) -> QueueStep? {
        let index = steps.partitioningIndex { $0.time > time.nanoseconds }
        return index > 0 ? steps[index - 1] : nil
    }

    /// The most values held from one time to another; `nil` before the first value, and after the end.
    func mostHeld(from start: TraceTime, before end: TraceTime) -> Int? {
        guard start <= self.end else { return nil }
        let first = steps.partitioningIndex { $0.time >= start.nanoseconds }
        let last = steps.partitioningIndex { $0.time >= end.nanoseconds }
        let before = first > 0 ? steps[first - 1].held : nil
        return (steps[first..<last].map(\.held) + [before].compactMap(\.self)).max()
    }

    /// The values dropped before a moment.
    func dropped(before time: TraceTime) -> Int {
        let index = steps.partitioningIndex { $0.time >= time.nanoseconds }
        return index > 0 ? steps[index - 1].dropped : 0
    }

    /// What would have become of the values up to a moment, in wordings of decreasing length.
    func wordings(at time: TraceTime) -> [String] {
        guard let step = step(at: time) else { return ["foretold at \(size): no value yet", "foretold at \(size)"] }
        if let failed = step.failed {
            return [
                "foretold at \(size): fails at \(Seconds.text(nanoseconds: failed)) s", "foretold at \(size): fails",
                "foretold at \(size)",
            ]
        }
        let wait = Seconds.duration(nanoseconds: step.longest)
        let (dropped, held) = ("\(step.dropped) dropped", "held at most \(step.peak)")
        return [
            "foretold at \(size): \(dropped), \(held), delivered within \(wait)", "foretold at \(size): \(dropped), \(held)",
            "foretold at \(size): \(dropped)", "foretold at \(size)",
        ]
    }
}
