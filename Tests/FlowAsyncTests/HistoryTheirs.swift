import Synchronization

/// Runs a program. The bodies of the two functions of this name are the same.
func theirHistory(_ program: (limit: Int?, keepsNewest: Bool, steps: [ParityTests.Step])) async -> [String] {
    let log = HistoryLog()
    let policy: AsyncStream<Int>.Continuation.BufferingPolicy =
        program.limit.map { program.keepsNewest ? .bufferingNewest($0) : .bufferingOldest($0) } ?? .unbounded
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: policy)
    var iterator = stream.makeAsyncIterator()
    // How many values are held, as far as it matters: a `next` that would wait is left out.
    var (held, isOver, last) = (0, false, 0)
    for step in program.steps {
        switch step {
        case .yield:
            last += 1
            let result = continuation.yield(last)
            log.append("yield \(last): \(result)")
            if case .enqueued = result { held += 1 }
        case .finish:
            continuation.finish()
            isOver = true
        case .next:
            guard held > 0 || isOver else { continue }
            held = max(0, held - 1)
            log.append("next \(await iterator.next().map(String.init) ?? "nil")")
        case .nextWhileCancelled:
            held = max(0, held - 1)
            isOver = true
            await withTaskGroup(of: Void.self) { group in
                group.cancelAll()
                group.addTask {
                    var iterator = stream.makeAsyncIterator()
                    log.append("cancelled next \(await iterator.next().map(String.init) ?? "nil")")
                }
            }
        case .newIterator: iterator = stream.makeAsyncIterator()
        case .handler: continuation.onTermination = { log.append("termination \($0)") }
        }
    }
    return log.lines
}

/// The observable history of a program: the results of `yield` and `next`, and the termination of the stream.
final class HistoryLog: Sendable {
    private let all = Mutex<[String]>([])

    var lines: [String] { all.withLock { $0 } }

    func append(_ line: String) { all.withLock { $0.append(line) } }
}
