// Functions with the names of the streams. A module imports one with `import func FlowUntraced.AsyncStream`. There,
// `AsyncStream { … }` makes the standard library's stream if that is the expected type: by its full name,
// `_Concurrency.AsyncStream<Int>`, or in a declaration of another module. That stream is not traced.

@_disfavoredOverload @inlinable
public func AsyncStream<Element>(
    _ elementType: Element.Type = Element.self,
    bufferingPolicy limit: _Concurrency.AsyncStream<Element>.Continuation.BufferingPolicy = .unbounded,
    _ build: (_Concurrency.AsyncStream<Element>.Continuation) -> Void
) -> _Concurrency.AsyncStream<Element> { _Concurrency.AsyncStream(elementType, bufferingPolicy: limit, build) }

@_disfavoredOverload @inlinable
public func AsyncStream<Element>(
    unfolding produce: @escaping @Sendable () async -> Element?, onCancel: (@Sendable () -> Void)? = nil
) -> _Concurrency.AsyncStream<Element> { _Concurrency.AsyncStream(unfolding: produce, onCancel: onCancel) }

@_disfavoredOverload @inlinable
public func AsyncThrowingStream<Element>(
    _ elementType: Element.Type = Element.self,
    bufferingPolicy limit: _Concurrency.AsyncThrowingStream<Element, any Error>.Continuation.BufferingPolicy = .unbounded,
    _ build: (_Concurrency.AsyncThrowingStream<Element, any Error>.Continuation) -> Void
) -> _Concurrency.AsyncThrowingStream<Element, any Error> {
    _Concurrency.AsyncThrowingStream(elementType, bufferingPolicy: limit, build)
}

@_disfavoredOverload @inlinable
public func AsyncThrowingStream<Element>(
    unfolding produce: @escaping @Sendable () async throws -> Element?
) -> _Concurrency.AsyncThrowingStream<Element, any Error> { _Concurrency.AsyncThrowingStream(unfolding: produce) }
