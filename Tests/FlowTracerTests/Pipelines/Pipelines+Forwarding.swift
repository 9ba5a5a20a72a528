import FlowCombine

extension Pipeline {
    /// Operators as other libraries write them.
    static let forwarding: [Pipeline] = [
        Pipeline("eraseToAnyPublisher", "publisher map end") { b in
            (1...3).publisher.spied(b).map { $0 + 1 }.eraseToAnyPublisher().ended(b)
        },
        Pipeline("erased twice in the middle", "publisher map filter end") { b in
            (1...6).publisher.spied(b).map { $0 + 1 }.eraseToAnyPublisher().eraseToAnyPublisher().spied(b)
                .filter { $0 > 2 }.eraseToAnyPublisher().ended(b)
        },
        Pipeline("a publisher that forwards its subscriber", "publisher forwarding end") { b in
            Forwarding(upstream: (1...3).publisher.spied(b).map { $0 + 1 }).ended(b)
        },
        Pipeline("a publisher that subscribes its subscriber", "publisher+resubscribing end") { b in
            Resubscribing(upstream: (1...3).publisher.spied(b)).ended(b)
        },
        Pipeline("an AnySubscriber in between", "publisher erasing end") { b in
            Erasing(upstream: (1...3).publisher.spied(b)).ended(b)
        },
        Pipeline("an AnySubscriber at the end", "publisher anySubscriber") { b in
            (1...4).publisher.spied(b).subscribe(AnySubscriber(b.makeEnd() as End<Int, Never>))
        },
        Pipeline("an AnySubscriber around an AnySubscriber", "publisher erasing anySubscriber") { b in
            Erasing(upstream: (1...4).publisher.spied(b)).spied(b).subscribe(AnySubscriber(b.makeEnd() as End<Int, Never>))
        },
        Pipeline("an AnySubscriber erased again", "publisher erasing+anySubscriber") { b in
            Erasing(upstream: (1...4).publisher.spied(b)).subscribe(AnySubscriber(b.makeEnd() as End<Int, Never>))
        },
        Pipeline("merge through one subscriber behind maps", "PassthroughSubject map+naiveMerge end") { b in
            let (left, right) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
            NaiveMerge(left: left.spied(b).map { $0 }, right: right.spied(b).map { $0 }).ended(b)
            for value in 1...4 {
                left.send(value)
                right.send(value + 10)
            }
        },
        Pipeline("merge through closures", "PassthroughSubject closureMerge end") { b in
            let inputs = [PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>()]
            ClosureMerge(inputs: inputs.map { $0.spied(b) }).ended(b)
            for value in 1...4 { inputs.forEach { $0.send(value) } }
        },
        Pipeline("merge through sides", "PassthroughSubject merge end") { b in
            let inputs = [PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>()]
            inputs[0].spied(b).merge(with: inputs[1].spied(b)).ended(b)
            for value in 1...4 { inputs.forEach { $0.send(value) } }
            inputs.forEach { $0.send(completion: .finished) }
        },
        Pipeline("flatMap through closures", "publisher closureFlatMap end") { b in
            ClosureFlatMap(upstream: (1...3).publisher.spied(b)) { n in (0..<n).publisher.spied(b) }.ended(b)
        },
    ]
}
