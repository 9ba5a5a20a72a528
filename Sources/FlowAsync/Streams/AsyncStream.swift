import CFlowStack
import FlowTrace

/// The standard library's `AsyncStream`, which also records its events if the program is traced: yielded, held, dropped and
/// delivered values, and waiting consumers.
///
/// It replaces the original in a file that imports FlowAsync, and behaves identically, since it wraps one. Of a stream made
/// before tracing, only the iterators are recorded.
public struct AsyncStream<Element>: _Operator.Naming {
    @usableFromInline typealias Real = _Concurrency.AsyncStream<Element>
    @usableFromInline typealias Traced = _Concurrency.AsyncStream<Marked<Element>>

    private let backing: StreamBacking<Real, Traced>
    private var label: StageLabel?

    private init(_ backing: StreamBacking<Real, Traced>, _ label: StageLabel?) {
        self.backing = backing
        self.label = label
    }

    /// Yields values into a stream, from any task or thread.
    public struct Continuation: Hashable, Sendable {
        public typealias Termination = _Concurrency.AsyncStream<Element>.Continuation.Termination
        public typealias YieldResult = _Concurrency.AsyncStream<Element>.Continuation.YieldResult
        public typealias BufferingPolicy = _Concurrency.AsyncStream<Element>.Continuation.BufferingPolicy

        @usableFromInline let backing: ContinuationBacking<Real.Continuation, Traced.Continuation>

        fileprivate init(_ real: Real.Continuation) { backing = ContinuationBacking(real) }

        fileprivate init(_ traced: Traced.Continuation, _ feed: ProducerEdge, unused: Real.Continuation) {
            backing = ContinuationBacking(unused, MarkingProducer(traced, feed))
        }

        /// Delivers a value to a waiting consumer, or buffers it by the policy.
        @discardableResult @inlinable @inline(never)
        public func yield(_ value: sending Element) -> YieldResult {
            guard let producer = backing.producer else { return backing.plain.yield(value) }
            return yield(value, by: producer, from: flowviz_stack_caller())
        }

        /// Yields a value for a place in the code.
        @inlinable @inline(never) func yield(
            _ value: sending Element, by producer: MarkingProducer<Traced.Continuation>, from site: UInt
        ) -> YieldResult {
            let feed = producer.feed
            feed.feed(from: site)
            let mark = feed.willYield(value)
            switch producer.real.yield(Marked(value: value, mark: mark)) {
            case .enqueued(let remaining):
                feed.didKeep(mark)
                return .enqueued(remaining: remaining)
            case .dropped(let dropped):
                feed.didDrop(dropped.mark, yielding: mark)
                return .dropped(dropped.value)
            case .terminated:
                feed.didRefuse(mark)
                return .terminated
            @unknown default: return .terminated
            }
        }

        /// Ends the stream, after its held values.
        @inline(never)
        public func finish() {
            guard let producer = backing.producer else { return backing.plain.finish() }
            producer.feed.end(from: flowviz_stack_caller())
            producer.feed.finish()
            producer.real.finish()
        }

        /// A closure called once, when the stream has ended.
        public var onTermination: (@Sendable (Termination) -> Void)? {
            get {
                guard let producer = backing.producer else { return backing.plain.onTermination }
                guard let handler = producer.real.onTermination else { return nil }
                return { handler(marked($0)) }
            }
            nonmutating set {
                guard let producer = backing.producer else {
                    backing.plain.onTermination = newValue
                    return
                }
                guard let newValue else {
                    producer.real.onTermination = nil
                    return
                }
                producer.real.onTermination = { [feed = producer.feed] termination in
                    // Recorded before the handler, which may release the continuation: a cancelled stream does not count as
                    // abandoned.
                    if case .cancelled = termination { feed.cancel() }
                    newValue(unmarked(termination))
                }
            }
        }
    }

    /// Creates a stream that buffers yielded values until they are requested.
    ///
    /// - Parameters:
    ///   - elementType: The type of the values.
    ///   - limit: Its policy for values without demand; by default unbounded.
    ///   - fileID: The file that makes the stream, as in `#fileID`, for the trace.
    ///   - line: The line there.
    ///   - build: Receives the continuation, before the initializer returns.
    public init(
        _ elementType: Element.Type = Element.self, bufferingPolicy limit: Continuation.BufferingPolicy = .unbounded,
        fileID: String = #fileID, line: Int = #line, _ build: (Continuation) -> Void
    ) {
        self.init(elementType, limit, at: StageLabel(fileID: fileID, line: line), build)
    }

    fileprivate init(
        _ elementType: Element.Type, _ limit: Continuation.BufferingPolicy, at label: StageLabel?, _ build: (Continuation) -> Void
    ) {
        guard let target = CurrentTarget.value else {
            let real = Real(elementType, bufferingPolicy: limit) { build(Continuation($0)) }
            self.init(.plain(real), label)
            return
        }
        let (policy, bound) = AsyncStream.traced(limit)
        let feed = ProducerEdge(
            target, from: Continuation.self, to: AsyncStream.self, of: Element.self, limit: bound, at: label)
        let real = Traced(bufferingPolicy: policy) { real in
            _ = Real { build(Continuation(real, feed, unused: $0)) }
        }
        self.init(.traced(real, feed), label)
    }

