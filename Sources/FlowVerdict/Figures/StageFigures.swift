import FlowTrace

/// The counts and measurements of a stage, or of all stages that share a name.
public struct StageFigures: Hashable, Sendable {
    /// Values that it received; for a source, values that it sent or tried to send. Values of the publishers that an operator
    /// made from values do not count.
    public internal(set) var values = 0
    /// Its recorded losses, by reason.
    public internal(set) var dropped = DropCounts()
    /// Its state. `nil` while records of it are missing, so that only its input can be counted.
    public internal(set) var present: Present? = Present()
    /// Whether it holds its pipeline back now. A source for which others wait does not count. `nil` if unknown.
    public internal(set) var isCulprit: Bool? = false

    /// The state of a stage with complete records. Durations are in nanoseconds.
    public struct Present: Hashable, Sendable {
        /// Values that it holds; `nil` if it keeps none.
        public internal(set) var held: Int?
        /// The maximum number of values that it may hold while it is subscribed; `nil` for no limit.
        public internal(set) var capacity: Int?
        /// Whether it is subscribed, keeps values, and has no limit.
        var isUnlimited = false
        /// The wait of the oldest held value, 0 if there is none; `nil` for a stage that keeps no values, or keeps them for later
        /// subscribers.
        public internal(set) var oldest: UInt64?
        /// Its outstanding demand; `nil` if it is subscribed to nothing.
        public internal(set) var demand: Demand?
        /// Whether all demand was recorded.
        public internal(set) var isDemandKnown = true
        /// Its time by condition; `nil` if records are missing.
        public internal(set) var times: StageTimes?
        /// Whether the figures are those of several stages, and records of one are missing: then they are too low.
        fileprivate var isPartial = false
    }

    /// The sum of two stages' figures. The state is unknown if it is unknown for one of them. Sums saturate.
    static func + (lhs: StageFigures, rhs: StageFigures) -> StageFigures {
        var sum = lhs
        sum.values = lhs.values.saturatingSum(rhs.values)
        sum.dropped += rhs.dropped
        sum.present = lhs.present.flatMap { one in rhs.present.map { one + $0 } }
        sum.isCulprit =
            lhs.isCulprit == true || rhs.isCulprit == true
            ? true : lhs.isCulprit.flatMap { one in rhs.isCulprit.map { one || $0 } }
        return sum
    }

    /// The figures after the end of the program: the counts stay.
    public var ended: StageFigures {
        var figures = self
        var present = Present()
        (present.held, present.oldest) = (self.present?.held.map { _ in 0 }, self.present?.oldest.map { _ in 0 })
        (present.times, present.isPartial) = (self.present?.times, self.present?.isPartial ?? false)
        (figures.present, figures.isCulprit) = (present, false)
        return figures
    }
}

extension StageFigures.Present {
    /// Whether records of the stage, or of one of several stages, are missing.
    fileprivate var isIncomplete: Bool { times == nil || isPartial }

    /// The sum of two stages. If records of one are missing, its unknown figures count as 0.
    fileprivate static func + (lhs: Self, rhs: Self) -> Self {
        var sum = lhs
        sum.held = combine(lhs.held, rhs.held) { $0.saturatingSum($1) }
        sum.isUnlimited = lhs.isUnlimited || rhs.isUnlimited
        sum.capacity = sum.isUnlimited ? nil : combine(lhs.capacity, rhs.capacity) { $0.saturatingSum($1) }
        sum.oldest = combine(lhs.oldest, rhs.oldest, max)
        sum.demand = combine(lhs.demand, rhs.demand, +)
        sum.isDemandKnown = lhs.isDemandKnown && rhs.isDemandKnown
        sum.times = combine(lhs.times, rhs.times, +)
        sum.isPartial = lhs.isIncomplete || rhs.isIncomplete
        return sum
    }

    private static func combine<Value>(_ one: Value?, _ other: Value?, _ combine: (Value, Value) -> Value) -> Value? {
        guard let one, let other else { return one ?? other }
        return combine(one, other)
    }
}

