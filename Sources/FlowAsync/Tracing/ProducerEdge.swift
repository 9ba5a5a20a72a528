import FlowTrace
internal import Synchronization

/// The producer's side of a buffering stream in the trace: the edge into the stream, which precedes any consumer.
///
/// Every owner of the stream retains it: its release means that the stream is gone, with its held values.
@usableFromInline package final class ProducerEdge: Sendable {
    package let target: TraceTarget
    private let steps: StepRecorder
    /// The number of the edge, and of the stream.
    package let id = EdgeNumber.next()
    private let marks = Atomic<UInt32>(0)
    private let isOver = Atomic<Bool>(false)
    private let sites = FeedingSites()

    /// - Parameter isAsked: Whether the program reports requests to the producer; otherwise the demand is unlimited.
    package init(
        _ target: TraceTarget, from producer: Any.Type, to stream: Any.Type, of value: Any.Type, limit: BufferLimit,
        at place: StageLabel?, isAsked: Bool = false
    ) {
        self.target = target
        steps = StepRecorder(target, of: id)
        let key = HookKey(id: id, tag: 0)
        let recorder = target.recorder
        var facts = StageFacts(type: producer, valueType: value, label: place)
        facts.limit = limit.fact
        recorder.record(.willSubscribe, key)
        target.recordPlace()
        facts.record(to: target, subscriber: (target.tag(of: stream), (.subject, id)))
        recorder.record(.subscription, key)
        recorder.record(.willSubscription, key, word: id)
        if !isAsked {
            recorder.record(.willRequest, key, word: Demand.unlimited.rawValue)
            recorder.recordEnd(.didRequest, key)
        }
        recorder.recordEnd(.didSubscription, key)
        recorder.recordEnd(.didSubscribe, key)
    }

    deinit { target.recorder.record(.death, HookKey(id: id, tag: 0)) }

    /// Records the place in the code that yields or sends the next value, if it is new.
    ///
    /// - Parameter site: The address at which the yield or send returns; 0 if unknown.
    @usableFromInline package func feed(from site: UInt) {
        guard let stacks = target.stacks, site != 0, !sites.isFirst(site) else { return }
        if sites.add(site) { stacks.recordFed(from: site, of: id) }
    }

    /// Records the functions that await a send, if they are new.
    ///
    /// - Parameter isolation: The actor of the send.
    func tellPlace(isolation: isolated (any Actor)?) async {
        #if arch(x86_64) || arch(arm64)
            await tellAwaiting(
                Unmanaged.passUnretained(self).toOpaque(),
                { context, awaiting in
                    let edge = Unmanaged<ProducerEdge>.fromOpaque(context).takeUnretainedValue()
                    edge.target.stacks?.record(awaiting: awaiting, as: .fed, of: edge.id) { hash in
                        let site = UInt(truncatingIfNeeded: hash)
                        return !edge.sites.isFirst(site) && edge.sites.add(site)
                    }
                }, isolation: isolation)
        #endif
    }

    /// Records the place in the code that ends a stream without a value, or with an error.
    ///
    /// - Parameters:
    ///   - site: The address at which the call returns; 0 if unknown.
    ///   - fails: Whether it ends the stream with an error.
    func end(from site: UInt, fails: Bool = false) {
        guard let stacks = target.stacks, site != 0, fails || sites.isEmpty, !isOver.load(ordering: .relaxed) else { return }
        stacks.recordFed(from: site, of: id, as: .ended)
    }

    /// Records a request to the producer.
    func request() { steps.record(.request) }

    /// Records the state reported by the stream.
    func report(_ state: String) {
        steps.record(.state, value: .string(state))
    }

    /// Records that the stream's buffer becomes unknown.
    func didForget() { steps.record(.dropped) }

    /// The consumer, for a task that pulls the values for this stream's buffer.
    func puller(_ type: Any.Type) -> TaskConsumer {
        TaskConsumer(DownstreamContext(target, id: id, tag: target.tag(of: type), by: .owner))
    }

    /// Records that a value is about to be yielded. Returns its mark.
    @inlinable package func willYield<Value>(_ value: Value) -> UInt32 {
        let mark = nextMark()
        willYield(value, mark: mark)
        return mark
    }

    /// Records that a value with a mark is about to be yielded.
    @inlinable package func willYield<Value>(_ value: Value, mark: UInt32) {
        if let basic = TraceValue.basic(value) { willYield(described: basic, mark: mark) } else { willYield(other: value, mark) }
    }

    /// Records that an undescribed value with a mark is about to be yielded.
    func willYield(mark: UInt32) { steps.record(.value, element: mark) }

    @usableFromInline func willYield(described value: TraceValue, mark: UInt32) {
        steps.record(.value, element: mark, value: value)
    }

    @usableFromInline func willYield<Value>(other value: Value, _ mark: UInt32) { target.record(value, of: id, element: mark) }

    @usableFromInline func nextMark() -> UInt32 { marks.wrappingAdd(1, ordering: .relaxed).newValue }

    /// Records that the stream has buffered the value with a mark, or delivered it.
    @usableFromInline package func didKeep(_ mark: UInt32) { steps.recordAnswer(.kept, element: mark) }

    /// Records that the stream has dropped a value, the one with the mark `yielded` or an older one.
    @usableFromInline package func didDrop(_ mark: UInt32, yielding yielded: UInt32) {
        steps.record(.dropped, element: mark, word: UInt64(yielded))
    }

    /// Records that the stream had ended before the value with a mark was yielded.
    @usableFromInline package func didRefuse(_ mark: UInt32) { steps.record(.refused, element: mark) }

    /// Records that the `send` of the value with a mark has returned.
    package func didResume(_ mark: UInt32) { steps.record(.resumed, element: mark) }

    /// Records that the producer ends the stream.
    package func finish() {
        guard end() else { return }
        steps.record(.completion)
    }

    /// Records that the producer ends the stream with an error.
    package func fail(_ error: any Error) {
        guard end() else { return }
        steps.record(.completion, value: target.text(of: error))
    }

    /// Records that the consumer was cancelled, which ends the stream.
    func cancel() {
        guard end() else { return }
        steps.record(.cancel)
    }

    /// Records that no value can be yielded any more.
    fileprivate func abandon() {
        if !isOver.load(ordering: .relaxed) { steps.record(.abandoned) }
    }

    private func end() -> Bool { !isOver.exchange(true, ordering: .relaxed) }
}