    /// Creates a stream whose values a closure makes one by one, on request.
    ///
    /// - Parameters:
    ///   - produce: Makes the next value, or `nil` for the end.
    ///   - onCancel: Called if the consumer's task is cancelled.
    ///   - fileID: The file that makes the stream, as in `#fileID`, for the trace.
    ///   - line: The line there.
    @preconcurrency
    public init(
        unfolding produce: @escaping @Sendable () async -> Element?, onCancel: (@Sendable () -> Void)? = nil,
        fileID: String = #fileID, line: Int = #line
    ) {
        self.init(.plain(Real(unfolding: produce, onCancel: onCancel)), StageLabel(placing: fileID, line: line))
    }

    /// Creates a stream and its continuation.
    public static func makeStream(
        of elementType: Element.Type = Element.self,
        bufferingPolicy limit: Continuation.BufferingPolicy = .unbounded, fileID: String = #fileID, line: Int = #line
    ) -> (stream: AsyncStream<Element>, continuation: Continuation) {
        make(elementType, limit, at: StageLabel(fileID: fileID, line: line))
    }

    private static func make(
        _ elementType: Element.Type, _ limit: Continuation.BufferingPolicy, at label: StageLabel?
    ) -> (stream: AsyncStream<Element>, continuation: Continuation) {
        var made: Continuation?
        let stream = AsyncStream(elementType, limit, at: label) { made = $0 }
        guard let made else { preconditionFailure("AsyncStream called no build closure") }
        return (stream, made)
    }

    /// The same policy for marked values.
    private static func traced(
        _ policy: Continuation.BufferingPolicy
    ) -> (Traced.Continuation.BufferingPolicy, BufferLimit) {
        switch policy {
        case .unbounded: (.unbounded, .unbounded)
        case .bufferingOldest(let count): (.bufferingOldest(count), .oldest(count))
        case .bufferingNewest(let count): (.bufferingNewest(count), .newest(count))
        @unknown default: (.unbounded, .unbounded)
        }
    }

    /// Iterates over the values; not concurrently from several tasks.
    public struct Iterator: AsyncIteratorProtocol {
        @usableFromInline var traced: StreamIterator<Real.Iterator, Traced.Iterator>

        /// The next value; `nil` at the end of the stream, or if the task is cancelled.
        @inlinable public mutating func next() async -> Element? { await next(isolation: nil) }

        /// The next value; `nil` at the end of the stream, or if the task is cancelled.
        @inlinable public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
            await traced.next(isolation: actor)
        }
    }

    public func makeAsyncIterator() -> Iterator {
        Iterator(traced: backing.makeIterator(of: AsyncStream.self, label: label, isShared: false))
    }

    public func _named(_ name: String, fileID: String, line: Int) -> AsyncStream {
        AsyncStream(backing, StageLabel(name: name, fileID: fileID, line: line))
    }
}

extension AsyncStream: Sendable where Element: Sendable {}

extension AsyncStream.Continuation {
    /// Yields the value of a result, or ends the stream.
    @discardableResult @inline(never)
    public func yield(with result: sending Result<Element, Never>) -> YieldResult {
        switch consume result {
        case .success(let value):
            guard let producer = backing.producer else { return backing.plain.yield(value) }
            return yield(value, by: producer, from: flowviz_stack_caller())
        }
    }

    /// Yields `()`.
    @discardableResult @inline(never)
    public func yield() -> YieldResult where Element == Void {
        guard let producer = backing.producer else { return backing.plain.yield() }
        return yield((), by: producer, from: flowviz_stack_caller())
    }
}

// The forms for function references such as `AsyncStream.init(_:bufferingPolicy:_:)`. The location of such a stream is unknown.
extension AsyncStream {
    /// Creates a stream that buffers yielded values until they are requested; for use as a function value.
    @_disfavoredOverload
    public init(
        _ elementType: Element.Type = Element.self, bufferingPolicy limit: Continuation.BufferingPolicy = .unbounded,
        _ build: (Continuation) -> Void
    ) { self.init(elementType, limit, at: nil, build) }

    /// Creates a stream whose values a closure makes one by one; for use as a function value.
    @_disfavoredOverload @preconcurrency
    public init(unfolding produce: @escaping @Sendable () async -> Element?, onCancel: (@Sendable () -> Void)? = nil) {
        self.init(.plain(Real(unfolding: produce, onCancel: onCancel)), nil)
    }

    /// Creates a stream and its continuation; for use as a function value.
    @_disfavoredOverload
    public static func makeStream(
        of elementType: Element.Type = Element.self, bufferingPolicy limit: Continuation.BufferingPolicy = .unbounded
    ) -> (stream: AsyncStream<Element>, continuation: Continuation) { make(elementType, limit, at: nil) }
}

/// The same termination of a stream of marked values.
private func marked<Value>(
    _ termination: _Concurrency.AsyncStream<Value>.Continuation.Termination
) -> _Concurrency.AsyncStream<Marked<Value>>.Continuation.Termination {
    switch termination {
    case .finished: .finished
    case .cancelled: .cancelled
    @unknown default: .cancelled
    }
}

/// The same termination of a stream of values.
private func unmarked<Value>(
    _ termination: _Concurrency.AsyncStream<Marked<Value>>.Continuation.Termination
) -> _Concurrency.AsyncStream<Value>.Continuation.Termination {
    switch termination {
    case .finished: .finished
    case .cancelled: .cancelled
    @unknown default: .cancelled
    }
}
