import FlowAnalysis
import FlowModel
import FlowTrace

/// The journeys of all values with a given text, through a trace of any length.
///
/// A journey is complete when ``reach`` more events are known, or when the trace ends; the log must keep that many events.
public struct JourneyIndex: Sendable {
    /// The journey of one value.
    public struct Entry: Hashable, Sendable {
        /// The journey in a line, unsanitised.
        public let words: String
        /// The moment of its first event.
        public let start: Moment
        /// The moment of its last known event.
        public let end: Moment
        /// The kind of its end.
        public let ending: Journey.End
        /// Its events in words, with their moments, unsanitised.
        public let steps: [Step]
        /// Whether the journey may continue after the known events.
        public let isCut: Bool
    }

    /// One event of a journey.
    public struct Step: Hashable, Sendable {
        /// The moment of the event.
        public let moment: Moment
        /// The label of its edge.
        public let label: String
        /// The kind of the event.
        public let kind: SignalKind
        /// The sign of the kind.
        public let sign: Sign
        /// The event, in the words of ``Why``, unsanitised.
        public let text: String
    }

    /// The default number of later events in which a value is followed.
    public static let reach = 1 << 17

    /// The found values, in order.
    public private(set) var all: [Entry] = []
    /// The number of values with the text, including ones beyond the limit.
    public private(set) var count = 0
    /// The types of undescribed values.
    public private(set) var undescribedTypes: Set<String> = []

    private let text: String
    private let isDelivered: Bool
    private let limit: Int
    private let reach: Int
    private var pending: [Int] = []

    /// Creates an empty index.
    ///
    /// - Parameters:
    ///   - text: The text of the values.
    ///   - isDelivered: Whether to say that edges deliver values, rather than pass them on.
    ///   - limit: The most values followed; positive.
    ///   - reach: The number of later events in which a value is followed; the log keeps as many older ones. Positive.
    public init(of text: String, isDelivered: Bool = true, limit: Int, reach: Int = JourneyIndex.reach) {
        precondition(limit > 0, "JourneyIndex.limit must be positive, got \(limit)")
        precondition(reach > 0, "JourneyIndex.reach must be positive, got \(reach)")
        self.reach = reach
        self.text = text
        self.isDelivered = isDelivered
        self.limit = limit
    }

    /// Observes the next event.
    ///
    /// - Complexity: O(1); O(kept events) for each followed value.
    public mutating func observe(_ entry: TraceEntry, in log: TraceLog) {
        if entry.kind == .value || entry.kind == .offered { meet(entry, log) }
        while let first = pending.first, first + reach <= entry.sequence { follow(in: log, isCut: true) }
    }

    /// Follows the remaining values at the end of the trace.
    public mutating func finish(in log: TraceLog) {
        while !pending.isEmpty { follow(in: log, isCut: false) }
    }

    private mutating func meet(_ entry: TraceEntry, _ log: TraceLog) {
        if log.value(of: entry) == nil, let type = log.edge(entry.edge)?.valueType { undescribedTypes.insert(type) }
        guard isWanted(entry, log), isStart(entry, log) else { return }
        count += 1
        if count <= limit { pending.append(entry.sequence) }
    }

    private func isWanted(_ entry: TraceEntry, _ log: TraceLog) -> Bool { log.value(of: entry)?.description == text }

    /// Whether this is the first event of the journey with the text; before it, an operator may have made the value from another.
    private func isStart(_ entry: TraceEntry, _ log: TraceLog) -> Bool {
        !JourneyFollower(log: log).back(from: entry).dropFirst().contains { isWanted($0, log) }
    }

    private mutating func follow(in log: TraceLog, isCut: Bool) {
        guard let journey = Journey(of: pending.removeFirst(), in: log) else { return }
        let entries = journey.events.compactMap { log[sequence: $0] }
        guard let first = entries.first, let last = entries.last else { return }
        let steps = entries.map { step($0, entries, log) }
        all.append(
            Entry(
                words: journey.words(in: log), start: Moment(time: first.time, sequence: first.sequence),
                end: Moment(time: last.time, sequence: last.sequence), ending: journey.end, steps: steps,
                isCut: isCut && journey.end == .held))
    }

    private func step(_ entry: TraceEntry, _ journey: [TraceEntry], _ log: TraceLog) -> Step {
        let arrival = journey.last { $0.sequence < entry.sequence && $0.edge == entry.edge && $0.kind == .buffered }
        let wait = arrival.map { entry.time - $0.time } ?? 0
        let value = log.value(of: entry)?.description ?? StreamModel.undescribed
        let words = WhyWords.deed(
            entry, value, waited: wait > 0 ? Seconds.duration(nanoseconds: wait) : nil, in: log,
            isDelivered: isDelivered)
        return Step(
            moment: Moment(time: entry.time, sequence: entry.sequence), label: log.edgeName(entry.edge) ?? "\(entry.edge)",
            kind: entry.kind, sign: WhyWords.sign(of: entry.kind), text: words)
    }
}
