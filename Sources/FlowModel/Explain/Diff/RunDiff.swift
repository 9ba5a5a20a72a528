import FlowTrace

/// Compares two runs stage by stage: where each first goes another way.
///
/// Stages are compared each by itself, since the order between threads may differ from run to run without meaning anything.
///
/// - Complexity: O(1) an event; a number of memory for each event of the first run.
public struct RunDiff: Sendable {
    /// Where two runs part.
    public struct Parting: Hashable, Sendable {
        /// The stage.
        public let stage: String
        /// Which of the stage's events it is, from 1.
        public let number: Int
        /// The event in the first run, `nil` where that had no more.
        public let first: Int?
        /// The event in the second run, `nil` where that had no more.
        public let second: Int?
    }

    /// The events of a stage in the first run.
    private struct History: Sendable {
        var prints: [Int] = []
        var sequences: [Int] = []
    }

    /// What the first run has come to.
    public private(set) var firstTally = RunTally()
    /// What the second run has come to.
    public private(set) var secondTally = RunTally()

    private let comparesTimes: Bool
    private var histories: [String: History] = [:]
    private var counts: [String: Int] = [:]
    private var found: [String: Parting] = [:]

    /// Creates a comparison of nothing yet.
    public init(comparesTimes: Bool) {
        self.comparesTimes = comparesTimes
    }

    /// Takes the next event of the first run; all of them come before those of the second.
    public mutating func takeFirst(_ entry: TraceEntry, in log: TraceLog) {
        firstTally.take(entry, in: log)
        let stage = firstTally.name(of: entry.edge)
        histories[stage, default: History()].prints.append(print(of: entry, log))
        histories[stage, default: History()].sequences.append(entry.sequence)
    }

    /// Takes the next event of the second run.
    public mutating func takeSecond(_ entry: TraceEntry, in log: TraceLog) {
        secondTally.take(entry, in: log)
        let stage = secondTally.name(of: entry.edge)
        let place = counts[stage, default: 0]
        counts[stage] = place + 1
        guard found[stage] == nil else { return }
        let history = histories[stage] ?? History()
        guard place < history.prints.count, history.prints[place] == print(of: entry, log) else {
            let first = place < history.sequences.count ? history.sequences[place] : nil
            found[stage] = Parting(stage: stage, number: place + 1, first: first, second: entry.sequence)
            return
        }
    }

    /// Where the stages part, those first whose event in the first run came first; none where the runs are alike.
    public func partings() -> [Parting] {
        let short = histories.filter { found[$0.key] == nil && counts[$0.key, default: 0] < $0.value.sequences.count }
        let ended = short.map { stage, history in
            let place = counts[stage, default: 0]
            return Parting(stage: stage, number: place + 1, first: history.sequences[place], second: nil)
        }
        return (Array(found.values) + ended).sorted {
            ($0.first ?? .max, $0.second ?? .max, $0.stage) < ($1.first ?? .max, $1.second ?? .max, $1.stage)
        }
    }

    private func print(of entry: TraceEntry, _ log: TraceLog) -> Int {
        EventPrint(entry, in: log, withTime: comparesTimes).hashValue
    }
}
