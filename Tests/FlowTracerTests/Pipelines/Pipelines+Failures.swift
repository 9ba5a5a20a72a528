import FlowCombine

extension Pipeline {
    static let failures: [Pipeline] = [
        Pipeline("mapError", "Fail mapError end") { b in
            Fail<Int, TestFailure>(error: TestFailure()).spied(b).mapError { $0 as any Error }.ended(b)
        },
        Pipeline("assertNoFailure", "publisher assertNoFailure end") { b in
            (1...4).publisher.setFailureType(to: TestFailure.self).spied(b).assertNoFailure().ended(b)
        },
        Pipeline("catch", "Record catch end") { b in
            failing.spied(b).catch { _ in (11...14).publisher.spied(b) }.ended(b)
        },
        Pipeline("tryCatch", "Record tryCatch end") { b in
            failing.spied(b).tryCatch { _ in (11...14).publisher.setFailureType(to: TestFailure.self).spied(b) }.ended(b)
        },
        Pipeline("tryCatch that throws", "Record tryCatch end") { b in
            failing.spied(b).tryCatch { _ -> Spy<Record<Int, TestFailure>> in throw TestFailure() }.ended(b)
        },
        Pipeline("replaceError", "Record replaceError end") { b in
            failing.spied(b).replaceError(with: 9).ended(b)
        },
        Pipeline("replaceEmpty", "Empty replaceEmpty end") { b in
            Empty<Int, Never>().spied(b).replaceEmpty(with: 9).ended(b)
        },
        Pipeline("retry", "Record retry end") { b in
            failing.spied(b).retry(2).ended(b)
        },
        Pipeline("retry until it works", "Record+Deferred retry end") { b in
            let attempts = Attempts()
            Deferred { attempts.next().spied(b) }.spied(b).retry(3).ended(b)
        },
        Pipeline("catch in catch", "Record catch catch end") { b in
            failing.spied(b).catch { _ in failing.spied(b) }.spied(b).catch { _ in Just(7).spied(b) }.ended(b)
        },
    ]

    private static var failing: Record<Int, TestFailure> {
        Record(output: [1, 2, 3], completion: .failure(TestFailure()))
    }

