/// The top of a chart: the smallest of 2, 5, 10, 20, 50 … that holds the peak.
enum Scale {
    /// - Parameters:
    ///   - peak: The largest value in view.
    ///   - capacity: What it can be at most; taken as the top where the peak is at least half of it.
    static func top(peak: Int, capacity: Int? = nil) -> Int {
        if let capacity, peak * 2 >= capacity { return max(1, capacity) }
        var top = 2
        var index = 0
        while top < peak, top < Int.max / 10 {
            top = index % 3 == 0 ? top / 2 * 5 : top * 2
            index += 1
        }
        return top
    }

    /// The filled eighths of a bar, at least one where the value is not 0.
    static func eighths(_ value: Int, top: Int, rows: Int) -> Int {
        guard value > 0 else { return 0 }
        return max(1, min(rows * 8, Int((Double(value) / Double(top) * Double(rows * 8)).rounded())))
    }
}
