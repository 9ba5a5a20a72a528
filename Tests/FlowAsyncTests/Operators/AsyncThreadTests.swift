#if AsyncAlgorithms
    import FlowAlgorithms
    import FlowTestSupport
    import FlowTrace
    import Testing

    /// Work for the thread sanitizer: many tasks on all threads at once, through operators that pull in separate tasks.
    @Suite("Pipelines of Swift concurrency on many threads")
    struct AsyncThreadTests {
        /// The numbers of requests and values of each edge.
        private struct StepCounts: RecordSink {
            var requests: [UInt64: Int] = [:]
            var values: [UInt64: Int] = [:]
            var missed = 0

            mutating func declare(nodes: [NodeFact], edges: [EdgeFact]) {}

            mutating func append(_ record: TraceEvent, thread: UInt32, bytes: UnsafeRawBufferPointer?) {
                switch record.step {
                case .request: requests[record.hookKey.id, default: 0] += 1
                case .value: values[record.hookKey.id, default: 0] += 1
                default: break
                }
            }

            mutating func record(missed: Int) { self.missed = missed }
        }

        private static func stream(_ number: Int, _ count: Int) -> FlowAsync.AsyncStream<Int> {
            let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
            Task {
                for value in 1...count { continuation.yield(value) }
                continuation.finish()
            }
            return stream
        }

        /// There are two tasks for each stream and its buffer, and one for each merge.
        @Test func `eight tasks that yield a hundred thousand values each lose none, and no count of any edge`() async {
            let count = Rounds.isLong ? 100_000 : 500
            let recorder = Recorder(chunkLimit: .max)
            var sum = 0
            await CurrentTarget.with(TraceTarget(recorder: recorder)) {
                func pair(_ number: Int) -> some FlowSequence<Int, Never> & Sendable {
                    let one = AsyncThreadTests.stream(number, count).map { $0 }.buffer(policy: .bounded(16))
                    let other = AsyncThreadTests.stream(number + 1, count).filter { _ in true }.buffer(policy: .unbounded)
                    return merge(one, other)
                }
                for await value in merge(merge(pair(0), pair(2)), merge(pair(4), pair(6))) { sum += value }
            }
            var counts = StepCounts()
            recorder.drain(into: &counts)

            #expect(counts.missed == 0)
            #expect(sum == 8 * count * (count + 1) / 2)
            // Eight streams receive values; each has an operator and a buffer. Merges join two, four and eight of them.
            let merges = Array(repeating: 2 * count, count: 4) + [4 * count, 4 * count, 8 * count]
            #expect(counts.values.values.sorted() == Array(repeating: count, count: 4 * 8) + merges)
            #expect(
                counts.requests.values.sorted() == (Array(repeating: count + 1, count: 3 * 8) + merges.map { $0 + 1 }).sorted())
        }
    }
#endif
