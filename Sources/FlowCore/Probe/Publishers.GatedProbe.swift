import FlowCombine
import FlowTrace

extension Publishers {
    /// A publisher with a name for traces, whose downstream a viewer may hold.
    ///
    /// Made by ``OpenCombine/Publisher/probe(_:on:fileID:line:)``.
    public struct GatedProbe<Upstream: Publisher, Context: Scheduler>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        public let name: String
        public let location: CodeLocation
        /// Requests the demand that a viewer has withheld.
        public let scheduler: Context

        public func receive(subscriber: some Subscriber<Output, Failure>) {
            guard DemandGate.isWanted else { return upstream.receive(subscriber: subscriber) }
            upstream.subscribe(GatedSubscriber(downstream: subscriber, scheduler: scheduler))
        }
    }
}

extension Publisher {
    /// Gives the tracer a name and a source location for the output of this publisher, as `label` does, and lets a viewer hold what
    /// follows.
    ///
    /// In a program started with `FLOWVIZ=1,control`, the probe is a stage of the trace. While a viewer holds it, it withholds the
    /// demand of its downstream, but no value: values that were requested before still arrive. A downstream that requests without
    /// limit, such as `sink`, leaves nothing to withhold. In any other program the probe costs one call for a subscription, and
    /// nothing for a value.
    ///
    /// - Parameters:
    ///   - name: The name of the lane.
    ///   - scheduler: Requests the withheld demand. Values that this brings about arrive on it, as after `subscribe(on:)`. It takes
    ///     work from any thread. Instead of `ImmediateScheduler`, a global queue is used. Any other scheduler must not run work within
    ///     `schedule`: the thread that calls it releases all stages of the program.
    ///   - fileID: The file; leave it to the compiler.
    ///   - line: The line; leave it to the compiler.
    @_disfavoredOverload
    public func probe<Context: Scheduler>(
        _ name: String, on scheduler: Context, fileID: String = #fileID, line: Int = #line
    ) -> Publishers.GatedProbe<Self, Context> {
        Publishers.GatedProbe(
            upstream: self, name: name, location: CodeLocation(fileID: fileID, line: line), scheduler: scheduler)
    }
}

/// The subscriber of ``OpenCombine/Publishers/GatedProbe``: passes all signals on, and the demand through its gate.
///
/// Proof for `@unchecked`: the gate is behind the lock; the downstream is called only within the upstream's signals.
final class GatedSubscriber<Downstream: Subscriber, Context: Scheduler>: Subscriber, @unchecked Sendable {
    typealias Input = Downstream.Input
    typealias Failure = Downstream.Failure

    private let downstream: Downstream
    private let scheduler: Context
    private let gate = LockedBox<DemandGate?>(nil)

    init(downstream: Downstream, scheduler: Context) {
        self.downstream = downstream
        self.scheduler = scheduler
    }

    func receive(subscription: any Subscription) {
        let made = DemandGate.guarding(subscription, of: self, DemandGate.requests(on: scheduler))
        gate.withLock { $0 = $0 ?? made }
        downstream.receive(subscription: made ?? subscription)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        let demand = downstream.receive(input)
        guard demand > .none else { return .none }
        return gate.withLock { $0 }?.grant(demand) ?? demand
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        // Released outside the lock, with the subscription.
        let gate = gate.withLock { $0.take() }
        withExtendedLifetime(gate) { downstream.receive(completion: completion) }
    }
}
