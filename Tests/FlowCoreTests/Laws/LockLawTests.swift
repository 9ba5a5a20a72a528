import FlowCore
import FlowTrace
import FlowCombine
import Testing

/// No foreign code runs while a lock is held: neither descriptions nor the release of values, closures and subscribers.
///
/// In these tests, all foreign code calls back into the operator, and a held lock would trap.
@Suite("locks of FlowCore's operators")
struct LockLawTests {
    typealias Upstream = PassthroughSubject<NosyValue, OperatorError>

    static let names = [
        "dropOldest", "dropNewest", "customError", "replay", "replay recorded", "merge", "merge with itself", "combineLatest",
        "collect", "collect two", "pace",
    ]

    @Test(arguments: names)
    func `values and subscriptions may call back into the operator whenever they are described or released`(name: String) {
        for ending in ["finish", "fail", "fail late", "cancel", "drop", "cancel inside"] {
            let scheduler = VirtualTimeScheduler()
            let recorder = Recorder()
            let upstream = Upstream()
            let subscription = Box()
            var received = 0
            let sink = AnySubscriber<NosyValue, OperatorError>(
                receiveSubscription: {
                    subscription.held = $0
                    $0.request(.max(1))
                },
                receiveValue: { _ in
                    received += 1
                    if ending == "cancel inside" { subscription.held?.cancel() }
                    return .none
                },
                receiveCompletion: { _ in subscription.held?.request(.max(1)) })
            let source = NosySource(upstream: upstream) { subscription.held?.request(.max(1)) }
            chain(name, source, scheduler, recorder).subscribe(sink)

            for _ in 0..<6 {
                upstream.send(NosyValue { subscription.held?.request(.max(1)) })
                scheduler.advance(by: .milliseconds(1))
                upstream.send(NosyValue { _ = recorder.missed })
            }
            switch ending {
            case "finish": upstream.send(completion: .finished)
            case "fail": upstream.send(completion: .failure(.broken))
            case "fail late":
                scheduler.schedule(after: scheduler.now.advanced(by: .milliseconds(1))) {
                    upstream.send(completion: .failure(.broken))
                }
                scheduler.schedule(after: scheduler.now.advanced(by: .milliseconds(1))) {
                    upstream.send(NosyValue { subscription.held?.cancel() })
                }
            case "cancel": subscription.held?.cancel()
            default: break
            }
            scheduler.run(limit: 100)
            _ = subscription.held.take()

            #expect(received > 0, "\(name), \(ending)")
        }
    }

    private func chain(
        _ name: String, _ upstream: NosySource, _ scheduler: VirtualTimeScheduler, _ recorder: Recorder
    ) -> AnyPublisher<NosyValue, OperatorError> {
        func buffer(_ strategy: Publishers.BufferingStrategy<OperatorError>) -> AnyPublisher<NosyValue, OperatorError> {
            upstream.buffer(size: 2, prefetch: .byRequest, whenFull: strategy, recorder: recorder).eraseToAnyPublisher()
        }
        return switch name {
        case "dropOldest": buffer(.dropOldest)
        case "dropNewest": buffer(.dropNewest)
        case "customError": buffer(.customError { .full })
        case "replay": upstream.shareReplay(capacity: 1).eraseToAnyPublisher()
        case "replay recorded": upstream.shareReplay(capacity: 1, recorder: recorder).eraseToAnyPublisher()
        case "merge": upstream.merge(with: Upstream()).eraseToAnyPublisher()
        case "merge with itself": upstream.merge(with: upstream).eraseToAnyPublisher()
        case "combineLatest": upstream.combineLatest(upstream) { newest, _ in newest }.eraseToAnyPublisher()
        case "collect": upstream.collect(.byTime(scheduler, .milliseconds(3))).compactMap(\.first).eraseToAnyPublisher()
        case "collect two":
            upstream.collect(.byTimeOrCount(scheduler, .milliseconds(3), 2)).compactMap(\.last).eraseToAnyPublisher()
        default: upstream.pace(.milliseconds(1), scheduler: scheduler).eraseToAnyPublisher()
        }
    }

    /// Holds the subscription that values call back into.
    private final class Box {
        var held: (any Subscription)?
    }
}

/// A subject whose subscriptions call out when they are released, as subscriptions of any program may.
struct NosySource: Publisher {
    typealias Output = NosyValue
    typealias Failure = OperatorError

    let upstream: LockLawTests.Upstream
    let callOut: () -> Void

    func receive(subscriber: some Subscriber<NosyValue, OperatorError>) {
        upstream.subscribe(
            AnySubscriber<NosyValue, OperatorError>(
                receiveSubscription: { subscriber.receive(subscription: NosySubscription(upstream: $0, callOut)) },
                receiveValue: subscriber.receive(_:),
                receiveCompletion: subscriber.receive(completion:)))
    }
}

/// Forwards requests, and calls out when it is released.
private final class NosySubscription: Subscription {
    private let upstream: any Subscription
    private let callOut: () -> Void

    init(upstream: any Subscription, _ callOut: @escaping () -> Void) {
        self.upstream = upstream
        self.callOut = callOut
    }

    deinit { callOut() }

    func request(_ demand: Subscribers.Demand) { upstream.request(demand) }

    func cancel() { upstream.cancel() }
}

/// A value that calls out when it is described and when it is released, as values of any program may.
final class NosyValue: CustomStringConvertible {
    private let callOut: () -> Void

    init(_ callOut: @escaping () -> Void) {
        self.callOut = callOut
    }

    deinit {
        callOut()
    }

    var description: String {
        callOut()
        return "nosy"
    }
}
