import Dispatch
import FlowAgent
import FlowAsync

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
/// every 10 ms by itself. With `cancels` the line `cancel` cancels the loop's task.
@main enum Held {
    static func main() async {
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
                guard let number = Int(line) else { continue }
                if case .dropped = continuation.yield(number) { say("dropped \(number)") } else { say("kept \(number)") }
            }
            continuation.finish()
        }
        await loop.value
    }

    /// Prints a line at once. `fflush` would wait for the thread that reads.
    private static func say(_ line: String) { _ = write(STDOUT_FILENO, line + "\n", line.utf8.count + 1) }

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
