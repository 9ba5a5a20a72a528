import FlowModel
import FlowTrace

/// Counts a lane's values in each column, and decides whether they are too many to draw one by one.
///
/// The decision is made for fixed intervals that do not move with the columns, so that a lane does not flicker between marbles
/// and bars. A lane has bars from the first crowded stretch until the last one has left the screen.
struct LaneRate {
    /// The number of values in each column; in an interval whose single events are unknown, an average.
    let values: [Double]
    /// The number of dropped values in each column.
    let dropped: [Double]
    /// Whether the lane is drawn as bars.
    let isDense: Bool
    private(set) var scale: RateScale
    /// The number of values before each column, and up to the end of the last.
    private let before: [Double]
    /// Finds the event of a value by its number on the lane, from 1.
    private let event: (Int) -> Int?

    /// The number of cells in a stretch, which is crowded as a whole or not at all.
    private static let stretch = 8
    /// A stretch is crowded from this number of cells with several values on.
    private static let crowded = 3

    /// - Parameter counted: The counter of the drawn events.
    /// - Complexity: O(*columns* log *n*) for *n* events, however many there are in a column.
    init(of counted: @escaping (EdgeAccount) -> Int, in history: LaneHistory, on axis: TimeAxis, upTo sequence: Int) {
        let columns = axis.columns
        let first = -(axis.firstBin % LaneRate.stretch)
        let end = min(axis.nowBin - axis.firstBin + 1, columns.upperBound + LaneRate.stretch)
        func counts(of count: (EdgeAccount) -> Int, _ columns: ClosedRange<Int>) -> [Double] {
            columns.map { history.count(of: count, before: axis.start(of: $0), upTo: sequence) }
        }
        func rises(_ counts: some Collection<Double>) -> [Double] { zip(counts, counts.dropFirst()).map { $1 - $0 } }

        event = { history.mark(number: $0, of: counted, upTo: sequence)?.sequence }
        let all = counts(of: counted, first...max(first, end))
        before = Array(all.dropFirst(-first).prefix(columns.count + 1))
        values = rises(before)
        dropped = columns.isEmpty ? [] : rises(counts(of: \.dropped, 0...columns.upperBound))
        let isUnknown = zip(columns, values).contains { $1 > 0 && axis.start(of: $0) < history.knownFrom }
        isDense = isUnknown || LaneRate.isCrowded(rises(all))
        scale = RateScale(peak: (values.max() ?? 0) / Double(axis.cell) * 1_000_000_000)
    }

    /// Takes the highest scale among some compared lanes and this one.
    mutating func share(_ others: [LaneRate]) {
        scale = others.map(\.scale).reduce(scale) { $1.top > $0.top ? $1 : $0 }
    }

    /// Raises the scale to include a rate, in values a second.
    mutating func include(_ perSecond: Double) {
        let other = RateScale(peak: perSecond)
        if other.top > scale.top { scale = other }
    }

    private static func isCrowded(_ cells: [Double]) -> Bool {
        stride(from: 0, to: cells.count, by: stretch).contains { start in
            cells[start..<min(start + stretch, cells.count)].count { $0 > 1 } >= crowded
        }
    }

    /// The events of a column's values: all if a label can list them, otherwise the first and the last. Empty if single events
    /// are unknown.
    func events(in column: Int) -> [Int] {
        let (first, last) = (Int(before[column]) + 1, Int(before[column + 1]))
        guard last >= first else { return [] }
        return (last - first < LabelRow.listed ? Array(first...last) : [first, last]).compactMap(event)
    }
}

/// The scale of a chart of rates: 0 to 1, 2, 5, 10, 20 … values a second.
struct RateScale: Hashable {
    /// The highest rate: `digit` times ten to the power of `exponent`.
    private let digit: Int
    private let exponent: Int

    /// Creates the smallest scale that includes a rate.
    init(peak: Double) {
        var (digit, exponent, size) = (1, 0, 1.0)
        while peak > 0, peak <= size, exponent > -9 { (size, exponent) = (size / 10, exponent - 1) }
        while peak > size * Double(digit) * RateScale.tolerance, exponent < 18 {
            digit = digit == 1 ? 2 : digit == 2 ? 5 : 10
            if digit == 10 { (digit, exponent, size) = (1, exponent + 1, size * 10) }
        }
        (self.digit, self.exponent) = (digit, exponent)
    }

    /// A rate equal to a scale's top except for rounding does not need the next scale.
    private static let tolerance = 1 + 1e-9

    /// The highest rate, in values a second.
    var top: Double {
        (0..<abs(exponent)).reduce(Double(digit)) { top, _ in exponent < 0 ? top / 10 : top * 10 }
    }

    /// The highest rate with its unit: `0.5/s`, `200/s`, `20k/s`, `1M/s`.
    var text: String {
        guard exponent >= 0 else { return "0." + String(repeating: "0", count: -exponent - 1) + "\(digit)/s" }
        let unit = ["", "k", "M", "G"][min(3, exponent / 3)]
        return "\(digit)" + String(repeating: "0", count: exponent - 3 * min(3, exponent / 3)) + unit + "/s"
    }
}
