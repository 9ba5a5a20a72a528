import FlowCore
import FlowTrace
import FlowCombine
import Testing

/// Nothing foreign runs while a lock is held: neither descriptions nor the end of values, closures and subscribers.
///
/// All of them call back into the operator here, and a lock that is held would trap.
@Suite("locks of FlowCore's operators")
struct LockLawTests {
    typealias Upstream = PassthroughSubject<NosyValue, OperatorError>

    @Test(arguments: ["dropOldest", "dropNewest", "customError", "replay", "replay recorded", "merge", "pace"])
    func `values may call back into the operator whenever they are described or let go of`(name: String) {
        for ending in ["finish", "fail", "cancel", "drop", "cancel inside"] {
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
            chain(name, upstream, scheduler, recorder).subscribe(sink)

            for _ in 0..<6 {
                upstream.send(NosyValue { subscription.held?.request(.max(1)) })
                scheduler.advance(by: .milliseconds(1))
                upstream.send(NosyValue { _ = recorder.missed })
            }
            switch ending {
            case "finish": upstream.send(completion: .finished)
            case "fail": upstream.send(completion: .failure(.broken))
            case "cancel": subscription.held?.cancel()
            default: break
            }
            scheduler.run(limit: 100)
            subscription.held = nil

            #expect(received > 0, "\(name), \(ending)")
        }
    }

    private func chain(
        _ name: String, _ upstream: Upstream, _ scheduler: VirtualTimeScheduler, _ recorder: Recorder
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
        default: upstream.pace(.milliseconds(1), scheduler: scheduler).eraseToAnyPublisher()
        }
    }

    /// Holds the subscription that values call back into.
    private final class Box {
        var held: (any Subscription)?
    }
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
