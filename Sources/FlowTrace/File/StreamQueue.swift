/// The threads with records left in a file or a drain, as a binary heap, with the thread of the earliest record on top.
struct StreamQueue: Sendable {
    private var heap: [(position: RecordPosition, stream: Int)] = []

    /// The stream with the earliest record.
    var first: (position: RecordPosition, stream: Int)? { heap.first }

    /// The position of the earliest record of the other streams.
    var second: RecordPosition? {
        switch heap.count {
        case ...1: nil
        case 2: heap[1].position
        default: min(heap[1].position, heap[2].position)
        }
    }

    /// - Complexity: O(log *n*).
    mutating func add(_ stream: Int, at position: RecordPosition) {
        heap.append((position, stream))
        var index = heap.count - 1
        while index > 0, heap[index].position < heap[(index - 1) / 2].position {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    /// Gives the first stream its next position, or removes it if it has no record left.
    ///
    /// - Complexity: O(log *n*).
    mutating func moveFirst(to position: RecordPosition?) {
        if let position {
            heap[0].position = position
        } else {
            heap.swapAt(0, heap.count - 1)
            heap.removeLast()
        }
        var index = 0
        while let lower = earlier(below: index), heap[lower].position < heap[index].position {
            heap.swapAt(lower, index)
            index = lower
        }
    }

    private func earlier(below index: Int) -> Int? {
        let left = 2 * index + 1
        guard left < heap.count else { return nil }
        return left + 1 < heap.count && heap[left + 1].position < heap[left].position ? left + 1 : left
    }
}

/// The position of a record in the order of all threads.
struct RecordPosition: Comparable {
    let time: UInt64
    let thread: UInt32

    static func < (lhs: RecordPosition, rhs: RecordPosition) -> Bool {
        (lhs.time, lhs.thread) < (rhs.time, rhs.thread)
    }
}
