import FlowModel
import FlowTrace

/// Keyframes of a long trace: the places from where it can be folded on, so that any moment is near one.
///
/// Bounded: where the keyframes come to weigh more than the budget, every other one goes, and new ones come half as often.
public struct TraceIndex: Sendable {
    /// A trace that has no more records needs no index: it is read at once.
    public static let firstLook = 32_768
    /// How many records are read before the next check whether a keyframe is due.
    public static let step = 8_192
    /// How many events before and after a moment are read one by one, if the view reaches that far.
    public static let reach = 8_192

    /// The keyframes, the first at the start.
    public private(set) var keyframes: [TraceFold]
    /// How many events lie between two keyframes.
    public private(set) var distance = 2_048

    private let budget: Int
    private var weight = 0

    /// Creates an index that knows the start.
    ///
    /// - Parameters:
    ///   - start: Nothing read.
    ///   - budget: About how many bytes the keyframes may take.
    public init(_ start: TraceFold, budget: Int = 48 << 20) {
        keyframes = [start]
        self.budget = budget
    }

    /// How far the trace is indexed.
    public var end: Moment {
        keyframes[keyframes.count - 1].end
    }

    /// Keeps a copy of a fold where it is far enough from the last one.
    ///
    /// - Complexity: O(graph) where it is.
    public mutating func note(_ fold: TraceFold) {
        guard fold.end.sequence - end.sequence >= distance else { return }
        let keyframe = fold.keyframe
        keyframes.append(keyframe)
        weight += keyframe.weight
        if weight > budget, keyframes.count > 2 { thin() }
    }

    /// The place from where to fold on to see `time` with what came before it from `start` on, as far as that is not more than
    /// `reach` events.
    ///
    /// - Complexity: O(log *n*) for *n* keyframes.
    public func keyframe(at time: TraceTime, from start: TraceTime, reach: Int) -> TraceFold {
        let last = place(before: time)
        let enough = keyframes[last].end.sequence - reach
        let near = keyframes.partitioningIndex { $0.end.sequence >= enough }
        return keyframes[min(last, max(near, place(before: start)))]
    }

    /// The pipelines at keyframes up to the event `sequence`, at most `limit` of those after `start`, the last among them.
    public func moments(from start: TraceTime, upTo sequence: Int, limit: Int = 256) -> [Pipelines] {
        let first = place(before: start)
        let last = max(first + 1, keyframes.partitioningIndex { $0.end.sequence > sequence })
        let step = max(1, (last - first + limit - 1) / limit)
        return stride(from: last - 1, through: first, by: -step).reversed().map { keyframes[$0].pipelines }
    }

    /// The last keyframe that has no event of `time` or later.
    private func place(before time: TraceTime) -> Int {
        max(1, keyframes.partitioningIndex { $0.end.time >= time }) - 1
    }

    private mutating func thin() {
        keyframes = keyframes.indices.filter { $0 % 2 == 0 }.map { keyframes[$0] }
        weight = keyframes.reduce(0) { $0 + $1.weight }
        distance *= 2
    }
}