/// The token shared by all copies of a continuation: after its release, no value can be yielded.
@usableFromInline final class MarkingProducer<Continuation: Sendable>: Hashable, Sendable {
    @usableFromInline let feed: ProducerEdge
    /// Of the stream of marked values.
    @usableFromInline let real: Continuation

    init(_ real: Continuation, _ feed: ProducerEdge) { (self.real, self.feed) = (real, feed) }

    deinit { feed.abandon() }

    @usableFromInline static func == (lhs: MarkingProducer, rhs: MarkingProducer) -> Bool { lhs === rhs }

    @usableFromInline func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The capacity of a stream's buffer.
package enum BufferLimit {
    case unbounded
    case oldest(Int)
    case newest(Int)
    /// At this number it stops its producer, but still keeps further values.
    case highMark(Int)

    var fact: (capacity: Int, policy: OverflowPolicy)? {
        switch self {
        case .unbounded: nil
        case .oldest(let count): (max(0, count), .dropNewest)
        case .newest(let count): (max(0, count), .dropOldest)
        case .highMark(let count): (max(0, count), .stopProducer)
        }
    }
}

/// A value in a stream's buffer, with its mark.
@usableFromInline struct Marked<Value>: MarkedElement {
    @usableFromInline let value: Value
    @usableFromInline let mark: UInt32

    @inlinable init(value: Value, mark: UInt32) {
        self.value = value
        self.mark = mark
    }

    @inlinable func open() -> Value { value }
}

extension Marked: Sendable where Value: Sendable {}
