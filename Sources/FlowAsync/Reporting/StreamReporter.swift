import CFlowStack
import FlowTrace
internal import Synchronization

/// Reports the buffer of a stream that is opaque to FlowAsync: yielded, taken and dropped values, and requests to its producer.
///
/// The trace shows the stream from its first value or consumer on. Values are taken in FIFO order. Calls may come from any
/// thread, and never wait. The stream in the trace ends with this object: values still held at its release count as dropped.
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
    ///   - stream: A type that names the stream. The trace shows the buffers of streams in the catalogue of operators; for other
    ///     streams, only the yielded values.
    ///   - value: The type of its values.
    ///   - highMark: The number of held values at which the stream stops its producer; `nil` if stopping does not depend on the
    ///     number.
    ///   - target: The destination of its records.
    ///   - fileID: The file that makes the stream, as in `#fileID`.
    ///   - line: The line there.
    /// - Returns: `nil` if nothing is traced.
    public convenience init?(
        _ name: String, from producer: Any.Type, to stream: Any.Type, of value: Any.Type, highMark: Int? = nil,
        in target: TraceTarget? = CurrentTarget.value, fileID: String = #fileID, line: Int = #line
    ) {
        guard let target else { return nil }
        self.init(
            from: producer, to: stream, of: value, highMark: highMark, in: target,
            at: StageLabel(name: name, fileID: fileID, line: line))
    }

    init(
        from producer: Any.Type, to stream: Any.Type, of value: Any.Type, highMark: Int?, in target: TraceTarget,
        at label: StageLabel
    ) {
        (self.target, self.producer, self.stream, self.value, self.label) = (target, producer, stream, value, label)
        limit = highMark.map(BufferLimit.highMark) ?? .unbounded
    }

    /// The stream in the trace, declared with its first value or consumer.
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

    /// The number of values yielded, but neither taken nor dropped.
    public var held: Int { Int(yielded.load(ordering: .relaxed) &- taken.load(ordering: .relaxed)) }

    // MARK: The producer

    /// Reports a request to the producer. The producer may answer with several values, which count as requested one by one.
    public func request() {
        isAsked.store(true, ordering: .relaxed)
        feedIfDeclared?.request()
    }

    /// Numbers an arriving value. If no request was reported yet, the request for the value was made before the first report.
    private func number() -> UInt32 {
        if !isAsked.load(ordering: .relaxed) { request() }
        return yielded.wrappingAdd(1, ordering: .relaxed).newValue
    }

    /// Reports that the stream buffers a value. The trace describes the value if it is a number, a truth value or text.
    @inline(never)
    public func yield<Value>(_ value: Value) { yield(value, from: flowviz_stack_caller()) }

    /// - Parameter site: The address at which the yield of the program returns.
    func yield<Value>(_ value: Value, from site: UInt) {
        let (mark, feed) = (number(), feed)
        feed.feed(from: site)
        feed.willYield(value, mark: mark)
        feed.didKeep(mark)
    }

    /// Reports that the stream buffers a value, without describing it.
    @inline(never)
    public func yield() {
        let (site, mark, feed) = (flowviz_stack_caller(), number(), feed)
        feed.feed(from: site)
        feed.willYield(mark: mark)
        feed.didKeep(mark)
    }

    /// Reports the state of the stream, in a word and optional facts: `stopProducing, held 20`.
    public func report(state: String) { feed.report(state) }

    /// Reports that the stream drops all held values.
    public func dropHeld() {
        while held > 0 { feed.didRefuse(taken.wrappingAdd(1, ordering: .relaxed).newValue) }
    }

    /// Reports that the fate of the held values is unknown: they may be taken, or dropped.
    public func forgetHeld() {
        guard held > 0 else { return }
        taken.store(yielded.load(ordering: .relaxed), ordering: .relaxed)
        feed.didForget()
    }

    /// Reports that the producer ends the stream. Held values may still be taken.
    public func finish() { feedIfDeclared?.finish() }

    /// Reports that the producer ends the stream with an error.
    public func fail(_ error: any Error) { feedIfDeclared?.fail(error) }

    /// Runs `body`, in which the first loop over a probe feeds the stream: the loop and the stream are one pipeline.
    public func feeding<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await TaskConsumer.$current.withValue(feed.puller(producer), operation: body, isolation: isolation)
    }

    // MARK: The consumer

    /// Whether a probe reports the taken values.
    public var hasProbe: Bool { isProbed.load(ordering: .relaxed) }

    /// Takes the oldest held value.
    ///
    /// - Returns: The number of the value; 0 if none is held, since the value was not reported.
    func take() -> UInt32 { held > 0 ? taken.wrappingAdd(1, ordering: .relaxed).newValue : 0 }

    /// Declares the consumer of the stream's values. No viewer can hold it: its reports do not wait.
    ///
    /// - Parameters:
    ///   - name: The name of the stream's output edge in the trace.
    ///   - type: A type that names the consumer; by default a loop of the program.
    public func makeConsumer(_ name: String, _ type: Any.Type? = nil) -> Consumer {
        var label = label
        label.name = name
        return Consumer(self, pull(label, for: type ?? ForAwait.self, hasGate: false) {}.pull)
    }

    /// Declares the consumer that makes an iterator now.
    func makeConsumer(_ name: String?) -> ConsumerEdge? {
        pull(name.map { StageLabel(name: $0, fileID: nil, line: 0) }, for: nil) {}.pull
    }

    /// Reports the functions that await the next yield, for a producer that is asynchronous.
    func tellFeeding() async { await feed.tellPlace(isolation: nil) }

    /// Makes an iterator of the sequence through which a consumer reads the stream.
    func probing<Iterator>(_ label: StageLabel, _ make: () -> Iterator) -> (Iterator, ConsumerEdge?) {
        isProbed.store(true, ordering: .relaxed)
        return pull(label, for: nil, make)
    }

    private func pull<Iterator>(
        _ label: StageLabel?, for subscriber: Any.Type?, hasGate: Bool = true, _ make: () -> Iterator
    ) -> (iterator: Iterator, pull: ConsumerEdge?) {
        let facts = StageFacts(type: stream, valueType: value, stream: feed.id, label: label)
        return ConsumerEdge.tracing(facts, for: subscriber, in: target, hasGate: hasGate, make)
    }

    /// Reports the requests and the values of one consumer of a stream.
    public final class Consumer: Sendable {
        private let stream: StreamReporter
        private let pull: ConsumerEdge?

        fileprivate init(_ stream: StreamReporter, _ pull: ConsumerEdge?) {
            self.stream = stream
            self.pull = pull
        }

        /// Reports a request for a value: the consumer waits, or is ready for the next value.
        public func request() { pull?.request() }

        /// Reports that the consumer takes the oldest value.
        public func take<Value>(_ value: Value) { pull?.receive(value, mark: stream.take()) }

        /// Reports that the consumer takes the oldest value, without describing it.
        public func take() { pull?.receive(mark: stream.take()) }

        /// Reports that the stream has ended, and all values were taken.
        public func finish() { pull?.finish() }

        /// Reports that the stream has ended with an error.
        public func fail(_ error: any Error) { pull?.fail(error) }
    }
}
