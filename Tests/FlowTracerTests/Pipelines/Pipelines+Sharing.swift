import FlowCombine

@testable import FlowCore

extension Pipeline {
    static let sharing: [Pipeline] = [
        Pipeline("share", "PassthroughSubject PassthroughSubject+multicast+share end") { b in
            let subject = PassthroughSubject<Int, Never>()
            let shared = subject.spied(b).share()
            shared.ended(b)
            shared.ended(b)
            (1...4).forEach(subject.send)
            subject.send(completion: .finished)
        },
        Pipeline("share of a sequence", "publisher PassthroughSubject+multicast+share end") { b in
            (1...4).publisher.spied(b).share().ended(b)
        },
        Pipeline("multicast connect", "PassthroughSubject PassthroughSubject+multicast end") { b in
            let subject = PassthroughSubject<Int, Never>()
            let shared = subject.spied(b).multicast(subject: PassthroughSubject<Int, Never>())
            shared.ended(b)
            let connection = shared.connect()
            shared.ended(b)
            (1...4).forEach(subject.send)
            connection.cancel()
            subject.send(5)
            b.keep(shared)
        },
        Pipeline("multicast to a current value", "PassthroughSubject CurrentValueSubject+multicast end") { b in
            let subject = PassthroughSubject<Int, Never>()
            let shared = subject.spied(b).multicast(subject: CurrentValueSubject<Int, Never>(0))
            shared.ended(b)
            b.keep(shared.connect())
            (1...4).forEach(subject.send)
            b.keep(shared)
        },
        Pipeline("multicast autoconnect", "publisher PassthroughSubject+multicast+autoconnect end") { b in
            (1...3).publisher.spied(b).multicast { PassthroughSubject<Int, Never>() }.autoconnect().ended(b)
        },
        Pipeline("makeConnectable", "publisher PassthroughSubject+makeConnectable end") { b in
            let shared = (1...4).publisher.spied(b).makeConnectable()
            shared.ended(b)
            b.keep(shared.connect())
        },
        Pipeline("makeConnectable autoconnect", "publisher PassthroughSubject+makeConnectable+autoconnect end") { b in
            (1...4).publisher.spied(b).makeConnectable().autoconnect().ended(b)
        },
    ]

    static let timing: [Pipeline] = [
        Pipeline("buffer, by request, oldest", "PassthroughSubject buffer end") { b in
            bursts(b) { $0.buffer(size: 3, prefetch: .byRequest, whenFull: .dropOldest).ended(b) }
        },
        Pipeline("buffer, by request, newest", "PassthroughSubject buffer end") { b in
            bursts(b) { $0.buffer(size: 3, prefetch: .byRequest, whenFull: .dropNewest).ended(b) }
        },
        Pipeline("buffer, keep full, error", "PassthroughSubject buffer end") { b in
            bursts(b) { $0.buffer(size: 3, prefetch: .keepFull, whenFull: .customError { TestFailure() }).ended(b) }
        },
        Pipeline("buffer of a sequence", "publisher buffer end") { b in
            (1...9).publisher.spied(b).buffer(size: 2, prefetch: .keepFull, whenFull: .dropOldest).ended(b)
        },
        Pipeline("delay", "publisher delay end") { b in
            (1...5).publisher.spied(b).delay(for: .seconds(1), scheduler: b.scheduler).ended(b)
        },
        Pipeline("debounce", "PassthroughSubject debounce end") { b in
            paced(b) { $0.debounce(for: .seconds(1.5), scheduler: b.scheduler).ended(b) }
        },
        Pipeline("throttle, latest", "PassthroughSubject throttle end") { b in
            paced(b) { $0.throttle(for: .seconds(2.5), scheduler: b.scheduler, latest: true).ended(b) }
        },
        Pipeline("throttle, first", "PassthroughSubject throttle end") { b in
            paced(b) { $0.throttle(for: .seconds(2.5), scheduler: b.scheduler, latest: false).ended(b) }
        },
        Pipeline("timeout", "PassthroughSubject timeout end") { b in
            paced(b) { $0.timeout(.seconds(2.5), scheduler: b.scheduler).ended(b) }
        },
        Pipeline("timeout with an error", "PassthroughSubject timeout end") { b in
            paced(b) { $0.timeout(.seconds(1), scheduler: b.scheduler, customError: { TestFailure() }).ended(b) }
        },
        Pipeline("receive(on:)", "publisher receive(on:) end") { b in
            (1...5).publisher.spied(b).receive(on: b.scheduler).ended(b)
        },
        Pipeline("receive(on:) at once", "publisher receive(on:) map end") { b in
            (1...5).publisher.spied(b).receive(on: ImmediateScheduler.shared).spied(b).map { $0 }.ended(b)
        },
        Pipeline("subscribe(on:)", "publisher subscribe(on:) end") { b in
            (1...5).publisher.spied(b).subscribe(on: b.scheduler).ended(b)
        },
        Pipeline("two queues in a row", "publisher subscribe(on:) map receive(on:) delay end") { b in
            (1...5).publisher.spied(b).subscribe(on: b.scheduler).spied(b).map { $0 }.spied(b)
                .receive(on: b.scheduler).spied(b).delay(for: .seconds(1), scheduler: b.scheduler).ended(b)
        },
    ]

    /// Sends bursts, the first before anything else happens.
    private static func bursts(_ b: Bench, _ attach: (Spy<PassthroughSubject<Int, TestFailure>>) -> Void) {
        let subject = PassthroughSubject<Int, TestFailure>()
        attach(subject.spied(b))
        (1...9).forEach(subject.send)
        b.scheduler.advance(by: .seconds(1))
        (10...12).forEach(subject.send)
        subject.send(completion: .finished)
    }

    /// Sends at 0, 1, 2, 4, 5, 8 and 12 seconds, two values each.
    private static func paced(_ b: Bench, _ attach: (Spy<PassthroughSubject<Int, TestFailure>>) -> Void) {
        let subject = PassthroughSubject<Int, TestFailure>()
        attach(subject.spied(b))
        for second in [0, 1, 2, 4, 5, 8, 12] {
            b.scheduler.schedule(after: VirtualTime(nanoseconds: Int64(second) * 1_000_000_000)) {
                subject.send(second)
                subject.send(second + 100)
            }
        }
        b.scheduler.schedule(after: VirtualTime(nanoseconds: 13_000_000_000)) { subject.send(completion: .finished) }
    }
}
