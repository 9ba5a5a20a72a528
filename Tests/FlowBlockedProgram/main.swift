import FlowAgent
import FlowAsync

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A program whose main actor never runs a job, since its main thread reads lines. A loop on the pool prints the values that it gets.
///
/// A number is yielded; with `fork` a copy of the program ends at once, and with `block` no thread of the pool becomes free any more.

/// Prints a line at once. `fflush` would wait for the thread that reads.
func say(_ line: String) { _ = write(STDOUT_FILENO, line + "\n", line.utf8.count + 1) }

func forkCopy() -> Int32 {
    // Swift hides it, for good reasons; the programs that are traced have other parts too.
    let fork = unsafeBitCast(dlsym(nil, "fork"), to: (@convention(c) () -> pid_t).self)
    let copy = fork()
    if copy == 0 { exit(0) }
    var status: Int32 = -1
    waitpid(copy, &status, 0)
    return status
}

let (stream, continuation) = AsyncStream<Int>.makeStream()
Task.detached { for await value in stream { say("got \(value)") } }
continuation.yield(0)
while let line = readLine() {
    switch line {
    case "fork": say("forked \(forkCopy())")
    case "block":
        // More than the pool has threads.
        for _ in 0..<256 { Task.detached { while true { pause() } } }
        say("blocked")
    default: continuation.yield(Int(line) ?? 0)
    }
}
exit(0)
