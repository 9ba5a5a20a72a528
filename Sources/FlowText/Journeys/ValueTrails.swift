import FlowAnalysis
import FlowModel
import FlowTrace

/// Follows the values that read like a text through a trace of any length.
///
/// The way of a value is found when as many more events are known as it is followed for, or when the trace ends; the log that is handed
/// over has to keep that many events.
public struct ValueTrails: Sendable {
    /// The way of one value.
    public struct Trail: Hashable, Sendable {
        /// The way in a line, unsanitised.
        public let words: String
        /// The event with which it begins.
        public let start: Moment
        /// The event with which it ends, as far as it is known.
        public let end: Moment
        /// How it ends.
        public let ending: Journey.End
        /// Its events in words, with their moments, unsanitised.
        public let steps: [Step]
        /// Whether the value may have gone on behind what is known.
        public let isCut: Bool
    }

    /// One event of a way.
    public struct Step: Hashable, Sendable {
        /// When it happened.
        public let moment: Moment
        /// The label of its place.
        public let place: String
        /// What happened.
        public let kind: SignalKind
    }

    /// How far a value is followed where nothing else is said, in events.
    public static let reach = 1 << 17

    /// What was found, in order.
    public private(set) var trails: [Trail] = []
    /// How many values read like the text, also those beyond the limit.
    public private(set) var count = 0

    private let text: String
    private let limit: Int
    private let reach: Int
    private var pending: [Int] = []

    /// Begins to look for values.
    ///
    /// - Parameters:
    ///   - text: What they read like.
    ///   - limit: How many are followed at most; positive.
    ///   - reach: So many events after its first one a value is followed, and as many before that are known to be kept; positive.
    public init(of text: String, limit: Int, reach: Int = ValueTrails.reach) {
        precondition(limit > 0, "ValueTrails.limit must be positive, got \(limit)")
        precondition(reach > 0, "ValueTrails.reach must be positive, got \(reach)")
        self.reach = reach
        self.text = text
        self.limit = limit
    }

    /// Takes the next event.
    ///
    /// - Complexity: O(1); O(events kept) for each value that is followed.
    public mutating func take(_ entry: TraceEntry, in log: TraceLog) {
        if entry.kind == .value || entry.kind == .offered, isWanted(entry, log), isStart(entry, log) {
            count += 1
            if count <= limit { pending.append(entry.sequence) }
        }
        while let first = pending.first, first + reach <= entry.sequence { follow(in: log, isCut: true) }
    }

    /// Follows those that are left: the trace has no more.
    public mutating func finish(in log: TraceLog) {
        while !pending.isEmpty { follow(in: log, isCut: false) }
    }

    private func isWanted(_ entry: TraceEntry, _ log: TraceLog) -> Bool {
        log.value(of: entry)?.description == text
    }

    /// Whether a value reads so here first: an operator may have made it of another.
    private func isStart(_ entry: TraceEntry, _ log: TraceLog) -> Bool {
        !JourneyFollower(log: log).back(from: entry).dropFirst().contains { isWanted($0, log) }
    }

    private mutating func follow(in log: TraceLog, isCut: Bool) {
        guard let journey = Journey(of: pending.removeFirst(), in: log) else { return }
        let entries = journey.events.compactMap { log[sequence: $0] }
        guard let first = entries.first, let last = entries.last else { return }
        let steps = entries.map { entry in
            Step(
                moment: Moment(time: entry.time, sequence: entry.sequence), place: log.edge(entry.edge)?.label ?? "\(entry.edge)",
                kind: entry.kind)
        }
        trails.append(
            Trail(
                words: journey.words(in: log), start: Moment(time: first.time, sequence: first.sequence),
                end: Moment(time: last.time, sequence: last.sequence), ending: journey.end, steps: steps,
                isCut: isCut && journey.end == .held))
    }
}
