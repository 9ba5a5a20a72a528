import FlowAgent
import FlowAlgorithms
import FlowCombine

/// A program whose marked lines are the places that a trace of it names.
///
/// A mark names what happens there: `subscribes`, `makes`, `consumes` or `feeds`; `ends` ends a stream
/// without a value, and `unfolds` makes one of a closure.
@main enum Places {
    static func main() async {
        subscribeAll()
        await consumeAll()
        await Feeding().feed()
        await send()
        await fold()
        await end()
        await takeTurns()
    }

    /// A stream that gets no value has the line that ends it, and one that a closure makes its function.
    private static func end() async {
        let (stream, continuation) = AsyncStream<Int>.makeStream()  // makes
        continuation.finish()  // ends
        for await value in stream { print(value) }  // consumes
        let unfolded = AsyncThrowingStream<Int, any Error>(unfolding: { nil })  // unfolds
        do {
            for try await value in unfolded { print(value) }  // consumes
        } catch {
            print(error)
        }
    }

    /// Two loops that read in turn, over streams of one line each.
    private static func takeTurns() async {
        for turn in 0..<6 {
            let unfolded = AsyncStream<Int>(unfolding: { nil })  // unfolds
            let (stream, continuation) = AsyncStream<Int>.makeStream()  // makes
            continuation.yield(turn)  // feeds
            continuation.finish()
            if turn % 2 == 0 { await take(stream, unfolded) } else { await takeElsewhere(stream, unfolded) }
        }
    }

    private static func take(_ stream: AsyncStream<Int>, _ unfolded: AsyncStream<Int>) async {
        for await value in stream { print(value) }  // consumes
        for await value in unfolded { print(value) }  // consumes
    }

    private static func takeElsewhere(_ stream: AsyncStream<Int>, _ unfolded: AsyncStream<Int>) async {
        for await value in stream { print(value) }  // consumes
        for await value in unfolded { print(value) }  // consumes
    }

    private static func subscribeAll() {
        let numbers = PassthroughSubject<Int, Never>()
        let sink = numbers.map { $0 + 1 }.sink { _ in }  // subscribes
        let target = Target()
        let assigned = numbers.filter { $0 > 0 }.assign(to: \.value, on: target)  // subscribes
        numbers.delay(for: .seconds(1), scheduler: ImmediateScheduler.shared).subscribe(Own())  // subscribes
        let late = { numbers.sink { _ in } }  // subscribes
        let other = late()
        numbers.send(1)
        for cancellable in [sink, assigned, other] { cancellable.cancel() }
    }

    private static func consumeAll() async {
        let (stream, continuation) = AsyncStream<Int>.makeStream()  // makes
        continuation.yield(1)  // feeds
        continuation.finish()
        await consume(stream)
        let failing = AsyncThrowingStream<Int, any Error> { continuation in  // makes
            continuation.yield(2)  // feeds
            continuation.yield(with: .success(3))  // feeds
            continuation.finish()
        }
        let closure = {
            for try await value in failing { print(value) }  // consumes
        }
        try? await closure()
        await withTaskGroup { group in
            group.addTask {
                for await value in AsyncStream(unfolding: { nil as Int? }) { print(value) }  // consumes
            }
        }
    }

    /// Swift's own loops have no line: the one that awaits them has.
    private static func fold() async {
        let sum = await filled().reduce(0, +)  // consumes
        let first = await filled().first { $0 > 1 }  // consumes
        let has = await has(5)
        let detached = await Task.detached { await filled().max() }.value  // consumes
        let grouped = await withTaskGroup { group in
            group.addTask { await depth(3) { await filled().allSatisfy { $0 > 0 } } }  // consumes
            return await group.next() ?? false
        }
        print(sum, first ?? 0, has, detached ?? 0, grouped, await Folding().min() ?? 0, await resumed())
    }

    /// Calls itself until its function is more calls away than a stack has frames.
    private static func depth(_ depth: Int, _ body: @Sendable () async -> Bool) async -> Bool {
        depth > 0 ? await self.depth(depth - 1, body) : await body()
    }

    /// A task that a callback starts.
    private static func resumed() async -> Int {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                Task { continuation.resume(returning: await filled().reduce(0, +)) }  // consumes
            }
        } onCancel: {
        }
    }

    private static func has(_ number: Int) async -> Bool {
        await filled().contains(number)  // consumes
    }

    /// Each line that calls it has its own stream.
    private static func filled() -> AsyncStream<Int> {
        AsyncStream { continuation in  // makes
            for number in 1...2 { continuation.yield(number) }  // feeds
            continuation.finish()
        }
    }

    private static func consume(_ stream: AsyncStream<Int>) async {
        for await value in stream.map({ $0 * 2 }) { print(value) }  // consumes
    }

    private static func send() async {
        let channel = AsyncChannel<Int>()  // makes
        let task = Task {
            for await value in channel { print(value) }  // consumes
        }
        for number in 0..<3 {
            await channel.send(number)  // feeds
        }
        await channel.send(4)  // feeds
        channel.finish()
        await task.value
    }
}

/// An actor that waits for one of Swift's own loops.
private actor Folding {
    func min() async -> Int? {
        let stream = AsyncThrowingStream<Int, any Error> { continuation in  // makes
            continuation.yield(2)  // feeds
            continuation.finish()
        }
        return try? await stream.map { $0 - 1 }.min()  // consumes
    }
}

/// An actor that feeds and consumes a stream.
private actor Feeding {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream()  // makes
    }

    func feed() async {
        for _ in 0..<3 {
            continuation.yield()  // feeds
            continuation.yield(())  // feeds
            continuation.yield(with: .success(()))  // feeds
        }
        continuation.finish()
        for await value in stream { print(value) }  // consumes
    }
}

private final class Target {
    var value = 0
}

private final class Own: Subscriber {
    func receive(subscription: any Subscription) { subscription.request(.unlimited) }

    func receive(_ input: Int) -> Subscribers.Demand { .none }

    func receive(completion: Subscribers.Completion<Never>) {}
}
