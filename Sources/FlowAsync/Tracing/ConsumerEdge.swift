import FlowTrace
internal import Synchronization

/// One iterator of a traced sequence: an edge of the graph.
///
/// The iterator reports every call. If its last copy is released before the sequence has ended, the consumer has left.
@usableFromInline package final class ConsumerEdge: Sendable {
    private let target: TraceTarget
    private let steps: StepRecorder
    let id: UInt64
    private let isOver = Atomic<Bool>(false)
    /// Whether the functions that await the consumer are still unknown: its first call of `next` tells them.
    private let lacksPlace: Atomic<Bool>
    /// The executor of its first call of `next`; 0 before.
    private let executor = Atomic<UInt8>(0)
    /// Its gate, at which values wait while a viewer holds the stage; `nil` without control, or if they wait at none.
    private let gate: StageGate?

    private init(_ target: TraceTarget, id: UInt64, hasGate: Bool) {
        self.target = target
        self.id = id
        steps = StepRecorder(target, of: id)
        lacksPlace = Atomic(target.stacks != nil)
        gate = hasGate ? target.gates?.makeGate(of: id) : nil
    }

    deinit {
        if let gate { target.gates?.remove(gate, id) }
        cancel()
    }

    /// Makes an iterator and its edge. Iterators made meanwhile feed it.
    ///
    /// - Parameters:
    ///   - subscriber: The type of the consumer, if it does not make the iterator itself.
    ///   - hasGate: Whether the caller lets values or requests wait with ``waitAtGate(isolation:)``.
    /// - Returns: `nil` instead of the edge if nothing is traced.
    package static func tracing<Iterator>(
        _ facts: StageFacts, for subscriber: Any.Type? = nil, in target: TraceTarget?, hasGate: Bool = true,
        _ make: () -> Iterator
    ) -> (Iterator, ConsumerEdge?) {
        let below = DownstreamContext.current ?? TaskConsumer.current?.take()
        guard let target = below?.target ?? target else { return (make(), nil) }
        TracedTasks.begin()
        let pull = ConsumerEdge(target, id: EdgeNumber.next(), hasGate: hasGate)
        let key = HookKey(id: pull.id, tag: 0)
        let stage = DownstreamContext(target, id: pull.id, tag: target.tag(of: facts.type))
        target.recorder.record(.willSubscribe, key)
        target.recordPlace()
        facts.record(
            to: target,
            subscriber: subscriber.map { (target.tag(of: $0), nil) } ?? DownstreamContext.subscriber(below, in: target))
        let iterator = stage.within(make)
        target.recorder.record(.subscription, key)
        target.recorder.record(.willSubscription, key, word: pull.id)
        target.recorder.recordEnd(.didSubscription, key)
        target.recorder.recordEnd(.didSubscribe, key)
        return (iterator, pull)
    }

    // MARK: Calls of next

    /// Returns whether the place of the consumer is unknown: ``tellPlace(isolation:)`` tells it.
    @discardableResult
    @usableFromInline package func request() -> Bool {
        steps.record(.request)
        return lacksPlace.load(ordering: .relaxed)
    }

    /// Records the functions that await the consumer's first value. A loop of Swift's own, such as `reduce`, has no caller on the
    /// stack on which it makes the iterator.
    ///
    /// - Parameter isolation: The actor of the call of `next`.
    @usableFromInline func tellPlace(isolation: isolated (any Actor)?) async {
        #if arch(x86_64) || arch(arm64)
            guard lacksPlace.exchange(false, ordering: .relaxed) else { return }
            executor.store(TracedExecutor(of: isolation).rawValue, ordering: .relaxed)
            await tellAwaiting(
                Unmanaged.passUnretained(self).toOpaque(),
                { Unmanaged<ConsumerEdge>.fromOpaque($0).takeUnretainedValue().recordAwaiting($1) }, isolation: isolation)
        #endif
    }

    private func recordAwaiting(_ context: UnsafeRawPointer) {
        let executor = TracedExecutor(rawValue: executor.load(ordering: .relaxed))
        target.stacks?.record(awaiting: context, as: .consumed, of: id, on: executor)
    }

    /// - Parameter mark: Its number in the upstream; 0 for none.
    @inlinable package func receive<Value>(_ value: Value, mark: UInt32 = 0) { receive(value, mark, []) }

    /// Records a value made of `count` others.
    @inlinable func receive<Value>(_ value: Value, madeOf count: Int) {
        receive(value, UInt32(clamping: count), .counts)
    }

    @inlinable func receive<Value>(_ value: Value, _ number: UInt32, _ flags: StepFlags) {
        if let basic = TraceValue.basic(value) {
            receive(described: basic, mark: number, flags)
        } else {
            receive(other: value, number, flags)
        }
    }

    /// Records a value by its description.
    @usableFromInline func receive(described value: TraceValue, mark: UInt32, _ flags: StepFlags = []) {
        steps.record(.value, element: mark, value: value, flags: flags)
    }

    /// Records a value by its number only.
    func receive(mark: UInt32) { target.recorder.record(.value, of: id, element: mark) }

    @usableFromInline func receive<Value>(other value: Value, _ number: UInt32, _ flags: StepFlags) {
        target.record(value, of: id, element: number, flags: flags)
    }

    // MARK: Control

    /// Whether a viewer holds or slows the stage: a received value has to call ``waitAtGate(isolation:)``.
    @usableFromInline package var isGated: Bool { gate?.isClosed == true }

    /// Waits until the viewer lets a value pass, or the task is cancelled.
    ///
    /// - Parameter isolation: The actor of the call of `next`.
    @usableFromInline package func waitAtGate(isolation: isolated (any Actor)?) async { await gate?.wait(isolation: isolation) }

    // MARK: Ends

    /// Records the end of the sequence, or the cancellation of its consumer's task: `next` returns `nil` for both.
    @usableFromInline package func finish() {
        guard !Task.isCancelled else { return cancel() }
        guard end() else { return }
        steps.record(.completion)
    }

    @usableFromInline package func fail(_ error: any Error) {
        guard !(error is CancellationError && Task.isCancelled) else { return cancel() }
        guard end() else { return }
        steps.record(.completion, value: target.text(of: error))
    }

    private func cancel() {
        guard end() else { return }
        steps.record(.cancel)
    }

    // MARK: Between calls

    /// Records the state reported by the consumer.
    func report(_ state: StreamState) {
        steps.record(.state, value: .string(state.description))
    }

    /// Returns whether it is the first end.
    private func end() -> Bool { !isOver.exchange(true, ordering: .relaxed) }
}

