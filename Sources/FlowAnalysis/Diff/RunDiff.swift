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

    /// A stage in both runs: the two of one name, of several of that name those with one number.
    public struct Pair: Hashable, Sendable {
        /// What it is called.
        public let stage: String
        /// What it came to in the first run, `nil` where that has no such stage.
        public let first: StageTally?
        /// What it came to in the second run, `nil` where that has no such stage.
        public let second: StageTally?
    }

    /// The events of a stage in the first run, and what the second run had of them.
    private struct History: Sendable {
        var prints: [Int] = []
        var sequences: [Int] = []
        /// How many events the stage has had in the second run.
        var count = 0
        var parting: (number: Int, first: Int?, second: Int?)?
    }

    /// What the first run has come to.
    public private(set) var firstTally = RunTally()
    /// What the second run has come to.
    public private(set) var secondTally = RunTally()

    private let comparesTimes: Bool
    /// By title; the second run adds those that only it has.
    private var histories: [History] = []
    private var titles: [String] = []
    private var placeOfTitle: [String: Int] = [:]
    /// The place of each stage of the two runs among the histories.
    private var places: (first: [Int?], second: [Int?]) = ([], [])

    /// Creates a comparison of nothing yet.
    public init(comparesTimes: Bool) {
        self.comparesTimes = comparesTimes
    }

    /// Takes the next event of the first run; all of them come before those of the second.
    public mutating func takeFirst(_ entry: TraceEntry, in log: TraceLog) {
        firstTally.take(entry, in: log)
        let place = place(of: entry.edge, in: firstTally, \.first)
        histories[place].prints.append(print(of: entry, log))
        histories[place].sequences.append(entry.sequence)
    }

    /// Takes the next event of the second run.
    public mutating func takeSecond(_ entry: TraceEntry, in log: TraceLog) {
        secondTally.take(entry, in: log)
        let place = place(of: entry.edge, in: secondTally, \.second)
        let number = histories[place].count
        histories[place].count = number + 1
        guard histories[place].parting == nil else { return }
        guard number < histories[place].prints.count, histories[place].prints[number] == print(of: entry, log) else {
            let first = number < histories[place].sequences.count ? histories[place].sequences[number] : nil
            histories[place].parting = (number + 1, first, entry.sequence)
            return
        }
    }

    /// The place of the history of an edge's stage, which goes by the title that it had when its first event came.
    private mutating func place(
        of edge: EdgeID, in tally: RunTally, _ run: WritableKeyPath<(first: [Int?], second: [Int?]), [Int?]>
    ) -> Int {
        guard let stage = tally.stageNumber(of: edge) else { return place(of: "\(edge)") }
        if stage >= places[keyPath: run].count {
            places[keyPath: run].append(contentsOf: repeatElement(nil, count: stage + 1 - places[keyPath: run].count))
        }
        if let place = places[keyPath: run][stage] { return place }
        let place = place(of: tally.name(of: edge))
        places[keyPath: run][stage] = place
        return place
    }

    private mutating func place(of title: String) -> Int {
        if let place = placeOfTitle[title] { return place }
        placeOfTitle[title] = histories.count
        histories.append(History())
        titles.append(title)
        return histories.count - 1
    }

    // MARK: Asking

    /// Where the stages part, those first whose event in the first run came first; none where the runs are alike.
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

    /// The stages of both runs, in the order of the first, then those that only the second has.
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

/// What two runs compare of an event: all but its number and its causes, and its time only where that is wanted.
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
