/// The threads that have records left, by the place of the next one: a binary heap, the earliest on top.
struct StreamQueue: Sendable {
    private var heap: [(place: RecordPlace, stream: Int)] = []

    /// The stream with the earliest record.
    var first: (place: RecordPlace, stream: Int)? {
        heap.first
    }

    /// Where the next record of the others stands.
    var second: RecordPlace? {
        switch heap.count {
        case ...1: nil
        case 2: heap[1].place
        default: min(heap[1].place, heap[2].place)
        }
    }

    /// - Complexity: O(log *n*).
    mutating func add(_ stream: Int, at place: RecordPlace) {
        heap.append((place, stream))
        var index = heap.count - 1
        while index > 0, heap[index].place < heap[(index - 1) / 2].place {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    /// The first stream has moved on; it goes where it has no record left.
    ///
    /// - Complexity: O(log *n*).
    mutating func moveFirst(to place: RecordPlace?) {
        if let place {
            heap[0].place = place
        } else {
            heap.swapAt(0, heap.count - 1)
            heap.removeLast()
        }
        var index = 0
        while let lower = earlier(below: index), heap[lower].place < heap[index].place {
            heap.swapAt(lower, index)
            index = lower
        }
    }

    private func earlier(below index: Int) -> Int? {
        let left = 2 * index + 1
        guard left < heap.count else { return nil }
        return left + 1 < heap.count && heap[left + 1].place < heap[left].place ? left + 1 : left
    }
}
