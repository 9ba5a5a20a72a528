import FlowModel
import FlowTrace

/// Keyframes of a long trace, so that folding can start near any moment.
///
/// When the keyframes outgrow the budget, every other one is removed, and the distance between new ones doubles.
public struct TraceIndex: Sendable {
    /// A trace with at most this many records needs no index.
    public static let firstLook = 32_768
    /// The number of records to read between two checks for a due keyframe.
    public static let step = 2_048
    /// The maximum number of events to read one by one on either side of a moment.
    public static let reach = 8_192

    /// The keyframes, the first at the start.
    public private(set) var keyframes: [TraceFold]
    /// The number of events between two keyframes.
    public private(set) var distance = 2_048

    private let budget: Int
    private var weight = 0

    /// - Parameters:
    ///   - start: A fold that has read nothing.
    ///   - budget: The approximate memory for keyframes in bytes.
    public init(_ start: TraceFold, budget: Int = 48 << 20) {
        keyframes = [start]
        self.budget = budget
    }

    /// The end of the indexed part of the trace.
    public var end: Moment { keyframes[keyframes.count - 1].end }

    /// Keeps a copy of a fold if it is far enough from the last keyframe.
    ///
    /// - Complexity: O(graph) if a copy is kept.
    public mutating func record(_ fold: TraceFold) {
        guard fold.end.sequence - end.sequence >= distance else { return }
        let keyframe = fold.keyframe
        keyframes.append(keyframe)
        weight += keyframe.weight
        if weight > budget, keyframes.count > 2 { thin() }
    }

    /// The keyframe from which to fold to show the events from `start` to `time`, or only the last of them if there are more than
    /// about `reach`.
    ///
    /// - Complexity: O(log *n*) for *n* keyframes.
    public func keyframe(at time: TraceTime, from start: TraceTime, reach: Int) -> TraceFold {
        let last = index(before: time)
        let enough = keyframes[last].end.sequence - reach
        let near = keyframes.partitioningIndex { $0.end.sequence >= enough }
        return keyframes[min(last, max(near, index(before: start)))]
    }

    /// The last keyframe with no event after `sequence`.
    ///
    /// - Complexity: O(log *n*) for *n* keyframes.
    public func keyframe(upTo sequence: Int) -> TraceFold {
        keyframes[max(1, keyframes.partitioningIndex { $0.end.sequence > sequence }) - 1]
    }

    /// The pipelines at keyframes from `start` up to the event `sequence`: about `limit` at most, including the first and the
    /// last.
    public func moments(from start: TraceTime, upTo sequence: Int, limit: Int = 256) -> [Pipelines] {
        let first = index(before: start)
        let last = max(first + 1, keyframes.partitioningIndex { $0.end.sequence > sequence })
        let step = max(1, (last - first + limit - 1) / limit)
        let indices = stride(from: last - 1, to: first, by: -step).reversed()
        return ([first] + indices).map { keyframes[$0].pipelines }
    }

    /// The index of the last keyframe without an event at `time` or later.
    private func index(before time: TraceTime) -> Int {
        max(1, keyframes.partitioningIndex { $0.end.time >= time }) - 1
    }

    private mutating func thin() {
        keyframes = keyframes.indices.filter { $0 % 2 == 0 }.map { keyframes[$0] }
        weight = keyframes.reduce(0) { $0 + $1.weight }
        distance *= 2
    }
}
