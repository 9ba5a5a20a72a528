import FlowAsync
import FlowCore
import FlowCombine

/// A source of whole numbers, through which the user can send numbers too.
protocol NumberSending: AnyObject {
    /// Whether it has finished.
    var hasEnded: Bool { get }

    /// Sends the next number.
    func sendNext()

    /// Sends a number, from which the source continues to count.
    func send(_ number: Int)

    /// Ends the stream.
    ///
    /// - Returns: Whether this call ended the stream.
    func finish() -> Bool
}

/// A source that yields whole numbers into a stream at scheduled times, without regard to demand.
final class YieldingSource: NumberSending, Cancellable {
    private let loop: TaskLoop
    private var ticks: [any FlowCombine.Cancellable] = []
    private var continuation: AsyncStream<Int>.Continuation?
    private var next = 1
    private(set) var hasEnded = false

    init(loop: TaskLoop) { self.loop = loop }

    /// Makes the stream; values sent before this call are lost.
    func makeStream(_ policy: AsyncStream<Int>.Continuation.BufferingPolicy) -> AsyncStream<Int> {
        loop.enter {
            let (stream, continuation) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: policy)
            self.continuation = continuation
            return stream
        }
    }

    /// Yields the next number at every interval, until the source has finished.
    func yield(every interval: Duration, on scheduler: VirtualTimeScheduler) {
        yield(at: [interval], every: interval, on: scheduler)
    }

    /// Yields the next numbers at these times of each period, until the source has finished.
    func yield(at times: [Duration], every period: Duration, on scheduler: VirtualTimeScheduler) {
        ticks = times.map { time in
            scheduler.schedule(after: scheduler.now.advanced(by: .init(time)), interval: .init(period)) { self.sendNext() }
        }
    }

    func cancel() {
        ticks.forEach { $0.cancel() }
        ticks = []
    }

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
