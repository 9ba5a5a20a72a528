/// Does not compile with another AsyncStream: the type is spelled out in one place only.
public func numbers() -> _Concurrency.AsyncStream<Int> {
    let stream: AsyncStream<Int> = AsyncStream { continuation in
        continuation.yield(1)
        continuation.finish()
    }
    return stream
}