/// Numbers iterators and continuations.
package enum EdgeNumber {
    private static let last = Atomic<UInt64>(0)

    /// A new number with the highest bit set, unlike any address.
    package static func next() -> UInt64 { last.wrappingAdd(1, ordering: .relaxed).newValue | 1 << 63 }
}

/// The facts about an edge's upstream stage.
package struct StageFacts: Sendable {
    /// Its type, by which the catalogue of operators identifies it.
    package var type: Any.Type
    package var valueType: Any.Type
    /// The number of its stream; 0 if it has none.
    package var stream: UInt64 = 0
    /// Its location and name.
    package var label: StageLabel?
    /// Its capacity, and its policy when full.
    package var limit: (capacity: Int, policy: OverflowPolicy)?
    /// Whether it sends the newest of several values in its interval, or the oldest.
    package var isLatest: Bool?

    package init(type: Any.Type, valueType: Any.Type, stream: UInt64 = 0, label: StageLabel? = nil) {
        self.type = type
        self.valueType = valueType
        self.stream = stream
        self.label = label
    }

    func record(to target: TraceTarget, subscriber: (type: UInt32, fact: (kind: FactKind, id: UInt64)?)) {
        let recorder = target.recorder
        if let name = label?.name { recorder.record(.label, HookKey(id: 0, tag: target.tag(of: name))) }
        if let label {
            if let fileID = label.fileID {
                recorder.record(.location, HookKey(id: UInt64(clamping: label.line), tag: target.tag(of: fileID)))
            }
            if let made = label.made, made.target === target { recorder.record(stack: made.stack, as: .made) }
        }
        recorder.record(.publisherType, HookKey(id: stream, tag: target.tag(of: type)))
        recorder.record(.subscriberType, HookKey(id: 0, tag: subscriber.type))
        recorder.record(.valueType, HookKey(id: 0, tag: target.tag(of: valueType)))
        if let fact = subscriber.fact { recorder.record(fact.kind, HookKey(id: fact.id, tag: 0)) }
        if let limit {
            recorder.record(.capacity, HookKey(id: UInt64(clamping: limit.capacity), tag: 0))
            recorder.record(limit.policy)
        }
        if let isLatest { recorder.record(isLatest: isLatest) }
    }
}

/// The source location at which a stage was named, or made.
package struct StageLabel: Sendable {
    var name: String?
    /// The file; `nil` if only the stack tells the place.
    let fileID: String?
    let line: Int
    /// The stack that made the stream, for a stream that no record tells before it is consumed.
    private(set) var made: (target: TraceTarget, stack: UInt32)?

    /// The line that makes a stream which no record tells before it is consumed.
    init(placing fileID: String?, line: Int) {
        (self.fileID, self.line) = (fileID, line)
        guard let target = CurrentTarget.value, let stack = target.stacks?.current() else { return }
        made = (target, stack)
    }

    package init(name: String? = nil, fileID: String?, line: Int) {
        self.name = name
        self.fileID = fileID
        self.line = line
    }
}
