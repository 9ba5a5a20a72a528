import FlowTrace

/// Compares two runs stage by stage, and finds the first difference of each stage.
///
/// Stages are compared separately, since the order between threads can differ from run to run without significance.
///
/// - Complexity: O(1) an event; memory of O(events of the first run).
public struct RunDiff: Sendable {
    /// The first difference of a stage between two runs.
    public struct Parting: Hashable, Sendable {
        public let stage: String
        /// The number of the event at its stage, from 1.
        public let number: Int
        /// The event of the first run, `nil` if the run has no more.
        public let first: Int?
        /// The event of the second run, `nil` if the run has no more.
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

    /// The values that a subscriber got in each run.
    public struct Reception: Hashable, Sendable {
        /// The name of its edge, with a number if another has the same name before it.
        public let subscriber: String
        /// The number of values it got in each run; `nil` in a run without this subscriber, or without values for it.
        public let first: Int?
        public let second: Int?
        /// The number of the first different value, from 1; `nil` if all are equal.
        public let parting: Int?
        /// The events of the first few values of each run from there on.
        public let firstEvents: [Int]
        public let secondEvents: [Int]
    }

    /// The links of a run, with the place in the table for their values.
    private struct Links: Sendable {
        var placeOfEdge: [EdgeID: Int] = [:]
        var numbers = NameNumbers()
    }

    public private(set) var firstTally = RunTally()
    public private(set) var secondTally = RunTally()

    private let comparesTimes: Bool
    private var stages = HistoryTable()
    /// The place in the table of each stage, for each run.
    private var placeOfStage: (first: [Int?], second: [Int?]) = ([], [])
    private var values = HistoryTable()
    private var links = (first: Links(), second: Links())

    public init(comparesTimes: Bool) { self.comparesTimes = comparesTimes }

    /// Adds the next event of the first run. The whole first run must be added before the second.
    public mutating func foldFirst(_ entry: TraceEntry, in log: TraceLog) {
        firstTally.fold(entry, in: log)
        let print = print(of: entry, log)
        stages.foldFirst(print, entry.sequence, at: place(of: entry.edge, in: firstTally, \.first))
        guard entry.kind == .value else { return }
        values.foldFirst(print, entry.sequence, at: link(of: entry.edge, in: log, \.first))
    }

    /// Adds the next event of the second run.
    public mutating func foldSecond(_ entry: TraceEntry, in log: TraceLog) {
        secondTally.fold(entry, in: log)
        let print = print(of: entry, log)
        stages.foldSecond(print, entry.sequence, at: place(of: entry.edge, in: secondTally, \.second))
        guard entry.kind == .value else { return }
        values.foldSecond(print, entry.sequence, at: link(of: entry.edge, in: log, \.second))
    }

    /// The place of an edge's stage, found by its title at its first event.
    private mutating func place(
        of edge: EdgeID, in tally: RunTally, _ run: WritableKeyPath<(first: [Int?], second: [Int?]), [Int?]>
    ) -> Int {
        guard let stage = tally.stageNumber(of: edge) else { return stages.index(of: "\(edge)") }
        if stage >= placeOfStage[keyPath: run].count {
            placeOfStage[keyPath: run].append(
                contentsOf: repeatElement(nil, count: stage + 1 - placeOfStage[keyPath: run].count))
        }
        if let place = placeOfStage[keyPath: run][stage] { return place }
        let place = stages.index(of: tally.name(of: edge))
        placeOfStage[keyPath: run][stage] = place
        return place
    }

    /// The place of a link, found at its first value by its name, with a number if another has the same name before it.
    private mutating func link(
        of edge: EdgeID, in log: TraceLog, _ run: WritableKeyPath<(first: Links, second: Links), Links>
    ) -> Int {
        if let place = links[keyPath: run].placeOfEdge[edge] { return place }
        let name = log.edgeName(edge) ?? "\(edge)"
        let place = values.index(of: links[keyPath: run].numbers.title(for: name))
        links[keyPath: run].placeOfEdge[edge] = place
        return place
    }

    // MARK: Asking

    /// The differences, in order of the first run; empty if the runs are equal.
    public func partings() -> [Parting] {
        stages.titles.enumerated().compactMap { place, title in
            stages.parting(at: place).map { Parting(stage: title, number: $0.number, first: $0.first, second: $0.second) }
        }.sorted {
            ($0.first ?? .max, $0.second ?? .max, $0.stage) < ($1.first ?? .max, $1.second ?? .max, $1.stage)
        }
    }

    /// The stages of both runs: in the order of the first, then the stages found only in the second.
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

    /// The values of each subscriber without a further stage below, in order of the first run.
    public func receptions() -> [Reception] {
        let (first, second) = (exits(of: firstTally, links.first), exits(of: secondTally, links.second))
        return first.union(second).sorted().map { place in
            let (counts, events) = (values.counts(at: place), values.eventsAfterParting(at: place))
            return Reception(
                subscriber: values.titles[place], first: counts.first > 0 ? counts.first : nil,
                second: counts.second > 0 ? counts.second : nil, parting: values.parting(at: place)?.number,
                firstEvents: events.first, secondEvents: events.second)
        }
    }

    private func exits(of tally: RunTally, _ links: Links) -> Set<Int> {
        Set(tally.exits(of: nil).compactMap { links.placeOfEdge[$0.edge] })
    }

    private func print(of entry: TraceEntry, _ log: TraceLog) -> Int {
        EventPrint(entry, in: log, withTime: comparesTimes).hashValue
    }
}

/// The compared fields of an event: all but its number and its causes, and its time only on request.
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
