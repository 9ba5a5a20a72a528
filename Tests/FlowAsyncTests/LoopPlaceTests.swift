import FlowAsync
import FlowTestSupport
import FlowTrace
import Testing

/// Each loop of a program has its own edge, wherever its streams were made.
@Suite("Edges of loops")
struct LoopPlaceTests {
    private enum Loop: Int, CaseIterable {
        case here, there, inFunction, inClosure
    }

    /// The lines that make streams.
    private static func make(_ loop: Loop) -> AsyncStream<Int> {
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        continuation.yield(loop.rawValue)
        continuation.finish()
        return stream
    }

    private static func unfold(_ loop: Loop) -> AsyncStream<Int> {
        let isOver = LockedBox(false)
        return AsyncStream(unfolding: {
            isOver.withLock { over in
                defer { over = true }
                return over ? nil : loop.rawValue
            }
        })
    }

    private static func consume(_ stream: AsyncStream<Int>) async {
        for await _ in stream { await Task.yield() }
    }

    /// A separate function: nothing names addresses here, and the compiler makes a call for each `await` that it follows.
    private static func turn(_ loop: Loop, _ isUnfolded: Bool) async {
        await run(loop, isUnfolded ? unfold(loop) : make(loop))
    }

    private static func run(_ loop: Loop, _ stream: AsyncStream<Int>) async {
        switch loop {
        case .here: for await _ in stream {}
        case .there: for await _ in stream { await Task.yield() }
        case .inFunction: await consume(stream)
        case .inClosure: await Task { for await _ in stream {} }.value
        }
    }

    /// A loop's edge: the values that it brought, and the number of its lives.
    private struct Consumer {
        var values: Set<String> = []
        var lives = 0
    }

    private static func consumers(of traced: Traced) -> [EdgeID: Consumer] {
        var consumers: [EdgeID: Consumer] = [:]
        for entry in traced.log.entries {
            let lower = traced.log.edge(entry.edge)?.downstream.flatMap { traced.log.node($0) }
            guard lower?.role == .sink else { continue }
            if entry.kind == .subscribed { consumers[entry.edge, default: Consumer()].lives += 1 }
            guard entry.kind == .value, let value = traced.log.value(of: entry) else { continue }
            consumers[entry.edge, default: Consumer()].values.insert("\(value)")
        }
        return consumers
    }

    @Test(arguments: Rounds.seeds(full: 300, sample: 10), [false, true])
    func `no two loops share an edge, and each that runs again goes on with its own`(seed: UInt64, isUnfolded: Bool) async {
        var chance = SeededChance(seed: Rounds.seed &+ seed)
        let loops = (0..<1 + chance.below(20)).map { _ in Loop.allCases[chance.below(Loop.allCases.count)] }
        let traced = await Traced.recording(places: true, keeping: 0) {
            for loop in loops { await LoopPlaceTests.turn(loop, isUnfolded) }
        }

        let consumers = Dictionary(grouping: LoopPlaceTests.consumers(of: traced).values, by: \.values)
        let runs = Dictionary(grouping: loops) { Set(["\($0.rawValue)"]) }
        #expect(consumers.mapValues { $0.reduce(0) { $0 + $1.lives } } == runs.mapValues(\.count), "\(loops)")
        // Of a stream that no yield feeds, the longest life keeps an edge.
        #expect(consumers.values.allSatisfy { $0.count <= (isUnfolded ? 2 : 1) }, "\(loops)")
    }

    @Test func `the streams of one line that several functions ask for are streams of their own`() async {
        func one() async { for await _ in LoopPlaceTests.make(.here) {} }
        func other() async { for await _ in LoopPlaceTests.make(.here) {} }
        let traced = await Traced.recording(places: true) {
            for _ in 0..<3 {
                await one()
                await other()
            }
        }

        let loops = traced.graph.filter { $0.hasSuffix("for await") }
        #expect(loops == ["AsyncStream: AsyncStream -> for await", "AsyncStream 2: AsyncStream -> for await"])
        #expect(traced.graph.filter { $0.hasPrefix("yield") }.count == 2)
    }

    @Test(arguments: [(true, 0, true), (true, 2, true), (false, 0, true), (false, 2, false)])
    func `the call that ends a stream has a place if it fails, or nothing was yielded`(fails: Bool, yields: Int, isKnown: Bool)
        async
    {
        struct Gone: Error {}
        let traced = await Traced.recording(places: true) {
            let (stream, continuation) = AsyncThrowingStream<Int, any Error>.makeStream()
            for value in 0..<yields { continuation.yield(value) }
            continuation.finish(throwing: fails ? Gone() : nil)
            do { for try await _ in stream {} } catch {}
        }

        let feeding = traced.log.edges.filter { !$0.fedAt.isEmpty || $0.endedAt != nil }
        #expect(feeding.map { $0.endedAt != nil } == [isKnown])
        #expect(feeding.map(\.fedAt.count) == [min(yields, 1)])
    }

    @Test func `a stream that is never fed has no place of its yields`() async {
        let traced = await Traced.recording(places: true) {
            let (stream, continuation) = AsyncStream<Int>.makeStream()
            let task = Task { for await _ in stream {} }
            task.cancel()
            await task.value
            withExtendedLifetime(continuation) {}
        }

        let nodes = traced.log.nodes.reduce(into: [:]) { $0[$1.name] = $1 }
        #expect(nodes["yield"].map { $0.site == nil && $0.caller == nil } == true)
        #expect(nodes["AsyncStream"]?.site != nil)
    }
}
