/// Uses every public member of the two streams. The bodies of EveryMemberOurs.swift and EveryMemberTheirs.swift are the same.
func everyMemberTheirs() async throws -> [String] {
    var log: [String] = []
    let stream = AsyncStream<Int>(Int.self, bufferingPolicy: .bufferingOldest(2)) { continuation in
        let policies: [AsyncStream<Int>.Continuation.BufferingPolicy] = [.unbounded, .bufferingOldest(1), .bufferingNewest(1)]
        log.append("\(policies.count) \(continuation.onTermination == nil)")
        continuation.onTermination = { (termination: AsyncStream<Int>.Continuation.Termination) in
            switch termination {
            case .finished, .cancelled: break
            @unknown default: break
            }
        }
        let results: [AsyncStream<Int>.Continuation.YieldResult] = [
            continuation.yield(1), continuation.yield(with: .success(2)), continuation.yield(3),
        ]
        for result in results {
            switch result {
            case .enqueued(remaining: let remaining): log.append("enqueued \(remaining)")
            case .dropped(let value): log.append("dropped \(value)")
            case .terminated: log.append("terminated")
            @unknown default: break
            }
        }
        log.append("\(continuation.onTermination == nil) \(continuation == continuation) \(continuation != continuation)")
        log.append("\(continuation.hashValue == continuation.hashValue) \(Set([continuation]).count)")
        var hasher = Hasher()
        continuation.hash(into: &hasher)
        continuation.finish()
    }
    var iterator: AsyncStream<Int>.Iterator = stream.makeAsyncIterator()
    log.append("\(await iterator.next() ?? 0) \(await iterator.next(isolation: nil) ?? 0)")
    for await value in AsyncStream(unfolding: { nil as Int? }, onCancel: {}) { log.append("\(value)") }
    let (voids, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .unbounded)
    signal.yield()
    signal.finish()
    for await _ in voids { log.append("void") }

    let throwing = AsyncThrowingStream<Int, any Error>(Int.self, bufferingPolicy: .bufferingNewest(2)) { continuation in
        let policies: [AsyncThrowingStream<Int, any Error>.Continuation.BufferingPolicy] = [
            .unbounded, .bufferingOldest(1), .bufferingNewest(1),
        ]
        log.append("\(policies.count) \(continuation.onTermination == nil)")
        continuation.onTermination = { (termination: AsyncThrowingStream<Int, any Error>.Continuation.Termination) in
            switch termination {
            case .finished(_), .cancelled: break
            @unknown default: break
            }
        }
        let results: [AsyncThrowingStream<Int, any Error>.Continuation.YieldResult] = [
            continuation.yield(1), continuation.yield(with: .success(2)), continuation.yield(3),
        ]
        for result in results {
            switch result {
            case .enqueued(remaining: let remaining): log.append("enqueued \(remaining)")
            case .dropped(let value): log.append("dropped \(value)")
            case .terminated: log.append("terminated")
            @unknown default: break
            }
        }
        log.append("\(continuation.onTermination == nil) \(continuation == continuation) \(continuation != continuation)")
        log.append("\(continuation.hashValue == continuation.hashValue) \(Set([continuation]).count)")
        var hasher = Hasher()
        continuation.hash(into: &hasher)
        continuation.finish(throwing: CancellationError())
    }
    var throwingIterator: AsyncThrowingStream<Int, any Error>.Iterator = throwing.makeAsyncIterator()
    log.append("\(try await throwingIterator.next() ?? 0) \(try await throwingIterator.next(isolation: nil) ?? 0)")
    do { log.append("\(try await throwingIterator.next() ?? 0)") } catch { log.append("threw \(error)") }
    for try await value in AsyncThrowingStream(unfolding: { nil as Int? }) { log.append("\(value)") }
    let (made, end) = AsyncThrowingStream.makeStream(of: Void.self, throwing: (any Error).self, bufferingPolicy: .unbounded)
    end.yield()
    end.finish()
    for try await _ in made { log.append("void") }
    return log
}
