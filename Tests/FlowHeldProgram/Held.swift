import Dispatch
import FlowAgent
import FlowAsync
import FlowCombine
import FlowCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A program whose stages a viewer holds: a stream that keeps three values, and a loop that prints each value it gets.
///
/// It yields the numbers that it reads, a line each, and says what became of each. With the argument `ticks` it yields a number
/// every 10 ms by itself. The line `cancel` cancels the loop's task, and `busy` occupies a thread of the pool until the program ends.
///
/// With the argument `publisher`, the stream is a buffer of OpenCombine with a pace behind it.
@main enum Held {
    static func main() async {
        if CommandLine.arguments.contains("publisher") { return await publish() }
        let (stream, continuation) = AsyncStream<Int>.makeStream(bufferingPolicy: .bufferingOldest(3))
        let loop = Task {
            for await value in stream { say("got \(value)") }
            say(Task.isCancelled ? "cancelled" : "over")
        }
        // The loop has begun when it says that it got this.
        continuation.yield(0)
        if CommandLine.arguments.contains("ticks") { tick(continuation) }
        // Reading a line blocks a thread, which is none of the pool's.
        DispatchQueue(label: "lines").async {
            while let line = readLine() {
                if line == "cancel" { loop.cancel() }
                if line == "busy" { occupy() }
                guard let number = Int(line) else { continue }
                if case .dropped = continuation.yield(number) { say("dropped \(number)") } else { say("kept \(number)") }
            }
            continuation.finish()
        }
        await loop.value
    }

    private static func publish() async {
        let queue = DispatchQueue(label: "sink")
        #if canImport(Combine)
            let scheduler = queue
        #else
            let scheduler = queue.ocombine
        #endif
        nonisolated(unsafe) let source = PassthroughSubject<Int, Never>()
        let sink = source.buffer(size: 3, prefetch: .byRequest, whenFull: .dropNewest).pace(.zero, scheduler: scheduler)
            .sink { say("got \($0)") }
        source.send(0)
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "lines").async {
                while let number = readLine().flatMap(Int.init) {
                    source.send(number)
                    say("sent \(number)")
                }
                continuation.resume()
            }
        }
        withExtendedLifetime(sink) {}
    }

    /// Prints a line at once. `fflush` would wait for the thread that reads.
    private static func say(_ line: String) { _ = write(STDOUT_FILENO, line + "\n", line.utf8.count + 1) }

    private static func occupy() {
        Task.detached {
            say("busy")
            while true { pause() }
        }
    }

    private static func tick(_ continuation: AsyncStream<Int>.Continuation) {
        let timer = DispatchSource.makeTimerSource()
        nonisolated(unsafe) var count = 0
        timer.setEventHandler {
            count += 1
            continuation.yield(count)
            withExtendedLifetime(timer) {}
        }
        timer.schedule(deadline: .now(), repeating: .milliseconds(10))
        timer.activate()
    }
}
