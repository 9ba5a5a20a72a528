import FlowGraph
import FlowTrace

/// Compares two runs stage by stage, and finds the first difference of each stage.
///
/// Stages are compared separately, since the order between threads can differ from run to run without significance.
///
/// - Complexity: O(1) an event; memory of O(events of the first run).
public struct RunDiff: Sendable {
    /// The first difference of a stage between two runs.
    public struct Difference: Hashable, Sendable {
        public let stage: String
        /// The number of the event at its stage, from 1.
        public let number: Int
        /// The event of the first run; `nil` if the run has no more.
        public let first: Int?
        /// The event of the second run; `nil` if the run has no more.
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

    /// The values that a subscriber received in each run.
    public struct Reception: Hashable, Sendable {
        /// The name of its edge, with a number if an earlier one has the same name.
        public let subscriber: String
        /// The number of values received in each run; `nil` in a run without this subscriber, or without values for it.
        public let first: Int?
        public let second: Int?
        /// The number of the first different value, from 1; `nil` if all are equal.
        public let difference: Int?
        /// The events of the first few values of each run from there on.
        public let firstEvents: [Int]
        public let secondEvents: [Int]
    }

    /// A run, with the places in the tables for its stages and for the values on its links.
    private struct Run: Sendable {
        var tally = RunTally()
        var placeOfStage: [RunStage.ID: Int] = [:]
        /// The place of each edge's stage. Cleared when further edges are declared.
        var placeOfEdge = DenseTable<EdgeID, Int>()
        var declarations = 0
        var placeOfLink: [EdgeID: Int] = [:]
        var numbers = NameNumbers()
    }

    private let comparesTimes: Bool
    private var stages = HistoryTable()
    private var values = HistoryTable()
    private var runs = (first: Run(), second: Run())

    public init(comparesTimes: Bool) { self.comparesTimes = comparesTimes }

    /// The number of events of the first run.
    public var firstCount: Int { runs.first.tally.end.sequence }

    /// Adds the next event of the first run. The whole first run must be added before the second.
    public mutating func foldFirst(_ entry: TraceEntry, in log: TraceLog) {
        let (print, places) = fold(entry, in: log, \.first)
        stages.foldFirst(print, entry.sequence, at: places.stage)
        if let link = places.link { values.foldFirst(print, entry.sequence, at: link) }
    }

    /// Adds the next event of the second run.
    public mutating func foldSecond(_ entry: TraceEntry, in log: TraceLog) {
        let (print, places) = fold(entry, in: log, \.second)
        stages.foldSecond(print, entry.sequence, at: places.stage)
        if let link = places.link { values.foldSecond(print, entry.sequence, at: link) }
    }

    private typealias Runs = (first: Run, second: Run)

    /// Adds an event to its run; returns its compared fields, the place of its stage, and that of its link if it is a value.
    private mutating func fold(
        _ entry: TraceEntry, in log: TraceLog, _ run: WritableKeyPath<Runs, Run>
    ) -> (print: Int, places: (stage: Int, link: Int?)) {
        runs[keyPath: run].tally.fold(entry, in: log)
        let print = EventPrint(entry, in: log, withTime: comparesTimes).hashValue
        return (print, (place(of: entry.edge, run), entry.kind == .value ? link(of: entry.edge, in: log, run) : nil))
    }

    /// The place of an edge's stage, found by its title at its first event.
    private mutating func place(of edge: EdgeID, _ run: WritableKeyPath<Runs, Run>) -> Int {
        let declarations = runs[keyPath: run].tally.graph.edgeDeclarations
        if runs[keyPath: run].declarations != declarations {
            runs[keyPath: run].placeOfEdge = DenseTable()
            runs[keyPath: run].declarations = declarations
        }
        if let place = runs[keyPath: run].placeOfEdge[edge] { return place }
        guard let stage = runs[keyPath: run].tally.stage(above: edge) else { return stages.index(of: "\(edge)") }
        let place = runs[keyPath: run].placeOfStage[stage.id] ?? stages.index(of: stage.title)
        runs[keyPath: run].placeOfStage[stage.id] = place
        runs[keyPath: run].placeOfEdge[edge] = place
        return place
    }

    /// The place of a link, found at its first value by its name, with a number if an earlier one has the same name.
    private mutating func link(of edge: EdgeID, in log: TraceLog, _ run: WritableKeyPath<Runs, Run>) -> Int {
        if let place = runs[keyPath: run].placeOfLink[edge] { return place }
        let place = values.index(of: runs[keyPath: run].numbers.title(for: log.edgeName(edge) ?? "\(edge)"))
        runs[keyPath: run].placeOfLink[edge] = place
        return place
    }

    // MARK: Queries

    /// The differences, in order of the first run; empty if the runs are equal.
    public func differences() -> [Difference] {
        stages.titles.enumerated().compactMap { place, title in
            stages.difference(at: place).map { Difference(stage: title, number: $0.number, first: $0.first, second: $0.second) }
        }.sorted {
            ($0.first ?? .max, $0.second ?? .max, $0.stage) < ($1.first ?? .max, $1.second ?? .max, $1.stage)
        }
    }

    /// The stages of both runs: in the order of the first, then the stages found only in the second.
    public func pairs() -> [Pair] {
        let (first, second) = (runs.first.tally, runs.second.tally)
        let stages = (first: first.stages, second: second.stages)
        let firstOf = Dictionary(stages.first.map { ($0.title, $0.edges) }, uniquingKeysWith: { one, _ in one })
        let secondOf = Dictionary(stages.second.map { ($0.title, $0.edges) }, uniquingKeysWith: { one, _ in one })
        return (stages.first + stages.second.filter { firstOf[$0.title] == nil }).map(\.title).map { title in
            Pair(
                stage: title, first: firstOf[title].map(first.tally(of:)), second: secondOf[title].map(second.tally(of:)))
        }
    }

    /// The values of each subscriber without a further stage below, in order of the first run.
    public func receptions() -> [Reception] {
        let (first, second) = (exits(of: runs.first), exits(of: runs.second))
        return first.union(second).sorted().map { place in
            let (counts, events) = (values.counts(at: place), values.eventsFromDifference(at: place))
            return Reception(
                subscriber: values.titles[place], first: counts.first > 0 ? counts.first : nil,
                second: counts.second > 0 ? counts.second : nil, difference: values.difference(at: place)?.number,
                firstEvents: events.first, secondEvents: events.second)
        }
    }

    private func exits(of run: Run) -> Set<Int> { Set(run.tally.exits(of: nil).compactMap { run.placeOfLink[$0.edge] }) }
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
