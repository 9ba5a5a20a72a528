/// What another size would change, over a range of sizes.
package struct SizeCurve: Sendable {
    package struct Point: Sendable {
        package let size: Int
        package let dropped: Int
        /// The wait that 99 in 100 of the delivered values do not exceed, in nanoseconds.
        package let wait: UInt64
    }

    /// In order of size.
    package let points: [Point]

    /// The maximum number of points.
    private static let limit = 32
    /// The number of arrivals from which there are fewer points.
    private static let longHistory = 200_000

    /// - Parameter largest: The largest size.
    /// - Complexity: O(points · *n* log *n*) for *n* arrivals.
    init(of forecaster: Forecaster, upTo largest: Int) {
        let isLong = forecaster.history.arrived > SizeCurve.longHistory
        points = SizeCurve.sizes(upTo: max(1, largest), limit: isLong ? 8 : SizeCurve.limit).map { size in
            var plan = forecaster.plan
            plan.capacity = size
            let outcome = forecaster.outcome(plan)
            return Point(size: size, dropped: outcome.dropped, wait: outcome.waitTimes?.most ?? 0)
        }
    }

    /// All sizes if they are few; otherwise sizes with even ratios.
    private static func sizes(upTo largest: Int, limit: Int) -> [Int] {
        guard largest > limit else { return Array(1...largest) }
        var (sizes, size) = ([1], 1)
        while size < largest {
            let steps = Double(limit - sizes.count)
            let ratio = steps > 1 ? Double(largest) / Double(size) : 0
            size = steps > 1 ? max(size + 1, Int(root(ratio, steps) * Double(size))) : largest
            sizes.append(min(size, largest))
        }
        return sizes
    }

    /// The root of a number of at least 1, by bisection.
    private static func root(_ number: Double, _ degree: Double) -> Double {
        var (low, high) = (1.0, number)
        for _ in 0..<60 {
            let middle = (low + high) / 2
            var power = 1.0
            for _ in 0..<Int(degree) { power *= middle }
            if power < number { low = middle } else { high = middle }
        }
        return high
    }
}
