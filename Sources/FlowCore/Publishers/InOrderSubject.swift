import FlowTrace
import FlowCombine

/// A `PassthroughSubject` that serves its subscribers in the order of their subscription.
///
/// OpenCombine's order differs from run to run, which would make runs in virtual time differ too.
public final class InOrderSubject<Output, Failure: Error>: Subject {
    private struct State {
        /// One subject for each subscriber.
        var subjects: [(number: Int, subject: PassthroughSubject<Output, Failure>)] = []
        var count = 0
        var completion: Subscribers.Completion<Failure>?
        var upstreams: [any Subscription] = []
        var isWanted = false
    }

    private let state = LockedBox(State())

    public init() {}

    deinit {
        state.withLock { $0.upstreams }.forEach { $0.cancel() }
    }

    public func receive(subscriber: some Subscriber<Output, Failure>) {
        let subject = PassthroughSubject<Output, Failure>()
        let (number, completion) = state.withLock { state in
            state.count += 1
            if state.completion == nil { state.subjects.append((state.count, subject)) }
            return (state.count, state.completion)
        }
        if let completion { subject.send(completion: completion) }
        subject.send(subscription: FirstDemandSubscription { [weak self] in self?.want() })
        subject.handleEvents(receiveCancel: { [weak self] in self?.remove(number) }).subscribe(subscriber)
    }

    public func send(_ value: Output) {
        for (_, subject) in state.withLock({ $0.subjects }) { subject.send(value) }
    }

    public func send(completion: Subscribers.Completion<Failure>) {
        let subjects = state.withLock { state in
            state.completion = state.completion ?? completion
            defer { state.subjects = [] }
            return state.subjects
        }
        for (_, subject) in subjects { subject.send(completion: completion) }
    }

    public func send(subscription: any Subscription) {
        let isWanted = state.withLock { state in
            state.upstreams.append(subscription)
            return state.isWanted
        }
        if isWanted { subscription.request(.unlimited) }
    }

    private func want() {
        let upstreams = state.withLock { state in
            defer { state.isWanted = true }
            return state.isWanted ? [] : state.upstreams
        }
        for upstream in upstreams { upstream.request(.unlimited) }
    }

    private func remove(_ number: Int) { state.withLock { $0.subjects.removeAll { $0.number == number } } }

    /// A subject's upstream subscription: reports the first demand, which is the only one that the subject passes on.
    private final class FirstDemandSubscription: Subscription {
        private let onFirstDemand: () -> Void

        init(_ onFirstDemand: @escaping () -> Void) { self.onFirstDemand = onFirstDemand }

        func request(_ demand: Subscribers.Demand) { onFirstDemand() }

        func cancel() {}
    }
}
