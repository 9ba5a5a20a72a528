import FlowTestSupport
import FlowCombine
import Testing

@testable import FlowCore

@Suite("timer")
struct TimerTests {
    typealias Recording = RecordingSubscriber<Int, Never>

    let scheduler = VirtualTimeScheduler()

    // MARK: Scenario 6

    @Test func `scenario 6 cancelled: three ticks, then nothing is left to do`() {
        let subscriber = Recording(on: scheduler, demand: .unlimited)
        Publishers.timer(scheduler: scheduler, interval: .seconds(1), times: .max(6)).subscribe(subscriber)

        scheduler.schedule(after: .init(seconds: 3.5)) { subscriber.cancel() }
        scheduler.advance(to: .init(seconds: 3.5))

        #expect(scheduler.nextDeadline == nil)
        #expect(
            subscriber.history == [
                .at(0, .subscribed), .at(0, .requested(.unlimited)), .at(1, .value(1)), .at(2, .value(2)), .at(3, .value(3)),
                .at(3.5, .cancelled),
            ])
    }

    @Test func `scenario 6 to the end: six ticks, finished once with the last, whatever is asked for afterwards`() {
        let subscriber = Recording(on: scheduler, demand: .unlimited)
        var subscription: (any Subscription)?
        Publishers.timer(scheduler: scheduler, interval: .seconds(1), times: .max(6))
            .handleEvents(receiveSubscription: { subscription = $0 }).subscribe(subscriber)

        scheduler.advance(to: .init(seconds: 6))
        #expect(scheduler.nextDeadline == nil)
        subscription?.request(.max(1))
        subscription?.request(.unlimited)
        scheduler.run()

        #expect(
            subscriber.history == [
                .at(0, .subscribed), .at(0, .requested(.unlimited)), .at(1, .value(1)), .at(2, .value(2)), .at(3, .value(3)),
                .at(4, .value(4)), .at(5, .value(5)), .at(6, .value(6)), .at(6, .completion(.finished)),
            ])
    }

    @Test func `scenario 6 no demand: silence when it is used up, one more comes at the next tick of the grid`() {
        let subscriber = Recording(on: scheduler, demand: .max(2))
        Publishers.timer(scheduler: scheduler, interval: .seconds(1), times: .max(6)).subscribe(subscriber)

        scheduler.advance(to: .init(seconds: 2))
        #expect(scheduler.nextDeadline == nil)
        scheduler.advance(to: .init(seconds: 7.3))
        subscriber.request(.max(1))
        scheduler.advance(to: .init(seconds: 10))
        subscriber.request(.max(1))
        scheduler.run()

        #expect(
            subscriber.history == [
                .at(0, .subscribed), .at(0, .requested(.max(2))), .at(1, .value(1)), .at(2, .value(2)),
                .at(7.3, .requested(.max(1))), .at(8, .value(3)), .at(10, .requested(.max(1))), .at(11, .value(4)),
            ])
    }

    // MARK: Demand

    @Test func `it starts with the first request, and the grid with it`() {
        let subscriber = Recording(on: scheduler)
        Publishers.timer(scheduler: scheduler, interval: .seconds(1)).subscribe(subscriber)

        scheduler.advance(to: .init(seconds: 2.5))
        #expect(scheduler.nextDeadline == nil)
        subscriber.request(.max(1))
        scheduler.run()
        subscriber.request(.max(1))
        scheduler.run()

        #expect(
            subscriber.history == [
                .at(0, .subscribed), .at(2.5, .requested(.max(1))), .at(3.5, .value(1)), .at(3.5, .requested(.max(1))),
                .at(4.5, .value(2)),
            ])
    }

    @Test func `demand that receive returns counts, and demand requested inside receive too`() {
        let subscriber = Recording(on: scheduler, demand: .max(1)) { subscriber, value in
            switch value {
            case 1: return .max(1)
            case 2:
                subscriber.request(.max(2))
                return .none
            default: return .none
            }
        }
        Publishers.timer(scheduler: scheduler, interval: .seconds(1)).subscribe(subscriber)

        scheduler.run()

        #expect(
            subscriber.history == [
                .at(0, .subscribed), .at(0, .requested(.max(1))), .at(1, .value(1)), .at(1, .returned(.max(1))),
                .at(2, .value(2)), .at(2, .requested(.max(2))), .at(3, .value(3)), .at(4, .value(4)),
            ])
    }

    @Test func `cancel inside receive is the end, also when receive returns more demand`() {
        let subscriber = Recording(on: scheduler, demand: .unlimited) { subscriber, value in
            if value == 2 { subscriber.cancel() }
            return .max(1)
        }
        Publishers.timer(scheduler: scheduler, interval: .seconds(1), times: .max(2)).subscribe(subscriber)

        #expect(scheduler.run())

        #expect(
            subscriber.history == [
                .at(0, .subscribed), .at(0, .requested(.unlimited)), .at(1, .value(1)), .at(1, .returned(.max(1))),
                .at(2, .value(2)), .at(2, .cancelled), .at(2, .returned(.max(1))),
            ])
    }

    @Test func `a timer of no values finishes without being asked`() {
        let subscriber = Recording(on: scheduler)
        let queued = Recording(on: scheduler)
        Publishers.timer(scheduler: scheduler, interval: .seconds(1), times: .none).subscribe(subscriber)
        Publishers.timer(interval: .seconds(1), times: .none).subscribe(queued)

        #expect(subscriber.history == [.at(0, .subscribed), .at(0, .completion(.finished))])
        #expect(queued.history == subscriber.history)
    }

    @Test func `an interval that is not positive is refused`() async {
        await #expect(processExitsWith: .failure) {
            Publishers.timer(interval: .seconds(0)).subscribe(CustomDemandSink(demand: .none, receiveValue: { _ in }))
        }
    }

    @Test func `after a long silence the grid is still kept`() {
        let subscriber = Recording(on: scheduler, demand: .max(1))
        Publishers.timer(scheduler: scheduler, interval: .nanoseconds(3)).subscribe(subscriber)

        scheduler.advance(to: .init(nanoseconds: 1_000_000_000_000))
        subscriber.request(.max(1))
        scheduler.run()

        #expect(subscriber.history.map(\.time.nanoseconds) == [0, 0, 3, 1_000_000_000_000, 1_000_000_000_002])
    }

    // MARK: Sources

    @Test(arguments: ["finish", "cancel", "cancel inside", "no demand", "twice"])
    func `every source that was started is cancelled exactly once`(ending: String) {
        let source = ManualTicks()
        let subscriber = Recording(on: scheduler, demand: ending == "cancel" ? .unlimited : .max(2)) { subscriber, value in
            if ending == "cancel inside", value == 2 { subscriber.cancel() }
            return .none
        }
        subscriber.receive(
            subscription: TimerSubscription(
                downstream: subscriber, source: source, interval: 1, times: ending == "finish" ? .max(2) : .unlimited))

        source.tick()
        source.tick()
        if ending == "twice" {
            subscriber.request(.max(1))
            source.tick()
        }
        if ending == "cancel" { subscriber.cancel() }
        source.tick()

        #expect(source.starts == (ending == "twice" ? 2 : 1))
        #expect(source.cancels == source.starts)
        #expect(source.doubleCancels == 0)
        let values = subscriber.history.count { if case .value = $0.signal { true } else { false } }
        #expect(values == (ending == "twice" ? 3 : 2))
    }

    @Test func `a source that ticks before start returns is cancelled when it does, and a late tick of it is ignored`() {
        let source = ManualTicks(ticksAtStart: 2)
        let subscriber = Recording(on: scheduler, demand: .max(1))
        subscriber.receive(
            subscription: TimerSubscription(downstream: subscriber, source: source, interval: 1, times: .unlimited))

        subscriber.request(.max(1))
        source.tickAll()

        #expect(source.starts == 2)
        #expect(source.cancels == 2)
        #expect(
            subscriber.history == [
                .at(0, .subscribed), .at(0, .requested(.max(1))), .at(0, .value(1)), .at(0, .requested(.max(1))),
                .at(0, .value(2)),
            ])
    }

    @Test func `after cancel nothing keeps scheduler or downstream alive`() {
        weak var scheduler: VirtualTimeScheduler?
        weak var subscriber: Recording?
        do {
            let made = VirtualTimeScheduler()
            let recording = Recording(on: made, demand: .unlimited)
            (scheduler, subscriber) = (made, recording)
            Publishers.timer(scheduler: made, interval: .seconds(1)).subscribe(recording)
            made.advance(to: .init(seconds: 2))
            recording.cancel()
        }

        #expect(scheduler == nil)
        #expect(subscriber == nil)
    }

    @Test func `a tick while downstream is still busy with the last one is ignored`() {
        let source = ManualTicks()
        let subscriber = Recording(on: scheduler, demand: .unlimited) { _, value in
            if value == 1 { source.tick() }
            return .none
        }
        subscriber.receive(
            subscription: TimerSubscription(downstream: subscriber, source: source, interval: 1, times: .unlimited))

        source.tick()
        source.tick()
        subscriber.cancel()

        #expect(
            subscriber.history == [
                .at(0, .subscribed), .at(0, .requested(.unlimited)), .at(0, .value(1)), .at(0, .value(2)), .at(0, .cancelled),
            ])
    }

    @Test func `its state machine is over after the last value: no tick counts and no request starts it again`() {
        var machine = TimerStateMachine<Int>(interval: 1, times: .max(1))

        guard case .start(at: 6, run: 1) = machine.request(.unlimited, now: 5) else { Issue.record("not started"); return }
        #expect(machine.tick(run: 1) == 1)
        guard case .finish = machine.sent(returned: .max(1)) else { Issue.record("not finished"); return }
        #expect(machine.tick(run: 1) == nil)
        guard case .none = machine.request(.max(1), now: 7) else { Issue.record("started again"); return }
        #expect((machine.cancel() as Any?) == nil)
    }
}
