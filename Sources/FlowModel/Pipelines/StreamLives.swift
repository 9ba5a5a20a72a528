import FlowTrace

/// The outcomes of successive streams made by one line of a program, each of which replaced the one before.
public struct StreamLives: Hashable, Sendable {
    /// The outcome of one stream.
    package enum Outcome: Hashable, Sendable {
        case live, finished, failed, cancelled
        /// It is over, and no value was ever requested from it.
        case unread

        /// - Parameters:
        ///   - isOver: Whether the stream has ended.
        ///   - readers: The end of each of its readers; `nil` for a live one.
        package init(isOver: Bool, readers: [SignalKind?]) {
            if readers.isEmpty {
                self = isOver ? .unread : .live
            } else if readers.contains(nil) {
                self = .live
            } else if readers.contains(.failure) {
                self = .failed
            } else {
                self = readers.contains(.finished) ? .finished : .cancelled
            }
        }
    }

    public private(set) var live = 0
    public private(set) var finished = 0
    public private(set) var failed = 0
    public private(set) var cancelled = 0
    public private(set) var unread = 0
    /// The number of values lost in all streams.
    public private(set) var dropped = 0
    /// The number of values lost in streams without a reader.
    public private(set) var droppedUnread = 0

    public init() {}

    /// The number of streams.
    public var count: Int { live + finished + failed + cancelled + unread }

    /// Adds a stream, and the number of values it lost.
    package mutating func add(_ outcome: Outcome, dropped: Int) {
        self.dropped += dropped
        switch outcome {
        case .live: live += 1
        case .finished: finished += 1
        case .failed: failed += 1
        case .cancelled: cancelled += 1
        case .unread:
            unread += 1
            droppedUnread += dropped
        }
    }

    package static func + (lhs: StreamLives, rhs: StreamLives) -> StreamLives {
        var sum = lhs
        sum.live += rhs.live
        sum.finished += rhs.finished
        sum.failed += rhs.failed
        sum.cancelled += rhs.cancelled
        sum.unread += rhs.unread
        sum.dropped += rhs.dropped
        sum.droppedUnread += rhs.droppedUnread
        return sum
    }

    /// `×23: 20 finished, 3 never read, 12 values dropped there; 40 values dropped in all`.
    public var words: String {
        let parts = [
            (live, "open"), (finished, "finished"), (cancelled, "cancelled"), (failed, "failed"), (unread, "never read"),
        ]
        let there = droppedUnread == 0 ? [] : ["\(StreamLives.lost(droppedUnread)) there"]
        let all = dropped == droppedUnread ? "" : "; \(StreamLives.lost(dropped)) in all"
        return "\(brief): \((parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" } + there).joined(separator: ", "))\(all)"
    }

    private static func lost(_ count: Int) -> String { "\(count) \(count == 1 ? "value" : "values") dropped" }

    /// `×23`.
    public var brief: String { "×\(count)" }
}
