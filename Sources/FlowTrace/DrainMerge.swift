/// Merges what a drain takes from several threads by time, then thread.
///
/// A binary heap of the runs, the one with the earliest record on top.
struct DrainMerge {
    private var heap: [DrainRun]

    init(_ runs: [DrainRun]) {
        heap = runs.filter { $0.next != nil }
        for index in stride(from: heap.count / 2 - 1, through: 0, by: -1) { siftDown(from: index) }
    }

    /// Hands all records on, in order.
    ///
    /// - Complexity: O(*n* log *t*) for *n* records of *t* threads.
    consuming func drain(into log: inout some RecordSink) {
        while !heap.isEmpty {
            heap[0].moveNext(into: &log)
            if heap[0].next == nil {
                heap.swapAt(0, heap.count - 1)
                heap.removeLast()
            }
            siftDown(from: 0)
        }
    }

    private mutating func siftDown(from start: Int) {
        var place = start
        while let child = earlierChild(of: place), isEarlier(child, place) {
            heap.swapAt(child, place)
            place = child
        }
    }

    private func earlierChild(of place: Int) -> Int? {
        let left = 2 * place + 1
        guard left < heap.count else { return nil }
        return left + 1 < heap.count && isEarlier(left + 1, left) ? left + 1 : left
    }

    private func isEarlier(_ one: Int, _ other: Int) -> Bool {
        guard let first = heap[one].next, let second = heap[other].next else { return false }
        return first < second
    }
}
