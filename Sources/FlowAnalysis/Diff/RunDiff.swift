import FlowTrace

/// Compares two runs stage by stage, and finds where each stage first differs.
///
/// Each stage is compared on its own, since the order between threads may differ from run to run without meaning anything.
///
/// - Complexity: O(1) an event; memory of O(events of the first run).
public struct RunDiff: Sendable {
    /// Where a stage of two runs first differs.
    public struct Parting: Hashable, Sendable {
        public let stage: String
        /// The number of the event at its stage, from 1.
        public let number: Int
        /// The event of the first run, `nil` if that has no more.
        public let first: Int?
        /// The event of the second run, `nil` if that has no more.
        public let second: Int?
    }

    /// A stage of both runs.
    public struct Pair: Hashable, Sendable {
        public let stage: String
        /// `nil` if the first run has no such stage.
        public let first: StageTally?
        /// `nil` if the second run has no such stage.
        public let second: StageTally?
    }

    /// The events of a stage in the first run, and how far the second run has matched them.
    private struct History: Sendable {
        var prints: [Int] = []
        var sequences: [Int] = []
        /// How many events the stage has had in the second run.
        var count = 0
        var parting: (number: Int, first: Int?, second: Int?)?
    }

    public private(set) var firstTally = RunTally()
    public private(set) var secondTally = RunTally()

    private let comparesTimes: Bool
    /// The histories of both runs' stages, and their titles.
    private var histories: [History] = []
    private var titles: [String] = []
    private var indexOfTitle: [String: Int] = [:]
    /// By stage of each run, the index of its history.
    private var historyOfStage: (first: [Int?], second: [Int?]) = ([], [])

    public init(comparesTimes: Bool) { self.comparesTimes = comparesTimes }

    /// Adds the next event of the first run. All of them come before those of the second.
    public mutating func foldFirst(_ entry: TraceEntry, in log: TraceLog) {
        firstTally.fold(entry, in: log)
        let index = index(of: entry.edge, in: firstTally, \.first)
        histories[index].prints.append(print(of: entry, log))
        histories[index].sequences.append(entry.sequence)
    }

    /// Adds the next event of the second run.
    public mutating func foldSecond(_ entry: TraceEntry, in log: TraceLog) {
        secondTally.fold(entry, in: log)
        let index = index(of: entry.edge, in: secondTally, \.second)
        let number = histories[index].count
        histories[index].count = number + 1
        guard histories[index].parting == nil else { return }
        guard number < histories[index].prints.count, histories[index].prints[number] == print(of: entry, log) else {
            let first = number < histories[index].sequences.count ? histories[index].sequences[number] : nil
            histories[index].parting = (number + 1, first, entry.sequence)
            return
        }
    }

    /// The index of the history of an edge's stage, which goes by its title at its first event.
    private mutating func index(
        of edge: EdgeID, in tally: RunTally, _ run: WritableKeyPath<(first: [Int?], second: [Int?]), [Int?]>
    ) -> Int {
        guard let stage = tally.stageNumber(of: edge) else { return index(of: "\(edge)") }
        if stage >= historyOfStage[keyPath: run].count {
            historyOfStage[keyPath: run].append(
                contentsOf: repeatElement(nil, count: stage + 1 - historyOfStage[keyPath: run].count))
        }
        if let index = historyOfStage[keyPath: run][stage] { return index }
        let index = index(of: tally.name(of: edge))
        historyOfStage[keyPath: run][stage] = index
        return index
    }

    private mutating func index(of title: String) -> Int {
        if let index = indexOfTitle[title] { return index }
        indexOfTitle[title] = histories.count
        histories.append(History())
        titles.append(title)
        return histories.count - 1
    }

    // MARK: Asking

    /// The differences, in order of the first run; none if the runs are alike.
    public func partings() -> [Parting] {
        zip(titles, histories).compactMap { title, history in
            if let (number, first, second) = history.parting {
                return Parting(stage: title, number: number, first: first, second: second)
            }
            guard history.count < history.sequences.count else { return nil }
            return Parting(stage: title, number: history.count + 1, first: history.sequences[history.count], second: nil)
        }.sorted {
            ($0.first ?? .max, $0.second ?? .max, $0.stage) < ($1.first ?? .max, $1.second ?? .max, $1.stage)
        }
    }

    /// The stages of both runs: in the order of the first, then those that only the second has.
    public func pairs() -> [Pair] {
        let (first, second) = (firstTally.titles, secondTally.titles)
        let firstOf = Dictionary(first.map { ($0.title, $0.stage) }, uniquingKeysWith: { one, _ in one })
        let secondOf = Dictionary(second.map { ($0.title, $0.stage) }, uniquingKeysWith: { one, _ in one })
        return (first + second.filter { firstOf[$0.title] == nil }).map { title, _ in
            Pair(
                stage: title, first: firstOf[title].map(firstTally.tally(ofStage:)),
                second: secondOf[title].map(secondTally.tally(ofStage:)))
        }
    }

    private func print(of entry: TraceEntry, _ log: TraceLog) -> Int {
        EventPrint(entry, in: log, withTime: comparesTimes).hashValue
    }
}

/// What is compared of an event: all but its number and its causes, and its time only if that is wanted.
struct EventPrint: Hashable, Sendable {
    private let kind: SignalKind
    private let reason: DropReason?
    private let demand: Demand?
    private let value: TraceValue?
    private let time: TraceTime?

    init(_ entry: TraceEntry, in log: TraceLog, withTime: Bool) {
        kind = entry.kind
        reason = entry.event.dropReason
        demand = entry.event.demand
        value = log.value(of: entry)
        time = withTime ? entry.time : nil
    }
}
