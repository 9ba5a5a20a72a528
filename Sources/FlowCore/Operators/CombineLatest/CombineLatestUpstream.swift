#if !canImport(Combine)
    import FlowCombine

    /// An upstream of a `combineLatest`, with values of any type.
    ///
    /// The subscriber erases the type of the values, because an operator that did so would appear in the trace as one of the
    /// program's own.
    struct CombineLatestUpstream<Failure: Error> {
        /// Subscribes a receiver, which knows this upstream by its index.
        let subscribe: (any CombineLatestReceiver<Failure>, Int) -> Void

        init<Upstream: Publisher>(_ upstream: Upstream) where Upstream.Failure == Failure {
            subscribe = { receiver, index in
                upstream.subscribe(
                    AnySubscriber<Upstream.Output, Failure>(
                        receiveSubscription: { receiver.receive(subscription: $0, from: index) },
                        receiveValue: { receiver.receive($0 as Any, from: index) },
                        receiveCompletion: { receiver.receive(completion: $0, from: index) }))
            }
        }
    }

    /// Receives the signals of a `combineLatest`'s upstreams, each known by its index.
    protocol CombineLatestReceiver<Failure>: AnyObject {
        associatedtype Failure: Error

        func receive(subscription: any Subscription, from index: Int)
        func receive(_ value: Any, from index: Int) -> Subscribers.Demand
        func receive(completion: Subscribers.Completion<Failure>, from index: Int)
    }
#endif
