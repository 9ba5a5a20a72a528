import FlowTrace
internal import Synchronization

/// Reports the buffer of a stream that FlowAsync cannot see into: yielded, taken and dropped values, and requests to its
/// producer.
///
/// The trace shows it from its first value or its first consumer on. Values are taken in the order in which they were yielded.
/// Calls may come from any thread; none of them waits. While it lives, so does the stream in the trace: values still held at its
/// release count as dropped.
public final class StreamReporter: Sendable {
    private let target: TraceTarget
    private let producer: Any.Type
    private let stream: Any.Type
    private let value: Any.Type
    private let limit: BufferLimit
    private let label: StageLabel
    private let declared = LockedBox<ProducerEdge?>(nil)
    private let yielded = Atomic<UInt32>(0)
    private let taken = Atomic<UInt32>(0)
    private let isAsked = Atomic<Bool>(false)
    private let isProbed = Atomic<Bool>(false)

    /// Declares a stream.
    ///
    /// - Parameters:
    ///   - name: The name of its input edge in the trace.
    ///   - producer: A type that names its producer.
    ///   - stream: A type that names the stream. The catalogue of operators says which names stand for streams; of others, the trace
    ///     shows only the yielded values.
    ///   - value: The type of its values.
    ///   - highMark: With how many values it tells its producer to stop; `nil` if that does not depend on their number.
    ///   - target: The destination of its records.
    ///   - fileID: The file that makes the stream, as `#fileID` has it.
    ///   - line: The line there.
    /// - Returns: `nil` if nothing is traced.
    public init?(
        _ name: String, from producer: Any.Type, to stream: Any.Type, of value: Any.Type, highMark: Int? = nil,
        in target: TraceTarget? = CurrentTarget.value, fileID: String = #fileID, line: Int = #line
    ) {
        guard let target else { return nil }
        (self.target, self.producer, self.stream, self.value) = (target, producer, stream, value)
        limit = highMark.map(BufferLimit.mark) ?? .unbounded
        label = StageLabel(name: name, fileID: fileID, line: line)
    }

    /// The stream as the trace shows it: from its first value or its first consumer on.
    private var feed: ProducerEdge {
        declared.withLock { declared in
            if let declared { return declared }
            let feed = ProducerEdge(target, from: producer, to: stream, of: value, limit: limit, at: label, isAsked: true)
            if isAsked.load(ordering: .relaxed) { feed.request() }
            declared = feed
            return feed
        }
    }

    private var feedIfDeclared: ProducerEdge? { declared.withLock(\.self) }

    /// How many values were yielded and neither taken nor dropped.
    public var held: Int { Int(yielded.load(ordering: .relaxed) &- taken.load(ordering: .relaxed)) }

    // MARK: The producer

    /// The producer is asked for more. It may answer with several values: they count as asked for one by one.
    public func request() {
        isAsked.store(true, ordering: .relaxed)
        feedIfDeclared?.request()
    }

    /// A number for a value that comes. If nothing was asked for yet, it was before the stream was reported.
    private func number() -> UInt32 {
        if !isAsked.load(ordering: .relaxed) { request() }
        return yielded.wrappingAdd(1, ordering: .relaxed).newValue
    }

    /// The stream keeps a value. It is described in the trace if it is a number, a truth value or text.
    public func yield<Value>(_ value: Value) {
        let mark = number()
        feed.willYield(value, mark: mark)
        feed.didKeep(mark)
    }

    /// The stream keeps a value of which nothing is known but that it came.
    public func yield() {
        let mark = number()
        feed.willYield(mark: mark)
        feed.didKeep(mark)
    }

    /// Reports the state of the stream, in a word and perhaps facts: `stopProducing, held 20`.
    public func report(state: String) { feed.report(state) }

    /// Reports that the stream drops all held values: nobody will take them.
    public func dropHeld() {
        while held > 0 { feed.didRefuse(taken.wrappingAdd(1, ordering: .relaxed).newValue) }
    }

    /// From here on nothing is reported of the held values: they may be taken, or dropped.
    public func forgetHeld() {
        guard held > 0 else { return }
        taken.store(yielded.load(ordering: .relaxed), ordering: .relaxed)
        feed.didForget()
    }

    /// Reports that the producer ends the stream. Held values may still be taken.
    public func finish() { feedIfDeclared?.finish() }

    /// The producer ends the stream with an error.
    public func fail(_ error: any Error) { feedIfDeclared?.fail(error) }

    /// Runs `body`, in which the first loop over a probe consumes the values that the program feeds to the stream: both are one
    /// pipeline.
    public func feeding<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await TaskConsumer.$current.withValue(feed.puller(producer), operation: body, isolation: isolation)
    }

    // MARK: The consumer

    /// Whether a probe reports the taken values.
    public var hasProbe: Bool { isProbed.load(ordering: .relaxed) }

    /// Takes the oldest value that is held.
    ///
    /// - Returns: Its number; 0 if none is held, since it did not come through here.
    func take() -> UInt32 { held > 0 ? taken.wrappingAdd(1, ordering: .relaxed).newValue : 0 }

    /// Declares who takes its values.
    ///
    /// - Parameters:
    ///   - name: The name of the stream's output edge in the trace.
    ///   - type: A type that names the consumer; a loop of the program where left out.
    public func makeConsumer(_ name: String, _ type: Any.Type? = nil) -> Consumer {
        Consumer(self, pull(StageLabel(name: name, fileID: label.fileID, line: label.line), for: type ?? ForAwait.self) {}.pull)
    }

    /// Makes an iterator of the sequence by which its consumer sees the stream.
    func probing<Iterator>(_ label: StageLabel, _ make: () -> Iterator) -> (Iterator, ConsumerEdge?) {
        isProbed.store(true, ordering: .relaxed)
        return pull(label, for: nil, make)
    }

    private func pull<Iterator>(
        _ label: StageLabel, for subscriber: Any.Type?, _ make: () -> Iterator
    ) -> (iterator: Iterator, pull: ConsumerEdge?) {
        let facts = StageFacts(type: stream, valueType: value, stream: feed.id, label: label)
        return ConsumerEdge.tracing(facts, for: subscriber, in: target, make)
    }

    /// Reports the requests of one consumer of a stream, and the values that it takes.
    public final class Consumer: Sendable {
        private let stream: StreamReporter
        private let pull: ConsumerEdge?

        fileprivate init(_ stream: StreamReporter, _ pull: ConsumerEdge?) {
            self.stream = stream
            self.pull = pull
        }

        /// It asks for a value: it waits, or is ready for the next.
        public func request() { pull?.request() }

        /// It takes the oldest value.
        public func take<Value>(_ value: Value) { pull?.receive(value, mark: stream.take()) }

        /// It takes the oldest value, of which nothing is known but that it went.
        public func take() { pull?.receive(mark: stream.take()) }

        /// The stream has ended, and it has taken all.
        public func finish() { pull?.finish() }

        /// The stream has ended with an error.
        public func fail(_ error: any Error) { pull?.fail(error) }
    }
}
