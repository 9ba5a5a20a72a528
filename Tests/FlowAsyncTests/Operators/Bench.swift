#if AsyncAlgorithms
    import FlowAlgorithms
    import FlowTestSupport
    import FlowTrace
    import Synchronization
    import Testing

    /// The sources, counters and pauses of a pipeline. Counts the real events without the tracer.
    final class Bench: Sendable {
        struct Counts: Equatable {
            var requests = 0
            var values = 0
            var ends = 0
            var failures = 0
            /// Ends of tasks that were cancelled when the sequence ended, or just after: it is unknown which.
            var unsure = 0

            /// The counts with the unsure ends decided as in `other`, if possible.
            func deciding(as other: Counts?) -> Counts {
                var counts = self
                counts.ends = max(ends, min(ends + unsure, other?.ends ?? 0))
                counts.unsure = 0
                return counts
            }
        }

        struct Broken: Error {}

        private let counted = Mutex<[String: Counts]>([:])
        private let chance: Mutex<SeededChance>
        private let last = Mutex<FlowAsync.AsyncStream<Int>.Continuation?>(nil)
        private let producers = Mutex<[Task<Void, Never>]>([])
        private let held = Mutex(Held())

        /// The number of live counted iterators, and the tasks that wait until there are none.
        private struct Held {
            var iterators = 0
            var waiting: [CheckedContinuation<Void, Never>] = []
        }

        private let onlyValues = Mutex<Set<String>>(["yield", "send"])
        private let rest: @Sendable () async -> Void

        /// - Parameter rest: Lets other tasks run first.
        init(seed: UInt64, rest: @escaping @Sendable () async -> Void) {
            chance = Mutex(SeededChance(seed: seed))
            self.rest = rest
        }

        /// The counts by the label of the edge.
        var counts: [String: Counts] { counted.withLock { $0 } }

        /// Waits for the tasks that may outlast the consumers: producers, and tasks of operators, which hold the iterators of
        /// their inputs.
        func finish() async {
            for producer in producers.withLock({ $0 }) { await producer.value }
            await withCheckedContinuation { continuation in
                let isFree = held.withLock { held in
                    if held.iterators > 0 { held.waiting.append(continuation) }
                    return held.iterators == 0
                }
                if isFree { continuation.resume() }
            }
        }

        /// Counts a new iterator.
        fileprivate func hold() {
            held.withLock { $0.iterators += 1 }
        }

        /// A counted iterator was released.
        fileprivate func letGo() {
            let waiting = held.withLock { held in
                held.iterators -= 1
                guard held.iterators == 0 else { return [CheckedContinuation<Void, Never>]() }
                defer { held.waiting = [] }
                return held.waiting
            }
            for continuation in waiting { continuation.resume() }
        }

        /// Whether only values are counted for a label.
        func countsOnlyValues(_ label: String) -> Bool { onlyValues.withLock { $0.contains(label) } }

        func count(_ label: String, _ change: (inout Counts) -> Void) {
            counted.withLock { change(&$0[label, default: Counts()]) }
        }

        func countEnd(_ label: String, isSure: Bool) {
            count(label) { counts in if isSure { counts.ends += 1 } else { counts.unsure += 1 } }
        }

        func below(_ limit: Int) -> Int { chance.withLock { $0.below(limit) } }

        /// Lets other tasks run first, a random number of times.
        func pause() async {
            for _ in 0..<below(4) { await rest() }
        }

        // MARK: Sources

        /// A source of the numbers from `first`, each after a pause.
        func source(_ label: String, _ count: Int = 12, from first: Int = 1) -> Tallied<TracedAsyncSequence<Numbers>> {
            Numbers(first: first, count: count, bench: self).probe(label).tallied(label, self)
        }

        /// A source for whose edge only the values are counted, since its consumer may request again after the end, or stay
        /// forever.
        func looseSource(_ label: String, _ count: Int) -> TracedAsyncSequence<Numbers> {
            onlyValues.withLock { _ = $0.insert(label) }
            return Numbers(first: 1, count: count, label: label, bench: self).probe(label)
        }

        /// A source that fails after its numbers.
        func failing(_ label: String, _ count: Int = 6) -> Tallied<TracedAsyncSequence<Numbers>> {
            Numbers(first: 1, count: count, isFailing: true, bench: self).probe(label).tallied(label, self)
        }

        /// A stream into which a task yields numbers.
        func stream(
            _ label: String, _ count: Int = 12,
            policy: FlowAsync.AsyncStream<Int>.Continuation.BufferingPolicy = .unbounded
        ) -> Tallied<FlowAsync.AsyncStream<Int>> {
            let (stream, continuation) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: policy)
            produce(count, as: "yield", finish: { continuation.finish() }) { continuation.yield($0) }
            last.withLock { $0 = continuation }
            return stream.probe(label).tallied(label, self)
        }

        /// Yields further values to the last stream.
        func yieldMore() {
            count("yield") { $0.values += 2 }
            last.withLock { last in
                last?.yield(100)
                last?.yield(101)
            }
        }

        /// A channel through which a task sends numbers.
        func channel(_ label: String, _ count: Int = 12) -> Tallied<TracedAsyncSequence<FlowAlgorithms.AsyncChannel<Int>>> {
            let channel = FlowAlgorithms.AsyncChannel<Int>()
            produce(count, as: "send", finish: { channel.finish() }) { await channel.send($0) }
            return channel.probe(label).tallied(label, self)
        }

        /// A throwing stream, into which a task yields numbers.
        func throwingStream(_ label: String, _ count: Int = 12) -> Tallied<FlowAsync.AsyncThrowingStream<Int, any Error>> {
            let (stream, continuation) = AsyncThrowingStream.makeStream(of: Int.self)
            produce(count, as: "yield", finish: { continuation.finish() }) { continuation.yield($0) }
            return stream.probe(label).tallied(label, self)
        }

        /// A throwing channel, through which a task sends numbers.
        func throwingChannel(
            _ label: String, _ count: Int = 12
        ) -> Tallied<TracedAsyncSequence<FlowAlgorithms.AsyncThrowingChannel<Int, any Error>>> {
            let channel = FlowAlgorithms.AsyncThrowingChannel<Int, any Error>()
            produce(count, as: "send", finish: { channel.finish() }) { await channel.send($0) }
            return channel.probe(label).tallied(label, self)
        }

        private func produce(
            _ count: Int, as deed: String, finish: @escaping @Sendable () -> Void, _ send: @escaping @Sendable (Int) async -> Void
        ) {
            let producer = Task {
                for value in 1...count {
                    await self.pause()
                    self.count(deed) { $0.values += 1 }
                    await send(value)
                }
                finish()
            }
            producers.withLock { $0.append(producer) }
        }

        // MARK: Consumers

        /// Consumes all values, or at most `limit`.
        ///
        /// - Parameter others: The meeting with the other consumers, which must also have iterators before the first request.
        func consume<Base: FlowSequence>(_ flow: Base, upTo limit: Int = .max, after others: Meeting? = nil) async {
            var left = limit
            var iterator = flow.makeAsyncIterator()
            await others?.come()
            do {
                while try await iterator.next(isolation: nil) != nil {
                    left -= 1
                    if left == 0 { return }
                    await pause()
                }
            } catch {
                #expect(error is Broken)
            }
        }
    }

    extension Bench {
        /// Consumes a shared sequence with two consumers, one of which requests only now and then.
        func consumeUnevenly<Base: AsyncSequence>(_ shared: TracedAsyncSequence<Base>) async {
            var (fast, slow) = (shared.edge("fast", self).makeAsyncIterator(), shared.edge("slow", self).makeAsyncIterator())
            var (isFastOver, isSlowOver) = (false, false)
            while !isFastOver || !isSlowOver {
                if isSlowOver || !isFastOver && below(6) > 0 {
                    isFastOver = await hasEnded(&fast)
                } else {
                    isSlowOver = await hasEnded(&slow)
                }
                await pause()
            }
        }

        /// Requests a value; returns whether the sequence has ended.
        private func hasEnded<Iterator: AsyncIteratorProtocol>(_ iterator: inout Iterator) async -> Bool {
            do { return try await iterator.next(isolation: nil) == nil } catch {
                #expect(error is Broken)
                return true
            }
        }
    }

    /// A barrier at which tasks wait for one another.
    final class Meeting: Sendable {
        private let state: Mutex<(missing: Int, waiting: [CheckedContinuation<Void, Never>])>

        init(of count: Int) { state = Mutex((count, [])) }

        /// Waits until all tasks have arrived.
        func come() async {
            await withCheckedContinuation { continuation in
                let all = state.withLock { state in
                    state.missing -= 1
                    state.waiting.append(continuation)
                    return state.missing == 0 ? state.waiting : []
                }
                for one in all { one.resume() }
            }
        }
    }

    /// Numbers, each after a pause.
    struct Numbers: AsyncSequence, Sendable {
        let first: Int
        let count: Int
        var isFailing = false
        /// The label under which it counts its values itself.
        var label: String?
        let bench: Bench

        struct Iterator: AsyncIteratorProtocol {
            let numbers: Numbers
            var next: Int

            mutating func next(isolation actor: isolated (any Actor)?) async throws(Bench.Broken) -> Int? {
                await numbers.bench.pause()
                guard next < numbers.first + numbers.count, !Task.isCancelled else {
                    if numbers.isFailing { throw Bench.Broken() }
                    return nil
                }
                defer { next += 1 }
                if let label = numbers.label { numbers.bench.count(label) { $0.values += 1 } }
                return next
            }
        }

        func makeAsyncIterator() -> Iterator { Iterator(numbers: self, next: first) }
    }

    /// Counts passing values independently of the tracer, which does not see this sequence.
    struct Tallied<Base: FlowSequence>: FlowSequence {
        typealias Element = Base.Element
        typealias Failure = Base.Failure

        /// The same sequence without counting, for iterations that continue after the consumer has left, while counts are
        /// compared.
        let base: Base
        let label: String
        let bench: Bench

        struct Iterator: AsyncIteratorProtocol {
            var base: Base.AsyncIterator
            let label: String
            let bench: Bench
            let hold: Hold
            var isOver = false

            init(base: Base.AsyncIterator, label: String, bench: Bench) {
                (self.base, self.label, self.bench, hold) = (base, label, bench, Hold(bench))
            }

            mutating func next(isolation actor: isolated (any Actor)?) async throws(Base.Failure) -> Base.Element? {
                bench.count(label) { $0.requests += 1 }
                let wasCancelled = Task.isCancelled
                do {
                    let value = try await base.next(isolation: actor)
                    guard let value else {
                        if !isOver, !wasCancelled { bench.countEnd(label, isSure: !Task.isCancelled) }
                        isOver = true
                        return nil
                    }
                    bench.count(label) { $0.values += 1 }
                    return value
                } catch {
                    if !isOver { bench.count(label) { $0.failures += 1 } }
                    isOver = true
                    throw error
                }
            }
        }

        func makeAsyncIterator() -> Iterator { Iterator(base: base.makeAsyncIterator(), label: label, bench: bench) }
    }

    extension Tallied: Sendable where Base: Sendable {}

    /// Lives as long as its iterator.
    final class Hold: Sendable {
        private let bench: Bench

        init(_ bench: Bench) {
            self.bench = bench
            bench.hold()
        }

        deinit { bench.letGo() }
    }

    extension FlowSequence {
        func tallied(_ label: String, _ bench: Bench) -> Tallied<Self> { Tallied(base: self, label: label, bench: bench) }
    }

    extension TracedAsyncSequence {
        /// Names the edge, and counts its values.
        func edge(_ label: String, _ bench: Bench) -> Tallied<TracedAsyncSequence> { probe(label).tallied(label, bench) }
    }

    /// A clock that advances by one at each reading. Every sleeper on it lets other tasks run first.
    struct SteppedClock: Clock {
        struct Instant: InstantProtocol {
            let steps: Int

            func advanced(by duration: Duration) -> Instant { Instant(steps: steps + Int(duration.components.seconds)) }

            func duration(to other: Instant) -> Duration { .seconds(other.steps - steps) }

            static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.steps < rhs.steps }
        }

        final class Steps: Sendable { let count = Atomic<Int>(0) }

        private let steps = Steps()

        var now: Instant { Instant(steps: steps.count.wrappingAdd(1, ordering: .relaxed).newValue) }

        var minimumResolution: Duration { .seconds(1) }

        func sleep(until deadline: Instant, tolerance: Duration?) async throws {
            while now < deadline {
                try Task.checkCancellation()
                await Task.yield()
            }
        }
    }
#endif
