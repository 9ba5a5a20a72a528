extension _SwiftNIO {
    /// The writes of a channel: the one that is being sent, and the ones that wait.
    ///
    /// A channel sends its writes in their order, one at a time: the first flushed write that is not complete is the one being sent.
    public struct WriteQueue: Sendable {
        /// A change of the write that is being sent.
        public enum Step: Equatable, Sendable {
            case begin(bytes: Int?)
            /// The peer is ready for the next write.
            case end
        }

        private struct Write {
            let number: Int
            let bytes: Int?
            let settle: @Sendable () -> Void
            var isComplete = false
        }

        private var writes: [Write] = []
        private var first = 0
        private var lastNumber = 0
        /// The number of the last flushed write.
        private var flushed = 0
        private var isSending = false
        /// The number of known bytes written, but not sent.
        public private(set) var bytes = 0

        public init() {}

        /// Adds a write; returns its number.
        ///
        /// - Parameters:
        ///   - count: The number of its bytes; `nil` if unknown.
        ///   - settle: Completes the promise of the write, for ``clear()``.
        public mutating func append(bytes count: Int?, _ settle: @escaping @Sendable () -> Void) -> Int {
            lastNumber += 1
            bytes += count ?? 0
            writes.append(Write(number: lastNumber, bytes: count, settle: settle))
            return lastNumber
        }

        /// Lets the writes so far be sent.
        public mutating func flush() -> [Step] {
            flushed = lastNumber
            return advance()
        }

        /// Notes that a write was sent.
        public mutating func complete(_ number: Int) -> [Step] {
            guard let oldest = writes.dropFirst(first).first else { return [] }
            let index = first + number - oldest.number
            guard index >= first, index < writes.count else { return [] }
            writes[index].isComplete = true
            return advance()
        }

        /// Removes all writes.
        ///
        /// - Returns: What settles their promises.
        public mutating func clear() -> [@Sendable () -> Void] {
            defer { (writes, first, bytes) = ([], 0, 0) }
            return writes.dropFirst(first).map(\.settle)
        }

        private mutating func advance() -> [Step] {
            var steps: [Step] = []
            while first < writes.count {
                let write = writes[first]
                if !isSending {
                    guard write.isComplete || write.number <= flushed else { break }
                    isSending = true
                    steps.append(.begin(bytes: write.bytes))
                }
                guard write.isComplete else { break }
                first += 1
                bytes -= write.bytes ?? 0
                isSending = false
                steps.append(.end)
            }
            if first > 64, first > writes.count / 2 {
                writes.removeFirst(first)
                first = 0
            }
            return steps
        }
    }
}
