import FlowTrace
import FlowCombine

/// Traces every subscription made after its start, without a change to the traced code.
///
/// OpenCombine reports every `subscribe`, `request`, `receive` and `cancel` of the process to the tracer, which only records the
/// calls. The reader of the trace later derives links, outstanding demand and held values, so that the same rules apply to a
/// live run and a recorded file.
///
/// The traced pipelines behave the same; each delivery on each edge takes some 0.25 µs longer.
///
/// ## What it cannot see
///
/// - Subscriptions made before ``start()``. If a part of a pipeline is older than the trace, the pipeline's edges are marked
///   incomplete.
/// - `Subject.send` itself and the promise of a `Future`: a value sent without demand leaves no record. The subjects of the
///   module FlowSubjects report every `send`.
/// - Fused operators, such as `map` on `Just` or `map` after `map`.
/// - A subscriber passed directly to `receive(subscriber:)` instead of `subscribe(_:)`: its edge is missing. If an operator
///   passes its subscriber so, the publisher that receives it is missing too, and the operator seems to be attached to the next
///   publisher above.
/// - The sender of a value, if one object subscribes to several publishers: the total is exact, but the edges are marked
///   ambiguous. An operator such as `map` in between tells them apart.
/// - The requester, if one subscription object serves several subscribers: requests count for the newest subscriber, and the
///   edges are marked as sharing the object.
/// - The time at which `debounce` drops a value without demand: the value is shown as held until the next value.
/// - In a scope: subscriptions that `subscribe(on:)` makes later or on another thread, and a subscriber that is resubscribed as
///   an `AnySubscriber`.
/// - Events after ``stop()``.
///
/// The tracer reflects on a subscriber when it subscribes. A class that resubscribes while another thread changes its properties
/// must limit the reflected properties by `CustomReflectable`.
///
/// While a subscription is traced, the downcast `subscription as? MySubscription` fails.
///
/// - Important: All methods may be called from any thread. Do not stop a tracer while traced pipelines run: events are lost, and
///   counters lag.
public final class FlowTracer: _Introspection, Sendable {
    private let target: TraceTarget
    private let recorder: Recorder
    private let register = LockedBox(TracerRegister())
    private let scopeOnly: Bool
    private let scope = LockedBox(TracedScope())

    /// Creates a tracer that writes to `recorder`; it records nothing before ``start()``.
    ///
    /// - Parameters:
    ///   - recorder: Receives the records.
    ///   - values: The values to record.
    ///   - places: Whether to record the places in the code that subscribe.
    public convenience init(recorder: Recorder, values: TracedValues = .basic, places: Bool = false) {
        self.init(TraceTarget(recorder: recorder, values: values, places: places), scopeOnly: false)
    }

    /// Creates a tracer that shares its destination and declared names with others.
    package convenience init(_ target: TraceTarget) { self.init(target, scopeOnly: false) }

    init(_ target: TraceTarget, scopeOnly: Bool) {
        self.target = target
        recorder = target.recorder
        self.scopeOnly = scopeOnly
    }

    /// Traces every new subscription of the process until ``stop()``.
    public func start() {
        RunningTracers.add(self)
        enable()
    }

    /// Stops tracing, even of current subscriptions.
    public func stop() {
        disable()
        RunningTracers.remove(self)
    }

    /// Traces only the subscriptions that `body` makes on this thread, and later subscriptions of their pipelines.
    ///
    /// Subscriptions that `subscribe(on:)` makes on another thread, or after `body` has returned, are not traced: their
    /// subscriber is still unknown. A tracer of the whole process records them.
    ///
    /// Signals of other pipelines are neither recorded nor described. Each of them costs a lock and a lookup.
    ///
    /// - Returns: The tracer, which runs until ``stop()``, and the result of `body`. If `body` throws, the tracer is stopped.
    public static func tracing<Result>(
        into recorder: Recorder, values: TracedValues = .basic, _ body: () throws -> Result
    ) rethrows -> (tracer: FlowTracer, result: Result) {
        try tracing(into: TraceTarget(recorder: recorder, values: values), body)
    }

    /// Traces the subscriptions that `body` makes, whose stages may be held if the target has gates.
    package static func tracing<Result>(
        into target: TraceTarget, _ body: () throws -> Result
    ) rethrows -> (tracer: FlowTracer, result: Result) {
        let tracer = FlowTracer(target, scopeOnly: true)
        tracer.start()
        do {
            return (tracer, try CurrentTarget.with(target.gates) { try tracer.watching(body) })
        } catch {
            tracer.stop()
            throw error
        }
    }

    func watching<Result>(_ body: () throws -> Result) rethrows -> Result {
        scope.withLock { $0.enterBody() }
        defer { scope.withLock { $0.leaveBody() } }
        return try body()
    }

    // MARK: Subscribing

