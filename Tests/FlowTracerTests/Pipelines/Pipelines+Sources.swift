import FlowCombine

extension Pipeline {
    static let sources: [Pipeline] = [
        Pipeline("Just", "Just end") { Just(1).ended($0) },
        Pipeline("Empty", "Empty end") { Empty<Int, Never>().ended($0) },
        Pipeline("Empty that never ends", "Empty end") { Empty<Int, Never>(completeImmediately: false).ended($0) },
        Pipeline("Fail", "Fail end") { Fail<Int, TestFailure>(error: TestFailure()).ended($0) },
        Pipeline("Sequence", "publisher end") { (1...7).publisher.ended($0) },
        Pipeline("Future, kept before", "Future end") { Future<Int, Never> { $0(.success(3)) }.ended($0) },
        Pipeline("Future, kept after", "Future map end") { b in
            var keep: Future<Int, TestFailure>.Promise?
            Future<Int, TestFailure> { keep = $0 }.spied(b).map { $0 + 1 }.ended(b)
            keep?(.success(3))
        },
        Pipeline("Future, broken", "Future end") { b in
            var keep: Future<Int, TestFailure>.Promise?
            let future = Future<Int, TestFailure> { keep = $0 }
            future.ended(b)
            keep?(.failure(TestFailure()))
            future.ended(b)
        },
        Pipeline("Deferred", "publisher+Deferred end") { b in
            Deferred { (1...4).publisher.spied(b) }.ended(b)
        },
        Pipeline("Record", "Record end") { b in
            Record<Int, TestFailure>(output: [1, 2, 3, 4], completion: .failure(TestFailure())).ended(b)
        },
        Pipeline("Optional", "publisher end") { Optional.OCombine.Publisher(Optional(5)).ended($0) },
        Pipeline("Optional without value", "publisher end") { Optional.OCombine.Publisher(Int?.none).ended($0) },
        Pipeline("Result", "publisher end") { Result<Int, TestFailure>.OCombine.Publisher(.success(5)).ended($0) },
        Pipeline("Result, failed", "publisher end") {
            Result<Int, TestFailure>.OCombine.Publisher(.failure(TestFailure())).ended($0)
        },
    ]

    static let subjects: [Pipeline] = [
        Pipeline("PassthroughSubject", "PassthroughSubject map end") { b in
            let subject = PassthroughSubject<Int, TestFailure>()
            subject.spied(b).map { $0 * 2 }.ended(b)
            (1...6).forEach(subject.send)
            subject.send(completion: .failure(TestFailure()))
            subject.ended(b)
        },
        Pipeline("PassthroughSubject with three subscribers", "PassthroughSubject end") { b in
            let subject = PassthroughSubject<Int, Never>()
            for _ in 1...3 { subject.ended(b) }
            (1...6).forEach(subject.send)
            subject.send(completion: .finished)
        },
        Pipeline("CurrentValueSubject", "CurrentValueSubject filter end") { b in
            let subject = CurrentValueSubject<Int, Never>(0)
            subject.spied(b).filter { $0.isMultiple(of: 2) }.ended(b)
            (1...6).forEach(subject.send)
            subject.value = 8
            subject.send(completion: .finished)
        },
        Pipeline("send inside a value", "PassthroughSubject map end") { b in
            let subject = PassthroughSubject<Int, Never>()
            subject.spied(b).map { $0 }.ended(b) { value in
                if value < 4 { subject.send(value * 10) }
                return "\(value)"
            }
            (1...4).forEach(subject.send)
        },
        Pipeline("@Published", "published end") { b in
            let person = Person()
            person.$name.ended(b)
            person.name = "Grace"
            person.name = "Barbara"
            b.keep(person)
        },
        Pipeline("ObservableObject", "observableObjectPublisher map end") { b in
            let person = Person()
            person.objectWillChange.spied(b).map { _ in person.name }.ended(b)
            person.name = "Grace"
            person.name = "Barbara"
            person.objectWillChange.send()
        },
        Pipeline("subscribe(subject)", "publisher PassthroughSubject end") { b in
            let subject = PassthroughSubject<Int, Never>()
            subject.ended(b)
            b.keep((1...6).publisher.spied(b).subscribe(subject))
        },
        Pipeline("subscribe(subject) that keeps its value", "publisher CurrentValueSubject end") { b in
            let subject = CurrentValueSubject<Int, Never>(0)
            subject.ended(b)
            b.keep((1...6).publisher.spied(b).subscribe(subject))
        },
        Pipeline("assign(to:on:)", "publisher assign") { b in
            b.keep(["Ada", "Grace"].publisher.spied(b).assign(to: \.name, on: Person()))
        },
        Pipeline("assign(to:)", "publisher published end") { b in
            let person = Person()
            person.$name.ended(b)
            ["Grace", "Barbara"].publisher.spied(b).assign(to: &person.$name)
            b.keep(person)
        },
        Pipeline("sink", "publisher map sink") { b in
            b.keep((1...6).publisher.spied(b).map { $0 }.spied(b).sink { _ in })
        },
    ]
}

private final class Person: ObservableObject {
    @Published var name = "Ada"
}
