import FlowAsync
import FlowCore
import OpenCombineShim

/// A source of whole numbers, which the user may send too.
protocol NumberSending: AnyObject {
    /// Whether it has finished.
    var hasEnded: Bool { get }

    /// Sends the next number.
    func sendNext()

    /// Sends a number; the one after it is next.
    func send(_ number: Int)

    /// Ends the stream.
    ///
    /// - Returns: Whether it had not ended before.
    func finish() -> Bool
}

/// A source that yields whole numbers into a stream at regular intervals, whether anybody takes them or not.
final class YieldingSource: NumberSending, Cancellable {
    private let loop: TaskLoop
    private var ticks: (any OpenCombineShim.Cancellable)?
    private var continuation: AsyncStream<Int>.Continuation?
    private var next = 1
    private(set) var hasEnded = false

    init(loop: TaskLoop) { self.loop = loop }

    /// Makes the stream; what is yielded before is lost.
    func makeStream(_ policy: AsyncStream<Int>.Continuation.BufferingPolicy) -> AsyncStream<Int> {
        loop.enter {
            let (stream, continuation) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: policy)
            self.continuation = continuation
            return stream
        }
    }

    /// Yields the next number every so often, until the source has finished.
    func yield(every interval: Duration, on scheduler: VirtualTimeScheduler) {
        ticks = scheduler.schedule(after: scheduler.now.advanced(by: .init(interval)), interval: .init(interval)) {
            self.sendNext()
        }
    }

    func cancel() { ticks.take()?.cancel() }

    func sendNext() { send(next) }

    func send(_ number: Int) {
        next = number == .max ? number : number + 1
        _ = loop.enter { continuation?.yield(number) }
    }

    func finish() -> Bool {
        guard !hasEnded else { return false }
        hasEnded = true
        cancel()
        loop.enter { continuation?.finish() }
        return true
    }
}