    public func willReceive<Upstream: Publisher, Downstream: Subscriber>(
        publisher: Upstream, subscriber: Downstream
    ) where Upstream.Failure == Downstream.Failure, Upstream.Output == Downstream.Input {
        let key = HookKey(subscriber)
        guard !scopeOnly || scope.withLock({ $0.subscribe(subscriber, key.id) }).belongs else { return }
        let object = Downstream.self is AnyObject.Type ? subscriber as AnyObject : nil
        // Live objects are released outside the lock.
        _ = register.withLock { register in
            let found = register.add(object, id: key.id)
            // Recorded within the lock, so that another thread records a new owner of the identifier only afterwards.
            for id in found.deadIDs { recorder.record(.death, HookKey(id: id, tag: 0)) }
            return found.toRelease
        }
        let isErased = Downstream.self == AnySubscriber<Downstream.Input, Downstream.Failure>.self
        recorder.record(.willSubscribe, key, flags: isErased ? .erased : [])
        target.recordPlace()
        let (inner, name, location) = PublisherHints.unwrapped(publisher)
        if let name { recorder.record(.label, HookKey(id: 0, tag: target.tag(of: name))) }
        if let location {
            recorder.record(.location, HookKey(id: UInt64(clamping: location.line), tag: target.tag(of: location.fileID)))
        }
        recorder.record(.publisherType, HookKey(id: identity(of: inner), tag: target.tag(of: type(of: inner))))
        if let subject = inner as? any SendReporting {
            recorder.record(.recordsSends, HookKey(id: 0, tag: 0))
            if scopeOnly { scope.withLock { $0.add(subject, HookKey(subject: subject).id) } }
        }
        recorder.record(.subscriberType, HookKey(id: 0, tag: target.tag(of: Downstream.self)))
        recorder.record(.valueType, HookKey(id: 0, tag: target.tag(of: Downstream.Input.self)))
        for hint in SubscriberHints.hints(of: subscriber) { recorder.record(hint.fact, HookKey(id: hint.id, tag: 0)) }
        PublisherHints.record(inner, to: recorder)
    }

    public func didReceive<Upstream: Publisher, Downstream: Subscriber>(
        publisher: Upstream, subscriber: Downstream
    ) where Upstream.Failure == Downstream.Failure, Upstream.Output == Downstream.Input {
        recordEnd(.didSubscribe, HookKey(subscriber))
    }

    public func willReceive<Downstream: Subscriber>(subscriber: Downstream, subscription: Subscription) {
        let (key, handed) = (HookKey(subscriber), HookKey(subscription))
        guard !scopeOnly || scope.withLock({ $0.hand(subscription, handed.id, to: key.id) }).belongs else { return }
        recorder.record(.subscription, handed)
        recorder.record(.willSubscription, key, word: handed.id)
    }

    public func didReceive<Downstream: Subscriber>(subscriber: Downstream, subscription: Subscription) {
        recordEnd(.didSubscription, HookKey(subscriber))
    }

    // MARK: Signals

    public func willReceive<Downstream: Subscriber>(subscriber: Downstream, input: Downstream.Input) {
        let key = HookKey(subscriber)
        guard enters(key) else { return }
        if let value = TraceValue.basic(input) ?? target.described(input) {
            recorder.record(.willValue, key, value: value)
        } else {
            recorder.record(.willValue, key)
        }
    }

    public func didReceive<Downstream: Subscriber>(
        subscriber: Downstream, input: Downstream.Input, resultingDemand: Subscribers.Demand
    ) {
        let key = HookKey(subscriber)
        guard leaves(key) else { return }
        guard resultingDemand != .none else { return recorder.recordEnd(.didValue, key) }
        recorder.record(.didValue, key, word: Demand(resultingDemand).rawValue)
    }

    public func willReceive<Downstream: Subscriber>(
        subscriber: Downstream, completion: Subscribers.Completion<Downstream.Failure>
    ) {
        let key = HookKey(subscriber)
        guard enters(key) else { return }
        switch completion {
        case .finished: recorder.record(.willComplete, key)
        case .failure(let error): recorder.record(.willComplete, key, value: target.text(of: error))
        }
    }

    public func didReceive<Downstream: Subscriber>(
        subscriber: Downstream, completion: Subscribers.Completion<Downstream.Failure>
    ) {
        recordEnd(.didComplete, HookKey(subscriber))
    }

    public func willRequest(subscription: Subscription, _ demand: Subscribers.Demand) {
        let key = HookKey(subscription)
        guard enters(key) else { return }
        recorder.record(.willRequest, key, word: Demand(demand).rawValue)
    }

    public func didRequest(subscription: Subscription, _ demand: Subscribers.Demand) {
        recordEnd(.didRequest, HookKey(subscription))
    }

    public func willCancel(subscription: Subscription) {
        let key = HookKey(subscription)
        guard enters(key) else { return }
        recorder.record(.willCancel, key)
    }

    public func didCancel(subscription: Subscription) { recordEnd(.didCancel, HookKey(subscription)) }

    // MARK: Subjects

    /// Records that a value is about to be sent through a subject.
    ///
    /// - Returns: The value to record after the send; `nil` if this tracer does not trace the subject.
    func willSend<Value>(_ value: Value, through subject: HookKey) -> SentValue? {
        guard !scopeOnly || scope.withLock({ $0.send(through: subject.id) }).belongs else { return nil }
        recorder.recordWillSend(subject)
        return SentValue(value: TraceValue.basic(value) ?? target.described(value))
    }

    func didSend(_ sent: SentValue, through subject: HookKey) {
        if leaves(subject) { recorder.recordDidSend(subject, value: sent.value) }
    }

    // MARK: The scope

    /// Whether to record the beginning of a call.
    private func enters(_ key: HookKey) -> Bool { !scopeOnly || scope.withLock { $0.enter(key.id) } }

    /// Whether to record the return of a call.
    private func leaves(_ key: HookKey) -> Bool { !scopeOnly || scope.withLock { $0.leave(key.id) } }

    private func recordEnd(_ call: CallKind, _ key: HookKey) {
        if leaves(key) { recorder.recordEnd(call, key) }
    }

    private func identity(of publisher: Any) -> UInt64 {
        type(of: publisher) is AnyObject.Type ? UInt64(UInt(bitPattern: ObjectIdentifier(publisher as AnyObject))) : 0
    }
}