    static let joins: [Pipeline] = [
        Pipeline("append", "publisher append/prepend end") { b in
            (1...3).publisher.spied(b).append((11...13).publisher.spied(b)).ended(b)
        },
        Pipeline("append values", "publisher append/prepend end") { b in
            (1...3).publisher.spied(b).append(7, 8).ended(b)
        },
        Pipeline("prepend", "publisher append/prepend end") { b in
            (1...3).publisher.spied(b).prepend((11...13).publisher.spied(b)).ended(b)
        },
        Pipeline("append three", "publisher append/prepend append/prepend end") { b in
            (1...2).publisher.spied(b).append((11...12).publisher.spied(b)).spied(b).append((21...22).publisher.spied(b)).ended(b)
        },
        Pipeline("drop(untilOutputFrom:)", "PassthroughSubject drop(untilOutputFrom:) end") { b in
            let (values, signal) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Void, Never>())
            values.spied(b).drop(untilOutputFrom: signal.spied(b)).ended(b)
            (1...3).forEach(values.send)
            signal.send()
            (4...8).forEach(values.send)
            values.send(completion: .finished)
        },
        Pipeline("prefix(untilOutputFrom:)", "PassthroughSubject prefix(untilOutputFrom:) end") { b in
            let (values, signal) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Void, Never>())
            values.spied(b).prefix(untilOutputFrom: signal.spied(b)).ended(b)
            (1...5).forEach(values.send)
            signal.send()
            (6...8).forEach(values.send)
        },
        Pipeline("zip", "publisher zip end") { b in
            (1...5).publisher.spied(b).zip((1...7).publisher.spied(b)).ended(b)
        },
        Pipeline("zip of subjects", "PassthroughSubject zip end") { b in
            let (left, right) = (PassthroughSubject<Int, Never>(), PassthroughSubject<String, Never>())
            left.spied(b).zip(right.spied(b)).ended(b)
            (1...5).forEach(left.send)
            ["a", "b", "c"].forEach(right.send)
            right.send(completion: .finished)
        },
        Pipeline("zip with a failing side", "PassthroughSubject zip end") { b in
            let (left, right) = (PassthroughSubject<Int, TestFailure>(), PassthroughSubject<Int, TestFailure>())
            left.spied(b).zip(right.spied(b)).ended(b)
            (1...3).forEach(left.send)
            right.send(1)
            right.send(completion: .failure(TestFailure()))
        },
        Pipeline("zip of three", "publisher zip end") { b in
            (1...5).publisher.spied(b).zip((1...7).publisher.spied(b), (1...4).publisher.spied(b)).ended(b)
        },
        Pipeline("zip of four", "publisher zip+map end") { b in
            (1...5).publisher.spied(b).zip((1...7).publisher.spied(b), (1...4).publisher.spied(b), (1...4).publisher.spied(b)) {
                $0 + $1 + $2 + $3
            }.ended(b)
        },
        Pipeline("zip of one source with itself", "PassthroughSubject zip end") { b in
            let subject = PassthroughSubject<Int, Never>()
            let spied = subject.spied(b)
            spied.zip(spied).ended(b)
            (1...5).forEach(subject.send)
        },
    ]

    static let flattening: [Pipeline] = [
        Pipeline("flatMap", "publisher flatMap end") { b in
            (1...4).publisher.spied(b).flatMap { n in (0..<n).publisher.spied(b) }.ended(b)
        },
        Pipeline("flatMap, two at a time", "publisher flatMap end") { b in
            (1...4).publisher.spied(b).flatMap(maxPublishers: .max(2)) { n in (0..<n).publisher.spied(b) }.ended(b)
        },
        Pipeline("flatMap to subjects", "publisher flatMap end") { b in
            let inner = [PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>()]
            inner.publisher.spied(b).flatMap { $0.spied(b).map { $0 }.spied(b) }.ended(b)
            for value in 1...4 { inner.forEach { $0.send(value) } }
            inner[0].send(completion: .finished)
            (5...7).forEach(inner[1].send)
        },
        Pipeline("flatMap with a failing inner", "publisher flatMap end") { b in
            (1...3).publisher.setFailureType(to: TestFailure.self).spied(b)
                .flatMap { $0 == 2 ? Attempts.failing.spied(b) : Attempts.working.spied(b) }.ended(b)
        },
        Pipeline("flatMap in flatMap", "publisher flatMap end") { b in
            (1...3).publisher.spied(b)
                .flatMap { n in (1...n).publisher.spied(b).flatMap { m in Just(m).spied(b) }.spied(b) }.ended(b)
        },
        Pipeline("switchToLatest", "PassthroughSubject switchToLatest end") { b in
            let outer = PassthroughSubject<Spy<PassthroughSubject<Int, Never>>, Never>()
            let inner = [PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>()]
            outer.spied(b).switchToLatest().ended(b)
            for one in inner {
                outer.send(one.spied(b))
                for value in 1...4 { inner.forEach { $0.send(value) } }
            }
            outer.send(completion: .finished)
        },
        Pipeline("map switchToLatest", "publisher map switchToLatest end") { b in
            (1...3).publisher.spied(b).map { n in (0..<n).publisher.spied(b) }.spied(b).switchToLatest().ended(b)
        },
        Pipeline("subscribing inside map", "publisher map end") { b in
            (1...3).publisher.spied(b).map { n in
                b.keep(Just(n).spied(b).sink { _ in })
                return n
            }.ended(b)
        },
        Pipeline("sending inside sink", "PassthroughSubject end", except: [.cancelling]) { b in
            let subject = PassthroughSubject<Int, Never>()
            subject.ended(b)
            b.keep((1...5).publisher.spied(b).map { $0 }.spied(b).sink { subject.send($0) })
        },
    ]
}
