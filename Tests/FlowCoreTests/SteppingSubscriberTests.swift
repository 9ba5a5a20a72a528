import FlowCore
import FlowTestSupport
import FlowCombine
import Testing

@Suite("SteppingSubscriber")
struct SteppingSubscriberTests {
    typealias Stepping = SteppingSubscriber<Int, TestFailure>

    let scheduler = VirtualTimeScheduler()
    let source: RecordingPublisher<Int, TestFailure>

    init() {
        source = RecordingPublisher(on: scheduler)
    }

    @Test func `each more asks for one value, later answers as requests, answers at once as returned demand`() {
        let subscriber = Stepping { event in
            switch event {
            case .subscription(let promise): scheduler.schedule(after: .init(seconds: 1)) { promise(.more) }
            case .value(1, let promise): promise(.more)
            case .value(_, let promise): scheduler.schedule(after: .init(seconds: 4)) { promise(.more) }
            case .completion: source.note(.note("done"))
            }
        }
        source.subscribe(subscriber)
        scheduler.schedule(after: .init(seconds: 2)) { source.send(1) }
        scheduler.schedule(after: .init(seconds: 3)) { source.send(2) }
        scheduler.schedule(after: .init(seconds: 5)) { source.send(completion: .failure(.broken)) }

        scheduler.run()

        #expect(
            source.history == [
                .at(0, .subscribed), .at(1, .requested(.max(1))), .at(2, .value(1)), .at(2, .returned(.max(1))),
                .at(3, .value(2)), .at(4, .requested(.max(1))), .at(5, .completion(.failure(.broken))), .at(5, .note("done")),
            ])
    }

    @Test func `a cancel answer cancels upstream once and what comes after it is ignored`() {
        let subscriber = Stepping { event in
            switch event {
            case .subscription(let promise): promise(.more)
            case .value(_, let promise): source.note(.note("\(promise(.cancel)) \(promise(.cancel)) \(promise(.more))"))
            case .completion: source.note(.note("completion"))
            }
        }
        source.subscribe(subscriber)

        source.send(1)
        source.send(2)
        source.send(completion: .finished)
        subscriber.cancel()

        #expect(
            source.history == [
                .at(0, .subscribed), .at(0, .requested(.max(1))), .at(0, .value(1)), .at(0, .cancelled),
                .at(0, .note("accepted dead dead")), .at(0, .value(2)), .at(0, .completion(.finished)),
            ])
        #expect(subscriber.state == .dead)
    }

    @Test func `repeated, stale and foreign answers are reported and change nothing`() throws {
        var promises: [StepPromise] = []
        let subscriber = Stepping { event in
            if case .subscription(let promise) = event { promises.append(promise) }
            if case .value(_, let promise) = event { promises.append(promise) }
        }
        var foreign: StepPromise?
        let stranger = Stepping { event in if case .subscription(let promise) = event { foreign = promise } }
        RecordingPublisher(on: scheduler).subscribe(stranger)
        source.subscribe(subscriber)

        var outcomes = [promises[0](.more), promises[0](.more), promises[0](.cancel)]
        source.send(1)
        outcomes += [promises[0](.more), promises[0](.cancel), subscriber.step(with: .more, for: try #require(foreign))]
        outcomes += [promises[1](.more), subscriber.step(with: .more, for: promises[1])]
        source.send(completion: .finished)
        outcomes += [promises[1](.more), promises[0](.more), subscriber.step(with: .more, for: try #require(foreign))]

        #expect(outcomes == [.accepted, .repeated, .repeated, .stale, .stale, .stale, .accepted, .repeated, .dead, .dead, .dead])
        #expect(promises.map(\.id.rawValue) == [1, 2])
        #expect(
            source.history == [
                .at(0, .subscribed), .at(0, .requested(.max(1))), .at(0, .value(1)), .at(0, .requested(.max(1))),
                .at(0, .completion(.finished)),
            ])
        #expect(stranger.state == .stepping)
    }

    @Test func `a completion sent synchronously from inside the stepper comes once, after the value`() {
        var told: [String] = []
        let subscriber = Stepping { event in
            switch event {
            case .subscription(let promise):
                promise(.more)
            case .value(let value, let promise):
                source.send(completion: .finished)
                told.append("value \(value), \(promise(.more))")
            case .completion(let completion):
                told.append("\(completion)")
            }
        }
        source.subscribe(subscriber)

        source.send(1)

        #expect(told == ["value 1, dead", "finished"])
        #expect(
            source.history == [
                .at(0, .subscribed), .at(0, .requested(.max(1))), .at(0, .value(1)), .at(0, .completion(.finished)),
            ])
    }

    @Test func `a completion that follows the answer inside the stepper is not lost either, nor is demand sent after it`() {
        var told: [String] = []
        let subscriber = Stepping { event in
            switch event {
            case .subscription(let promise):
                promise(.more)
                source.send(completion: .failure(.broken))
            case .value: told.append("value")
            case .completion(let completion): told.append("\(completion)")
            }
        }

        source.subscribe(subscriber)

        #expect(told == ["failure(FlowCoreTests.TestFailure.broken)"])
        #expect(source.history == [.at(0, .subscribed), .at(0, .completion(.failure(.broken)))])
    }

    @Test func `values sent from inside the stepper come in order, one at a time, and their demand is returned once`() {
        var told: [Int] = []
        var depth = 0
        let subscriber = Stepping { event in
            depth += 1
            #expect(depth == 1)
            switch event {
            case .subscription(let promise):
                promise(.more)
            case .value(let value, let promise):
                if value == 1 {
                    source.send(2)
                    source.send(3)
                }
                told.append(value)
                promise(.more)
            case .completion: break
            }
            depth -= 1
        }
        source.subscribe(subscriber)

        source.send(1)

        #expect(told == [1, 2, 3])
        #expect(source.outstanding == .max(1), "only the last promise was current when it was answered")
    }

    @Test func `states are told in order, before the event that belongs to them`() {
        var told: [String] = []
        var promises: [StepPromise] = []
        let subscriber = Stepping(onState: { told.append("\($0)") }) { event in
            switch event {
            case .subscription(let promise):
                told.append("subscription")
                promises.append(promise)
            case .value(let value, let promise):
                told.append("value \(value)")
                if value == 2 { promise(.cancel) } else { promise(.more) }
            case .completion: told.append("completion")
            }
        }
        var read = [subscriber.state]

        source.subscribe(subscriber)
        read.append(subscriber.state)
        promises[0](.more)
        read.append(subscriber.state)
        source.send(1)
        source.send(2)
        read.append(subscriber.state)

        #expect(read == [.subscribing, .stepping, .subscribed, .dead])
        #expect(
            told == [
                "stepping", "subscription", "subscribed", "stepping", "value 1", "subscribed", "stepping", "value 2", "dead",
            ])
    }

    @Test func `a subscription too many is cancelled, and so is one that comes after cancel`() {
        let subscriber = Stepping { _ in }
        source.subscribe(subscriber)
        source.sendSubscription()
        let cancelled = Stepping { _ in Issue.record("nothing is told after cancel") }
        cancelled.cancel()
        let other = RecordingPublisher<Int, TestFailure>(on: scheduler)
        other.subscribe(cancelled)

        #expect(source.history == [.at(0, .subscribed), .at(0, .subscribed), .at(0, .cancelled)])
        #expect(other.history == [.at(0, .subscribed), .at(0, .cancelled)])
        #expect(subscriber.state == .stepping)
    }

    /// A million if `FLOWVIZ_LONG` is set; otherwise a tenth, which would also overflow a thread's stack.
    private static let many = Rounds.isLong ? 1_000_000 : 100_000

    @Test func `any number of values answered at once does not grow the stack`() {
        var count = 0
        let subscriber = SteppingSubscriber<Int, Never> { event in
            switch event {
            case .subscription(let promise): promise(.more)
            case .value(_, let promise):
                count += 1
                promise(.more)
            case .completion: count = -count
            }
        }

        (1...Self.many).publisher.subscribe(subscriber)

        #expect(count == -Self.many)
    }

    @Test func `an upstream that answers inside every request does not grow the stack`() {
        let upstream = EagerPublisher(count: Self.many)
        var count = 0
        let subscriber = SteppingSubscriber<Int, Never> { event in
            switch event {
            case .subscription(let promise): promise(.more)
            case .value(let value, let promise):
                count = value
                promise(.more)
            case .completion: break
            }
        }

        upstream.subscribe(subscriber)

        #expect(count == Self.many)
    }

    @Test(arguments: ["finish", "cancel", "answer"])
    func `the closures are let go when it is over, outside the lock`(ending: String) {
        var released = 0
        var promise: StepPromise?
        var subscriber: Stepping?
        func make() -> Stepping {
            let witness = AnyCancellable {
                #expect(subscriber?.state == .dead)
                released += 1
            }
            return Stepping { event in
                withExtendedLifetime(witness) {
                    if case .subscription(let given) = event { promise = given }
                }
            }
        }
        let made = make()
        subscriber = made
        source.subscribe(made)

        switch ending {
        case "finish": source.send(completion: .finished)
        case "cancel": made.cancel()
        default: promise?(.cancel)
        }

        #expect(released == 1)
    }
}
