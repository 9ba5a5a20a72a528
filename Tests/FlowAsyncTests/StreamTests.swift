import FlowTrace
import Testing

@testable import FlowAnalysis
@testable import FlowAsync

@Suite("AsyncStream, traced")
struct StreamTests {
    struct Broken: Error {}

    /// The sum of the values that a consumer receives from tasks that yield at the same time.
    private static func sum(yielding tasks: Int, each count: Int) async -> Int {
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        return await withTaskGroup(of: Int.self) { group in
            for task in 0..<tasks {
                group.addTask {
                    for value in 0..<count { continuation.yield(task * 1_000 + value) }
                    return 0
                }
            }
            group.addTask {
                var (sum, left) = (0, tasks * count)
                for await value in stream {
                    sum += value
                    left -= 1
                    if left == 0 { break }
                }
                return sum
            }
            return await group.reduce(0, +)
        }
    }

    @Test func `what is yielded before anybody iterates is held from the start, and every event has its cause`() async {
        let traced = await Traced.recording {
            let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
            for value in 1...2 { continuation.yield(value) }
            continuation.finish()
            for await _ in stream {}
        }

        #expect(
            traced.graph == [
                "yield: yield -> AsyncStream", "AsyncStream held: AsyncStream -> AsyncStream",
                "AsyncStream: AsyncStream -> for await",
            ])
        #expect(
            traced.lines == [
                "1 yield subscribed ", "2 yield request ∞ < 1", "3 yield value 1", "4 AsyncStream held buffered 1 < 3",
                "5 yield value 2", "6 AsyncStream held buffered 2 < 5", "7 yield finished ", "8 AsyncStream subscribed ",
                "9 AsyncStream request 1", "10 AsyncStream held unbuffered 1 < 9", "11 AsyncStream value 1 < 10",
                "12 AsyncStream request 1", "13 AsyncStream held unbuffered 2 < 12", "14 AsyncStream value 2 < 13",
                "15 AsyncStream request 1", "16 AsyncStream finished  < 7",
            ])
        #expect(traced.residues == [])
    }

    @Test(arguments: [
        (AsyncStream<Int>.Continuation.BufferingPolicy.bufferingOldest(2), ["3", "4", "5"], "overflow: newest", ["1", "2"]),
        (.bufferingNewest(2), ["1", "2", "3"], "overflow: oldest", ["4", "5"]),
        (.bufferingNewest(0), ["1", "2", "3", "4", "5"], "overflow: newest", []),
    ]) func `a full stream drops as its policy says`(
        policy: AsyncStream<Int>.Continuation.BufferingPolicy, dropped: [String], reason: String, delivered: [String]
    ) async {
        let traced = await Traced.recording {
            let (stream, continuation) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: policy)
            for value in 1...5 { continuation.yield(value) }
            continuation.finish()
            for await _ in stream {}
        }

        #expect(traced.values(.dropped, on: "AsyncStream held") == dropped)
        #expect(Set(traced.log.entries.compactMap { $0.event.dropReason?.name }) == [reason])
        #expect(traced.values(.value, on: "AsyncStream") == delivered)
        #expect(traced.residues == [])
    }

    @Test func `what a stream holds when it is gone is dropped, and so is what is yielded after its end`() async {
        let traced = await Traced.recording {
            let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
            for value in 1...3 { continuation.yield(value) }
            for await _ in stream { break }
            continuation.finish()
            continuation.yield(4)
        }

        #expect(traced.values(.value, on: "AsyncStream") == ["1"])
        #expect(traced.count(.cancel, on: "AsyncStream") == 1)
        #expect(traced.values(.dropped, on: "AsyncStream held").sorted() == ["2", "3", "4"])
    }

    @Test func `what is yielded while somebody iterates is held once`() async {
        let traced = await Traced.recording {
            let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
            var iterator = stream.makeAsyncIterator()
            for value in 1...3 {
                continuation.yield(value)
                continuation.yield(-value)
                _ = await iterator.next()
            }
        }

        #expect(
            traced.graph == [
                "yield: yield -> AsyncStream", "AsyncStream held: AsyncStream -> AsyncStream",
                "AsyncStream: AsyncStream -> for await",
            ])
        #expect(traced.values(.buffered, on: "AsyncStream held") == ["1", "-1", "2", "-2", "3", "-3"])
        #expect(traced.values(.unbuffered, on: "AsyncStream held") == ["1", "-1", "2"])
        #expect(traced.values(.dropped, on: "AsyncStream held") == ["-2", "3", "-3"])
        #expect(traced.residues == [])
    }

    /// A consumer records a value when its `await` ends, which may be long after the value has left the stream.
    @Test func `a stream never holds more than it can, also where its consumer has not recorded yet what it took`() {
        let recorder = Recorder()
        let target = TraceTarget(recorder: recorder)
        let place = StageLabel(fileID: "Tests/Stream.swift", line: 1)
        let feed = ProducerEdge(
            target, from: AsyncStream<Int>.Continuation.self, to: AsyncStream<Int>.self, of: Int.self, limit: .newest(2),
            at: place)
        let facts = StageFacts(type: AsyncStream<Int>.self, valueType: Int.self, stream: feed.id, label: place)
        let (_, pull) = ConsumerEdge.tracing(facts, in: target) {}
        pull?.request()
        let marks = (1...3).map { value in
            let mark = feed.willYield(value)
            feed.didKeep(mark)
            return mark
        }
        feed.didDrop(marks[1], yielding: feed.willYield(4))
        pull?.receive(1, mark: marks[0])

        let traced = Traced(recorder)
        #expect(
            traced.lines.filter { !$0.contains("subscribed") && !$0.contains("request") } == [
                "5 yield value 1", "6 AsyncStream held buffered 1 < 5", "7 yield value 2", "8 AsyncStream held buffered 2 < 7",
                "9 yield value 3", "10 AsyncStream held unbuffered 1", "11 AsyncStream held buffered 3 < 9", "12 yield value 4",
                "13 AsyncStream held dropped 2 overflow: oldest < 12", "14 AsyncStream held buffered 4 < 12",
                "15 AsyncStream value 1 < 10",
            ])
        #expect(traced.residues == [])
    }

    @Test func `what a stream holds has the name of its first iterator`() async {
        let traced = await Traced.recording {
            let (named, packets) = AsyncStream.makeStream(of: Int.self)
            packets.yield(1)
            for await _ in named.probe("packets") { break }
            let (unnamed, numbers) = AsyncStream.makeStream(of: Int.self)
            numbers.yield(1)
            for await _ in unnamed { break }
        }

        #expect(traced.log.edges.filter { $0.role == .store }.map(\.label) == ["packets held", "AsyncStream held"])
        var tally = RunTally()
        for entry in traced.log.entries { tally.fold(entry, in: traced.log) }
        #expect(tally.stage("packets")?.maxHeld == 1)
    }

    @Test func `an error of a throwing stream ends both of its edges`() async {
        let traced = await Traced.recording {
            let (stream, continuation) = AsyncThrowingStream.makeStream(of: String.self)
            continuation.yield("a long text that does not fit into the record")
            continuation.finish(throwing: Broken())
            var iterator = stream.probe("lines").makeAsyncIterator()
            _ = try? await iterator.next()
            await #expect(throws: Broken.self) { _ = try await iterator.next() }
        }

        #expect(traced.values(.value, on: "lines") == ["a long text that does not fit into the record"])
        #expect(traced.values(.failure, on: "lines") == ["Broken"])
        #expect(traced.values(.failure, on: "yield") == ["Broken"])
        #expect(traced.residues == [])
    }

    @Test func `a consumer whose task is cancelled ends the stream`() async {
        let traced = await Traced.recording {
            let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
            let (waits, isWaiting) = _Concurrency.AsyncStream.makeStream(of: Void.self)
            let task = Task {
                var iterator = stream.makeAsyncIterator()
                _ = await iterator.next()
                isWaiting.yield()
                _ = await iterator.next()
            }
            continuation.yield(1)
            for await _ in waits { break }
            task.cancel()
            await task.value
        }

        #expect(traced.count(.cancel, on: "AsyncStream") == 1)
        #expect(traced.count(.cancel, on: "yield") == 1)
        #expect(traced.count(.finished, on: "AsyncStream") == 0)
        let cancels = traced.log.entries.filter { $0.kind == .cancel }
        #expect(cancels.last?.cause == cancels.first?.sequence)
    }

    @Test func `eight tasks that yield and one that consumes lose no value and no count`() async {
        var sum = 0
        let traced = await Traced.recording { sum = await StreamTests.sum(yielding: 8, each: 500) }

        #expect(traced.log.missed == 0)
        #expect(traced.values(.value, on: "AsyncStream").compactMap(Int.init).reduce(0, +) == sum)
        let counts = [
            ("yield", SignalKind.value), ("AsyncStream held", .buffered), ("AsyncStream held", .unbuffered),
            ("AsyncStream", .value),
        ]
        #expect(counts.map { traced.count($0.1, on: $0.0) } == [4_000, 4_000, 4_000, 4_000])
        #expect(traced.residues == [])
    }

    @Test func `streams that come and go take each other's place`() async {
        let traced = await Traced.recording {
            for value in 0..<200 {
                let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
                continuation.yield(value)
                continuation.finish()
                for await _ in stream {}
            }
        }

        #expect(traced.log.edges.count < 100)
        #expect(traced.log.entries.count { $0.kind == .value } == 400)
        #expect(traced.residues == [])
    }

    @Test func `untraced, nothing is recorded and everything works`() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
        continuation.yield(1)
        continuation.yield(2)
        continuation.finish()
        var values: [Int] = []
        for await value in stream { values.append(value) }

        #expect(values == [2])
    }
}
