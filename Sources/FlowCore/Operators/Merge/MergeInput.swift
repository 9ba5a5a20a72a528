#if !canImport(Combine)
    import OpenCombineShim

    /// What one upstream of a merge holds: the merge, and which upstream it is.
    final class MergeInput<Downstream: Subscriber>: Subscriber {
        typealias Input = Downstream.Input
        typealias Failure = Downstream.Failure

        private let storage: MergeStorage<Downstream>
        private let index: Int

        init(storage: MergeStorage<Downstream>, index: Int) {
            self.storage = storage
            self.index = index
        }

        func receive(subscription: any Subscription) {
            storage.receive(subscription: subscription, from: index)
        }

        func receive(_ input: Input) -> Subscribers.Demand {
            storage.receive(input, from: index)
        }

        func receive(completion: Subscribers.Completion<Failure>) {
            storage.receive(completion: completion, from: index)
        }
    }

    extension MergeInput: CustomStringConvertible {
        var description: String { "Merge" }
    }
#endif
