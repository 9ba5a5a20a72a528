#if AsyncAlgorithms
    import FlowAlgorithms
    import FlowOperators
    import FlowTrace
    import Testing

    @testable import FlowAnalysis
    @testable import FlowGraph
    @testable import FlowVerdict

    @Suite("Operators of Swift concurrency, traced")
    struct AsyncOperatorTests {
        private static func numbers(_ values: ClosedRange<Int>) -> FlowAsync.AsyncStream<Int> {
            FlowAsync.AsyncStream { continuation in
                for value in values { continuation.yield(value) }
                continuation.finish()
            }
        }

        @Test func `a chain that starts at a stream keeps its edges, the lines that made them, and what makes them happen`() async
        {
            let line = #line + 2
            let traced = await Traced.recording {
                let chain = AsyncOperatorTests.numbers(1...4)
                    .map { $0 * 2 }
                    .filter { $0 > 2 }
                    .prefix(2)
                for await _ in chain {}
            }

            #expect(
                traced.graph.filter { !$0.hasPrefix("yield") && !$0.hasPrefix("AsyncStream held") } == [
                    "prefix: prefix -> for await", "filter: filter -> prefix", "map: map -> filter",
                    "AsyncStream: AsyncStream -> map",
                ])
            #expect(traced.log.edges.filter { $0.label == "map" }.map(\.location?.line) == [line + 1])
            #expect(traced.log.edges.filter { $0.label == "prefix" }.map(\.location?.line) == [line + 3])
            let events = traced.lines.drop { !$0.contains("prefix request") }.prefix(10).map { $0.drop { $0 != " " } }
            #expect(
                events
                    == [
                        " prefix request 1", " filter request 1 < 16", " map request 1 < 17", " AsyncStream request 1 < 18",
                        " AsyncStream held unbuffered 1 < 19", " AsyncStream value 1 < 20", " map value 2 < 21",
                        " map request 1 < 17", " AsyncStream request 1 < 23", " AsyncStream held unbuffered 2 < 24",
                    ].map { $0[...] })
            #expect(traced.residues == [])
        }

        @Test func `operators that pull in tasks of their own are joined to their inputs`() async {
            let traced = await Traced.recording {
                let (one, other) = (
                    AsyncOperatorTests.numbers(1...3).probe("one"), AsyncOperatorTests.numbers(4...6).probe("other")
                )
                let merged = merge(one, other).buffer(policy: .bounded(2)).debounce(for: .seconds(1), clock: SteppedClock())
                let named = zip(merged.probe("merged"), AsyncOperatorTests.numbers(7...9)).probe("pairs")
                for await _ in named { break }
            }

            let graph = Set(traced.graph)
            let edges: Set = [
                "one: AsyncStream -> merge", "other: AsyncStream -> merge", "merge: merge -> buffer",
                "buffer: buffer -> debounce",
                "merged: debounce -> zip", "AsyncStream: AsyncStream -> zip", "pairs: zip -> for await",
            ]
            #expect(edges.subtracting(graph) == [])
        }

        @Test func `a sequence that is not traced becomes a stage of what joins it with one that is`() async {
            let others = [4, 5].async
            let traced = await Traced.recording {
                for await _ in merge(AsyncOperatorTests.numbers(1...3), others).probe("two") {}
                for await _ in merge(others, others, AsyncOperatorTests.numbers(1...3)).probe("three") {}
                for await _ in zip(others, AsyncOperatorTests.numbers(1...3)) {}
                for await _ in zip(AsyncOperatorTests.numbers(1...3), others, others) {}
                for await _ in combineLatest(AsyncOperatorTests.numbers(1...3), others, AsyncOperatorTests.numbers(1...3)) {}
                for await _ in chain(others, AsyncOperatorTests.numbers(1...3)) {}
                for await _ in chain(others, others, AsyncOperatorTests.numbers(1...3)) {}
            }

            let inputs = traced.graph.map { $0.split(separator: " ", maxSplits: 1).last.map(String.init) ?? "" }
                .filter { $0.hasPrefix("asyncSync") || $0.contains(" asyncSync") }
            #expect(inputs.count == 10)
            #expect(traced.count(.value, on: "two") == 5)
            #expect(traced.count(.value, on: "three") == 7)
            #expect(traced.residues == [])
        }

        @Test func `a buffer that drops says which values, and why`() async {
            let traced = await Traced.recording {
                var latest = AsyncOperatorTests.numbers(1...9).buffer(policy: .bufferingLatest(2)).probe("latest")
                    .makeAsyncIterator()
                _ = await latest.next()
                // The stream ends when its buffer has received all values.
                while await latest.next() != nil {}
            }

            let dropped = traced.values(.dropped, on: "latest held").compactMap(Int.init)
            let delivered = traced.values(.value, on: "latest").compactMap(Int.init)
            #expect((dropped + delivered).sorted() == Array(1...9))
            #expect(delivered.suffix(2) == [8, 9])
            let reasons = Set(traced.log.entries.compactMap { $0.event.dropReason?.name })
            #expect(reasons.subtracting(["overflow: oldest"]) == [])
            #expect(traced.log.nodes.first { $0.operation == .bufferSequence }?.capacity == 2)
            #expect(traced.log.nodes.first { $0.operation == .bufferSequence }?.overflow == .dropOldest)
            #expect(traced.residues == [])
        }

        @Test func `a buffer that nobody empties holds as much as it has room for`() async {
            let traced = await Traced.recording {
                let bounded = AsyncOperatorTests.numbers(1...9).probe("in").buffer(policy: .bounded(3)).probe("bounded")
                var iterator = bounded.makeAsyncIterator()
                _ = await iterator.next()
                await withTaskGroup { group in
                    group.addTask { for _ in 0..<200 { await Task.yield() } }
                }
            }

            #expect(traced.values(.value, on: "bounded") == ["1"])
            #expect(traced.values(.buffered, on: "bounded held") == traced.values(.value, on: "in"))
            #expect(traced.count(.value, on: "in") <= 4)
            #expect(traced.values(.dropped, on: "bounded held") == Array(traced.values(.value, on: "in").dropFirst()))
        }

        @Test func `a signal that comes before the first value is none of what a chunk is made of`() async {
            let traced = await Traced.recording {
                let (values, producer) = AsyncStream.makeStream(of: Int.self)
                let (signals, signal) = AsyncStream.makeStream(of: Void.self)
                signal.yield()
                let first = signals.map {
                    for value in 1...3 { producer.yield(value) }
                    producer.finish()
                }
                for await _ in values.probe("in").chunks(ofCount: 2, or: first).probe("chunks") {}
            }

            #expect(traced.count(.value, on: "chunks") == 2)
            #expect(traced.values(.unbuffered, on: "chunks held").filter { $0 != "()" } == ["1", "2", "3"])
            #expect(traced.count(.dropped, on: "chunks held") == 0)
            #expect(traced.residues == [])
        }

        @Test func `share asks once, and everybody gets everything`() async {
            let traced = await Traced.recording {
                let shared = AsyncOperatorTests.numbers(1...5).probe("in").share()
                var (one, other) = (shared.probe("one").makeAsyncIterator(), shared.probe("other").makeAsyncIterator())
                for _ in 1...5 {
                    let pair = (await one.next(), await other.next())
                    #expect(pair.0 == pair.1)
                }
            }

            #expect(traced.graph.contains("in: AsyncStream -> share"))
            #expect(traced.graph.contains("one: share -> for await"))
            #expect(traced.graph.contains("other: share -> for await"))
            #expect(traced.count(.value, on: "in") == 5)
            #expect(traced.values(.value, on: "one") == traced.values(.value, on: "other"))
            #expect(traced.residues == [])
        }

        @Test(arguments: [(true, "overflow: oldest", ["2", "3", "4"]), (false, "overflow: newest", ["3", "4", "5"])])
        func `what a shared sequence drops is lost by those that have not got it`(
            isNewest: Bool, reason: String, lost: [String]
        ) async {
            let traced = await Traced.recording {
                let shared = AsyncOperatorTests.numbers(1...5).probe("in")
                    .share(bufferingPolicy: isNewest ? .bufferingLatest(1) : .bufferingOldest(1))
                var (fast, slow) = (shared.probe("fast").makeAsyncIterator(), shared.probe("slow").makeAsyncIterator())
                _ = await fast.next()
                _ = await slow.next()
                while await fast.next() != nil {}
                while await slow.next() != nil {}
            }

            #expect(traced.values(.dropped, on: "slow held") == lost)
            let reasons = traced.log.entries.filter { traced.log.edge($0.edge)?.label == "slow held" }
                .compactMap { $0.event.dropReason?.name }
            #expect(Set(reasons) == [reason])
            #expect(traced.residues == [])
            #expect(traced.heldFaults == [])
        }

        @Test func `the types stay Sendable, and throw where theirs do`() async throws {
            func isSendable<Value: Sendable>(_ value: Value) -> Bool { true }
            let numbers = AsyncOperatorTests.numbers(1...3)

            #expect(isSendable(numbers.map { $0 }.filter { _ in true }.buffer(policy: .unbounded)))
            #expect(isSendable(merge(numbers, numbers).share()))
            #expect(isSendable(numbers.flatMap { AsyncOperatorTests.numbers(1...$0) }))
            for await _ in zip(numbers.chunks(ofCount: 2), numbers.adjacentPairs()) {}
            for await _ in combineLatest(numbers, numbers).debounce(for: .seconds(1), clock: SteppedClock()) {}
            let throwing = AsyncThrowingStream<Int, any Error>(unfolding: { nil })
            for try await _ in try throwing.prefix(while: { $0 > 1 }) {}
        }
    }
#endif
