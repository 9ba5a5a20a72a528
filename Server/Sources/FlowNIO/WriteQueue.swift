import NIOCore

/// Which write of a channel is being sent, and which wait.
///
/// They are sent in the order in which they were written, one after the other: the first one that was flushed and is not done counts as
/// being sent, all others as held.
struct WriteQueue {
    /// What happens to a write.
    enum Step: Equatable {
        /// It begins to be sent.
        case begin(bytes: Int)
        /// It was sent: the peer is ready for the next.
        case end
    }

    private struct Write {
        let number: Int
        let bytes: Int
        var isDone = false
    }

    private var writes = CircularBuffer<Write>()
    private var lastNumber = 0
    /// The last write that was flushed.
    private var flushed = 0
    private var isSending = false
    /// How many bytes were written and not sent.
    private(set) var bytes = 0

    /// Adds a write; returns its number.
    mutating func append(bytes count: Int) -> Int {
        lastNumber += 1
        bytes += count
        writes.append(Write(number: lastNumber, bytes: count))
        return lastNumber
    }

    /// All that is written may be sent.
    mutating func flush() -> [Step] {
        flushed = lastNumber
        return advance()
    }

    /// A write was sent.
    mutating func complete(_ number: Int) -> [Step] {
        guard let index = writes.firstIndex(where: { $0.number == number }) else { return [] }
        writes[index].isDone = true
        return advance()
    }

    private mutating func advance() -> [Step] {
        var steps: [Step] = []
        while let first = writes.first {
            if !isSending {
                guard first.isDone || first.number <= flushed else { break }
                isSending = true
                steps.append(.begin(bytes: first.bytes))
            }
            guard first.isDone else { break }
            writes.removeFirst()
            bytes -= first.bytes
            isSending = false
            steps.append(.end)
        }
        return steps
    }
}
