extension RandomAccessCollection {
    /// The first index whose element satisfies `predicate`, in a collection that has all of those at its end.
    ///
    /// - Complexity: O(log *n*).
    package func partitioningIndex(where predicate: (Element) -> Bool) -> Index {
        var low = startIndex
        var count = self.count
        while count > 0 {
            let half = count / 2
            let middle = index(low, offsetBy: half)
            if predicate(self[middle]) {
                count = half
            } else {
                low = index(after: middle)
                count -= half + 1
            }
        }
        return low
    }

    /// The same, searched from the end: for elements that are mostly near it.
    ///
    /// - Complexity: O(log *d*) for an index *d* before the end.
    package func partitioningIndexFromEnd(where predicate: (Element) -> Bool) -> Index {
        var (high, reach) = (endIndex, 1)
        while high > startIndex {
            let low = index(high, offsetBy: -reach, limitedBy: startIndex) ?? startIndex
            guard predicate(self[low]) else { return self[index(after: low)..<high].partitioningIndex(where: predicate) }
            (high, reach) = (low, 2 * reach)
        }
        return high
    }
}
