import FlowModel
import FlowScreen

/// The rates of the last minute as a row of bars, one for five seconds.
enum RecentCells {
    static let count = RecentValues.count

    /// - Parameters:
    ///   - rates: Values a second in each slot.
    ///   - top: The rate of the highest bar; a slot with fewer values has at least the lowest one.
    static func text(_ rates: [Double], top: Double, signs: Signs) -> String {
        let bars = signs.bars
        return String(
            rates.map { rate -> Character in
                guard rate > 0, top > 0 else { return " " }
                return bars[min(bars.count - 1, max(0, Int((rate / top * Double(bars.count)).rounded(.up)) - 1))]
            })
    }
}