/// The time of a stage by condition, in nanoseconds.
public struct StageTimes: Hashable, Sendable {
    /// Its downstream had demand, and it did not request more.
    public let busy: UInt64
    /// It had requested values and received none; a source had demand and sent nothing.
    public let starved: UInt64
    /// It could have continued, but its downstream had no demand.
    public let heldBack: UInt64
    /// A viewer held or slowed it. The other durations leave this time out.
    public internal(set) var handed: UInt64 = 0

    static func + (lhs: StageTimes, rhs: StageTimes) -> StageTimes {
        StageTimes(
            busy: lhs.busy.saturatingSum(rhs.busy), starved: lhs.starved.saturatingSum(rhs.starved),
            heldBack: lhs.heldBack.saturatingSum(rhs.heldBack), handed: lhs.handed.saturatingSum(rhs.handed))
    }
}

/// A name of a stage that is the same in every run, for use outside the program.
public struct FigureName: Hashable, Sendable {
    public let pipeline: String
    /// The source location of the pipeline's first stage that has a known location; `nil` if none has.
    public let place: String?
    /// The number of the pipeline among the pipelines of one place, or of one name without a place, from 1 in the order in which
    /// they were made; `nil` beyond ``numberLimit``.
    public let number: Int?
    public let stage: String

    /// The maximum number of numbered pipelines of one place.
    public static let numberLimit = 8

    /// The shared name of all stages without a separate row.
    public static let other = FigureName(pipeline: "other", place: nil, number: nil, stage: "other")

    init(pipeline: String, place: String?, number: Int?, stage: String) {
        self.pipeline = pipeline
        self.place = place
        self.number = number.flatMap { $0 <= FigureName.numberLimit ? $0 : nil }
        self.stage = stage
    }
}

/// The figures of the stages that share a name.
public struct FigureRow: Hashable, Sendable {
    public let name: FigureName
    public let figures: StageFigures

    /// The row after the end of the program.
    public var ended: FigureRow { FigureRow(name: name, figures: figures.ended) }
}

/// Adds up the figures of stages that share a name, in a limited number of rows.
///
/// The first names get permanent rows, and all others share the row ``FigureName/other``. So no name ever moves to another row.
public struct FigureTable: Sendable {
    /// The default number of separate rows.
    public static let limit = 1_000

    private var positions: [FigureName: Int] = [:]
    private let limit: Int

    public init(limit: Int = FigureTable.limit) { self.limit = limit }

    /// The rows of some stages, in the order of the first appearance of their names.
    ///
    /// - Complexity: O(*n* log *n*).
    public mutating func fold(_ stages: [FigureRow]) -> [FigureRow] {
        var sums: [Int: FigureRow] = [:]
        for row in stages {
            let position = position(of: row.name)
            let name = position < limit ? row.name : .other
            sums[position] = FigureRow(name: name, figures: sums[position].map { $0.figures + row.figures } ?? row.figures)
        }
        return sums.sorted { $0.key < $1.key }.map(\.value)
    }

    private mutating func position(of name: FigureName) -> Int {
        if let known = positions[name] { return known }
        guard positions.count < limit else { return limit }
        positions[name] = positions.count
        return positions.count - 1
    }
}

/// The figures of a program, or of several programs that share a name.
public struct ProgramFigures: Hashable, Sendable {
    public let program: String
    /// The start of the counters in nanoseconds since 1970; `nil` in virtual time.
    public let since: UInt64?
    /// The number of events known to be missing since then.
    public let missing: Int
    public let rows: [FigureRow]
    /// The waits of jobs for the measured executors.
    public let executors: [TracedExecutor: ExecutorHistogram]

    public init(
        program: String, since: UInt64?, missing: Int, rows: [FigureRow], executors: [TracedExecutor: ExecutorHistogram] = [:]
    ) {
        self.program = program
        self.since = since
        self.missing = missing
        self.rows = rows
        self.executors = executors
    }

    /// Whether records are missing, so that figures are omitted or too low.
    public var isIncomplete: Bool {
        missing > 0 || rows.contains { $0.figures.present?.isIncomplete != false || $0.figures.isCulprit == nil }
    }
}
