/// Swift 5 mode: a non-Sendable value is captured and yielded.
public final class Box {
    public var number: Int
    public init(_ number: Int) { self.number = number }
}

public func boxes(_ count: Int) -> AsyncThrowingStream<Box, Error> {
    var continuation: AsyncThrowingStream<Box, Error>.Continuation!
    let stream = AsyncThrowingStream<Box, Error> { continuation = $0 }
    for number in 0..<count { continuation.yield(Box(number)) }
    continuation.finish()
    return stream
}
