import AsyncAlgorithms
import Benchmark
import FlowAsync
import FlowTrace

/// The cost of a value of a stream of Swift concurrency, bare, with FlowAsync while nobody traces, and traced.
func asyncBenchmarks() {
    let values = 2_000
    for watching in AsyncWatching.allCases {
        Benchmark("async probes, \(watching.rawValue), \(values) values") { benchmark in
            await measure(benchmark, watching) { await watching == .bare ? consumeBare(values) : consumeProbed(values) }
        }
        Benchmark("async waiting, \(watching.rawValue), \(values) values") { benchmark in
            await measure(benchmark, watching) { await watching == .bare ? receiveBare(values) : receiveProbed(values) }
        }
        Benchmark("async stream, \(watching.rawValue), \(values) values") { benchmark in
            await measure(benchmark, watching) { await watching == .bare ? yieldToTheirs(values) : yieldToOurs(values) }
        }
    }
}

private enum AsyncWatching: String, CaseIterable {
    case bare, untraced, traced
}

private func measure(_ benchmark: Benchmark, _ watching: AsyncWatching, _ body: @Sendable () async -> Int) async {
    let target = TraceTarget(recorder: Recorder(chunkLimit: 4096))
    benchmark.startMeasurement()
    let count = watching == .traced ? await CurrentTarget.with(target) { await body() } : await body()
    benchmark.stopMeasurement()
    precondition(count > 0 && target.recorder.missed == 0)
}

// MARK: A chain of three that suspends

/// Counts to `limit`, and gives the thread away before each number.
private struct Suspending: AsyncSequence, AsyncIteratorProtocol {
    let limit: Int
    var count = 0

    mutating func next(isolation actor: isolated (any Actor)?) async -> Int? {
        await Task.yield()
        guard count < limit else { return nil }
        count += 1
        return count
    }

    func makeAsyncIterator() -> Suspending { self }
}

private func consumeBare(_ count: Int) async -> Int {
    var sum = 0
    for await value in Suspending(limit: count).map({ $0 &* 3 }).filter({ $0 & 3 != 0 }) { sum &+= value }
    return sum
}

private func consumeProbed(_ count: Int) async -> Int {
    var sum = 0
    let chain = Suspending(limit: count).probe("numbers").map { $0 &* 3 }.probe("tripled").filter { $0 & 3 != 0 }.probe("kept")
    for await value in chain { sum &+= value }
    return sum
}

// MARK: A chain of three that waits for another task

/// A channel of the library's own, into which a task of its own sends `count` numbers.
private func sending(_ count: Int) -> AsyncAlgorithms.AsyncChannel<Int> {
    let channel = AsyncAlgorithms.AsyncChannel<Int>()
    Task {
        for value in 1...count { await channel.send(value) }
        channel.finish()
    }
    return channel
}

private func receiveBare(_ count: Int) async -> Int {
    var sum = 0
    for await value in sending(count).map({ $0 &* 3 }).filter({ $0 & 3 != 0 }) { sum &+= value }
    return sum
}

private func receiveProbed(_ count: Int) async -> Int {
    var sum = 0
    let chain = sending(count).probe("numbers").map { $0 &* 3 }.probe("tripled").filter { $0 & 3 != 0 }.probe("kept")
    for await value in chain { sum &+= value }
    return sum
}

// MARK: A stream that is filled, and emptied

private func yieldToTheirs(_ count: Int) async -> Int {
    let (stream, continuation) = _Concurrency.AsyncStream.makeStream(of: Int.self)
    for value in 1...count { continuation.yield(value) }
    continuation.finish()
    var sum = 0
    for await value in stream { sum &+= value }
    return sum
}

private func yieldToOurs(_ count: Int) async -> Int {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    for value in 1...count { continuation.yield(value) }
    continuation.finish()
    var sum = 0
    for await value in stream { sum &+= value }
    return sum
}
