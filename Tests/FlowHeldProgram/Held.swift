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

/// A program whose stages a viewer holds: a stream and a loop that prints each value it gets.
///
/// It yields the numbers that it reads, a line each, and says so. The line `busy` occupies a thread
/// of the pool until the program ends.
///
/// With the argument `publisher`, the stream is a buffer of OpenCombine for three values, and a sink behind a probe, which requests one
/// value first, and as many more as the lines `ask` say.
@main enum Held {
    static func main() async {
        if CommandLine.arguments.contains("publisher") { return await publish() }
        let (stream, continuation) = AsyncStream<Int>.makeStream()
        let loop = Task {
            for await value in stream { say("got \(value)") }
            say("over")
        }
        // The loop has begun when it says that it got this.
        continuation.yield(0)
        // Reading a line blocks a thread, which is none of the pool's.
        DispatchQueue(label: "lines").async {
            while let line = readLine() {
                if line == "busy" { occupy() }
                guard let number = Int(line) else { continue }
                continuation.yield(number)
                say("sent \(number)")
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
        let sink = CustomDemandSink<Int, Never>(
            demand: .max(1), receiveValue: { say("got \($0)") }, receiveCompletion: { _ in })
        source.buffer(size: 3, prefetch: .byRequest, whenFull: .dropNewest).probe("held", on: scheduler).subscribe(sink)
        source.send(0)
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "lines").async {
                while let line = readLine() {
                    if line == "ask" { sink.increaseDemand(.max(1)) }
                    if let number = Int(line) { source.send(number) }
                    say("sent \(line)")
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
}
