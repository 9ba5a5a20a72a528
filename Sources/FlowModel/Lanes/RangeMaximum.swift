/// An index of append-only numbers that finds the largest number of any range without visiting all of them.
struct RangeMaximum: Sendable {
    /// The levels, the lowest first. An entry is the maximum of 64 entries of the level below; at the lowest level, of 64
    /// numbers.
    private var levels: [[UInt64]] = []
    private var count = 0

    private static let width = 64

    mutating func append(_ number: UInt64) {
        var index = count / RangeMaximum.width
        for level in levels.indices {
            if index < levels[level].count {
                levels[level][index] = max(levels[level][index], number)
            } else {
                levels[level].append(number)
            }
            index /= RangeMaximum.width
        }
        // A new level begins with the maximum of all levels below, this number included.
        if index == 0, levels.last.map({ $0.count > 1 }) ?? true { levels.append([max(levels.last?.max() ?? 0, number)]) }
        count += 1
    }

    /// The largest number of a range; 0 if the range is empty.
    ///
    /// - Parameter number: The appended number at an index; the numbers are not stored here.
    /// - Complexity: O(log *n*).
    func maximum(in range: Range<Int>, of number: (Int) -> UInt64) -> UInt64 {
        maximum(in: range, level: 0, of: number)
    }

    /// - Parameter level: 0 for a range of numbers; otherwise one more than the index of the level that contains its entries.
    private func maximum(in range: Range<Int>, level: Int, of number: (Int) -> UInt64) -> UInt64 {
        var (low, high, most) = (range.lowerBound, range.upperBound, UInt64(0))
        func entry(_ index: Int) -> UInt64 { level == 0 ? number(index) : levels[level - 1][index] }
        while low < high, low % RangeMaximum.width != 0 || level >= levels.count {
            most = max(most, entry(low))
            low += 1
        }
        while low < high, high % RangeMaximum.width != 0 {
            high -= 1
            most = max(most, entry(high))
        }
        guard low < high else { return most }
        return max(most, maximum(in: low / RangeMaximum.width..<high / RangeMaximum.width, level: level + 1, of: number))
    }
}
