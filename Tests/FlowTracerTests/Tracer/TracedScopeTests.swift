import FlowTestSupport
import FlowTrace
import FlowCombine
import Testing
@testable import FlowCore
@testable import FlowGraph

@Suite("The scope of a tracer")
struct TracedScopeTests {
    private final class Owner {}

    /// A subscriber with the identifier of another object, as within `catch`.
    private struct Borrower: Subscriber {
        let owner: Owner
        var combineIdentifier: CombineIdentifier { CombineIdentifier(owner) }

        func receive(subscription: any Subscription) {}
        func receive(_ input: Int) -> Subscribers.Demand { .none }
        func receive(completion: Subscribers.Completion<Never>) {}
    }

    private final class Newcomer: Subscriber {
        func receive(subscription: any Subscription) {}
        func receive(_ input: Int) -> Subscribers.Demand { .none }
        func receive(completion: Subscribers.Completion<Never>) {}
    }

    @Test func `an object that comes where one is gone is outside, though a value went by that one's identifier`() {
        var scope = TracedScope()
        let borrower = Borrower(owner: Owner())
        let id = UInt64(UInt(bitPattern: ObjectIdentifier(borrower.owner)))
        scope.enterBody()
        let borrowed = scope.subscribe(borrower, id).belongs
        scope.leave(id)
        scope.leaveBody()
        let came = scope.subscribe(Newcomer(), id).belongs

        #expect(borrowed && !came)
    }

    @Test func `a value with a number of its own stays inside, whoever subscribes it again`() {
        struct Numbered: Subscriber {
            let combineIdentifier = CombineIdentifier()

            func receive(subscription: any Subscription) {}
            func receive(_ input: Int) -> Subscribers.Demand { .none }
            func receive(completion: Subscribers.Completion<Never>) {}
        }
        var scope = TracedScope()
        let value = Numbered()
        let id = HookKey(value).id
        scope.enterBody()
        let first = scope.subscribe(value, id).belongs
        scope.leave(id)
        scope.leaveBody()
        let second = scope.subscribe(value, id).belongs

        #expect(first && second)
    }

    private struct Counts: Equatable {
        var signals: [SignalKind: Int] = [:]
        var strays = 0
    }

    /// The records of a program that makes and ends subscriptions.
    private func counts() -> Counts {
        let recorder = Recorder()
        let (tracer, churn) = FlowTracer.tracing(into: recorder) { Churn(seed: 1) }
        tracer.watching { for number in 0..<1_000 { churn.step(number) } }
        tracer.stop()
        var found = Reconstruction()
        recorder.drain(into: &found)
        return found.log.entries.reduce(into: Counts(strays: found.strayCalls)) { $0.signals[$1.kind, default: 0] += 1 }
    }

    @Test func `what other threads do meanwhile is not recorded, though their objects come where others have gone`() {
        let alone = counts()
        let together = LockedBox<[Counts]>([])

        onThreads(2) { _ in
            let counts = counts()
            together.withLock { $0.append(counts) }
        }

        #expect(together.withLock { $0 } == [alone, alone])
    }
}
