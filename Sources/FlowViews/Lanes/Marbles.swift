import FlowModel
import FlowScreen
import FlowTrace

/// Draws the values of a lane as marbles, and several values in one cell as their number.
struct Marbles: LanePart {
    let lane: ScreenLane
    let context: LaneContext
    let rate: LaneRate
    /// For each column with several values, the columns that their count takes; only the column itself if the count does not fit.
    private let counted: [Int: Range<Int>]

    init(lane: ScreenLane, context: LaneContext, rate: LaneRate) {
        (self.lane, self.context, self.rate) = (lane, context, rate)
        counted = Marbles.places(of: rate, signs: context.signs)
    }

    // MARK: Track

    func draw(into surface: inout Surface, y: Int) {
        for column in columns {
            let style = Style(role(of: column)).bold()
            let isFollowed = isFollowed(column)
            guard let place = counted[column] else {
                let sign = rate.dropped[column] > 0 ? signs.dropped : signs.value
                surface.put(sign, x: axis.x + column, y: y, style: isFollowed ? style.underlined() : style)
                continue
            }
            let text = place.count > 1 ? Marbles.count(rate.values[column], signs) : String(signs.several)
            let number = place.count > 1 ? style.reversed() : style
            surface.put(text, x: axis.x + place.lowerBound, y: y, style: isFollowed ? number.underlined() : number)
        }
    }

    /// The last column occupied by the values of a column.
    func lastColumn(of column: Int) -> Int { counted[column].map { $0.upperBound - 1 } ?? column }

    private var columns: [Int] { rate.values.indices.filter { rate.values[$0] > 0 } }

    private func role(of column: Int) -> Role { rate.dropped[column] > 0 ? .lost : lane.valueRole }

    private static func count(_ values: Double, _ signs: Signs) -> String { "\(signs.count)\(Int(values))" }

    /// The columns of numbers. A number ends in its cell, so that it stays in place when later values arrive; only in the first
    /// column may it begin in its cell.
    private static func places(of rate: LaneRate, signs: Signs) -> [Int: Range<Int>] {
        var places: [Int: Range<Int>] = [:]
        var free = 0
        for (column, count) in rate.values.enumerated() where count > 0 {
            defer { free = places[column]?.upperBound ?? column + 1 }
            guard count > 1 else { continue }
            let width = self.count(count, signs).count
            let isFollowed = (column + 1..<column + width).contains { $0 < rate.values.count && rate.values[$0] > 0 }
            if column + 1 - width >= free {
                places[column] = column + 1 - width..<column + 1
            } else {
                places[column] = column..<(column == 0 && !isFollowed ? width : column + 1)
            }
        }
        return places
    }

    // MARK: Labels

    func addLabels(to labels: inout LabelRow) {
        for column in columns {
            let values = rate.events(in: column)
            // The marble itself says as much as the sign of a value without a description.
            guard values.contains(where: { text(of: $0) != StreamModel.undescribed }) else { continue }
            let label = LabelRow.list(values, count: Int(rate.values[column]), signs: signs, text: text)
            labels.add(label, at: column, style: context.style(of: label, values, role(of: column)))
        }
    }

    private func isFollowed(_ column: Int) -> Bool {
        let values = rate.events(in: column)
        guard let first = values.first, let last = values.last else { return false }
        guard let followed = context.pane.followed else { return values.count == 1 && text(of: first) == context.followed }
        return followed.contains { (first...last).contains($0) && history.mark(of: $0)?.kind == lane.valueKind }
    }

    private func text(of sequence: Int) -> String { model.text(of: sequence) }
}
